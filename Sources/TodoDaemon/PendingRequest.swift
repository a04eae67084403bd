import TodoProtocol

/// A request that was read and not yet answered.
struct PendingRequest {
  var client: ClientID
  var content: Content
  /// The uptime in milliseconds after which it waits for the file no longer; nil while it never had to.
  var deadline: Int64?

  enum Content {
    case request(Request)
    case bad(BadRequest)
  }

  /// The file is looked at before it is answered.
  var touchesTasks: Bool {
    guard case .request(let request) = content else { return false }
    switch request.command {
    case .ping, .hello, .commands, .begin, .abort, .quit, .unwatch, .reload, .test: return false
    default: return true
    }
  }

  /// It waits for a file that is being written.
  var needsSettledFile: Bool {
    guard case .request(let request) = content else { return false }
    switch request.command {
    case .commit, .restoreFile: return true
    default: return request.command.isChange
    }
  }

  /// It looks into the history or the log of changes, changes a second file, or replaces the draft: nothing unwritten may
  /// come before it in its turn.
  var needsTurnOfItsOwn: Bool {
    guard case .request(let request) = content else { return false }
    switch request.command {
    case .undo, .restore, .move, .archive, .accept, .restoreFile, .reload, .watch, .test: return true
    default: return false
    }
  }
}
