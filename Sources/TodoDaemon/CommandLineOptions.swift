import Linux

/// The program's version, as the greeting, `--version` and `status` say it.
package let version = "0.1.0"

/// What the command line asks for; everything else is configuration.
package struct CommandLineOptions: Equatable {
  package enum Action: Equatable {
    case run, checkConfiguration, printConfiguration, version, help
  }

  package struct Problem: Error, Equatable {
    package let words: String
  }

  package var action = Action.run
  /// An absolute path.
  package var configuration: String?

  package init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--check-config": action = .checkConfiguration
      case "--print-config": action = .printConfiguration
      case "--version": action = .version
      case "--help", "-h": action = .help
      case "--config":
        configuration = try CommandLineOptions.absolute(rest.popFirst() ?? "")
      case let word where word.hasPrefix("--config="):
        configuration = try CommandLineOptions.absolute(String(word.dropFirst(9)))
      default: throw Problem(words: "'\(word)' is not understood: see todod --help")
      }
    }
  }

  private static func absolute(_ path: String) throws(Problem) -> String {
    guard !path.isEmpty else { throw Problem(words: "--config needs the path of a file") }
    do throws(SystemError) {
      return try Path.absolute(path)
    } catch {
      throw Problem(words: "\(path): \(error)")
    }
  }

  package static let help = """
    Usage: todod [OPTION]
    Serves a todo.txt file to todoctl and rings what is due. Normally started by systemd: systemctl --user start todod.

      --config FILE    read this configuration; FILE work.conf is a list of its own, with its own socket and state
      --check-config   say what is wrong with the configuration, and end
      --print-config   print the configuration that holds, defaults included, and end
      --version        print the version, and end
      --help           print this, and end

    Everything else is configuration: see todod.conf(5).

    """
}
