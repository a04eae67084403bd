import Foundation
import Testing

@testable import TodoDaemon

struct CommandLineOptionsTests {
  @Test(
    arguments: [
      ([], .run, nil),
      (["--version"], .version, nil),
      (["--help"], .help, nil),
      (["-h"], .help, nil),
      (["--check-config"], .checkConfiguration, nil),
      (["--print-config"], .printConfiguration, nil),
      (["--config", "/etc/work.conf"], .run, "/etc/work.conf"),
      (["--config=/etc/work.conf", "--check-config"], .checkConfiguration, "/etc/work.conf"),
      (["--config", "/a.conf", "--config=/b.conf"], .run, "/b.conf"),
      // A path may look like an option.
      (["--config", "/--help"], .run, "/--help"),
    ] as [([String], CommandLineOptions.Action, String?)])
  func wordsHaveAMeaning(words: [String], action: CommandLineOptions.Action, configuration: String?) throws {
    let options = try CommandLineOptions(words)
    #expect(options.action == action && options.configuration == configuration)
  }

  @Test func aRelativePathIsTakenFromTheCurrentDirectory() throws {
    let here = FileManager.default.currentDirectoryPath
    #expect(try CommandLineOptions(["--config", "work.conf"]).configuration == "\(here)/work.conf")
    #expect(try CommandLineOptions(["--config=a/work.conf"]).configuration == "\(here)/a/work.conf")
  }

  @Test(arguments: [
    (["--config"], "--config needs the path of a file"),
    (["--config", ""], "--config needs the path of a file"),
    (["--config="], "--config needs the path of a file"),
    (["--colour"], "'--colour' is not understood: see todod --help"),
    (["/home/u/todo.txt"], "'/home/u/todo.txt' is not understood: see todod --help"),
    (["--version=1"], "'--version=1' is not understood: see todod --help"),
    ([""], "'' is not understood: see todod --help"),
  ])
  func whatIsNotUnderstoodIsNamed(words: [String], problem: String) {
    let error = #expect(throws: CommandLineOptions.Problem.self) { try CommandLineOptions(words) }
    #expect(error?.words == problem)
  }

  @Test func theHelpNamesEveryOption() {
    for option in ["--config", "--check-config", "--print-config", "--version", "--help"] {
      #expect(CommandLineOptions.help.contains(option))
    }
  }
}
