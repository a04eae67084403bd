package import TodoProtocol

/// Why a command did not do what it was asked: what is wrong, and what to do about it.
package struct Problem: Error, Hashable, Sendable {
  package let failure: Failure
  package let hint: String?

  package init(_ failure: Failure, hint: String? = nil) {
    self.failure = failure
    self.hint = hint ?? Problem.hint(for: failure)
  }

  package init(_ name: ErrorName, _ message: String, hint: String? = nil) {
    self.init(Failure(name, message), hint: hint)
  }

  /// A command line that means nothing.
  static func usage(_ message: String, hint: String? = nil) -> Problem { Problem(.badRequest, message, hint: hint) }

  /// Words that should name a task and do not.
  static func nothingFits(_ words: String) -> Problem { Problem(.notFound, "no task fits '\(words)'") }

  package var exitCode: Int32 { Int32(clamping: failure.code) }

  /// What helps whatever the message says; one with a colon says already what to do.
  private static func hint(for failure: Failure) -> String? {
    guard !failure.message.contains(": ") else { return nil }
    return switch ErrorName(rawValue: failure.name) {
    case .notRunning: "start it with 'systemctl --user start todod'"
    case .unknownVerb: "the running todod is older: 'systemctl --user restart todod'"
    case .version: "restart the older one: 'systemctl --user restart todod'"
    case .notFound: "'todoctl list' shows the ids"
    case .conflict: "look again with 'todoctl list'"
    case .fileBusy, .busy: "try again in a moment"
    case .file: "'todoctl doctor' says more"
    case .internal: "'journalctl --user -u todod' says more"
    case .badRequest, .tooLarge, nil: nil
    }
  }

  /// `todoctl: problem: hint`, one line.
  package var words: String {
    "todoctl: \(failure.message)" + (hint.map { ": \($0)" } ?? "")
  }
}
