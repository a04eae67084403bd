/// The class of an error, which is also the exit code of `todoctl`. None ever changes its meaning.
package enum ErrorCode: Int, Sendable, CaseIterable {
  case `internal` = 1
  case badRequest = 2
  /// Said by clients only: no daemon answers.
  case notRunning = 3
  case notFound = 4
  case conflict = 5
  /// The todo file is missing, read-only, on a full disk, or held by a writer.
  case file = 6
  /// A limit on clients, batches or memory.
  case busy = 7
  case version = 8
  case tooLarge = 9
}

/// What went wrong, by name: a class may have several.
package enum ErrorName: String, Sendable, CaseIterable {
  case `internal` = "internal"
  case badRequest = "bad-request"
  case unknownVerb = "unknown-verb"
  case notRunning = "not-running"
  case notFound = "not-found"
  case conflict = "conflict"
  case file = "file"
  case fileBusy = "file-busy"
  case busy = "busy"
  case version = "version"
  case tooLarge = "too-large"

  package var code: ErrorCode {
    switch self {
    case .internal: .internal
    case .badRequest, .unknownVerb: .badRequest
    case .notRunning: .notRunning
    case .notFound: .notFound
    case .conflict: .conflict
    case .file, .fileBusy: .file
    case .busy: .busy
    case .version: .version
    case .tooLarge: .tooLarge
    }
  }
}

/// An `ERR` line: code and name are for programs, the message is for people and names the offending word.
///
/// Code and name are kept as they came, so that a newer server's names survive an older client.
package struct Failure: Error, Hashable, Sendable {
  package let code: Int
  package let name: String
  package let message: String

  package init(_ name: ErrorName, _ message: String) {
    code = name.code.rawValue
    self.name = name.rawValue
    self.message = message
  }

  package init(code: Int, name: String, message: String) {
    self.code = code
    self.name = name
    self.message = message
  }
}
