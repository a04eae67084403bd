import TodoProtocol

/// A request that was read and not yet answered.
struct PendingRequest {
  var client: ClientID
  var content: Content
  /// The uptime in milliseconds after which it waits for the file no longer; nil while it never had to.
  var deadline: Int64?
  /// What it hears if it waits in vain; nil if that is the todo file.
  var failure: Failure?

  enum Content {
    case request(Request)
    case bad(BadRequest)
    case deed(Deed)
  }

  /// The file is looked at before it is answered.
  var touchesTasks: Bool {
    switch content {
    case .bad: false
    case .deed: true
    case .request(let request):
      switch request.command {
      case .ping, .hello, .commands, .views, .begin, .abort, .quit, .unwatch, .reload, .test: false
      default: true
      }
    }
  }

  /// It waits for a file that is being written.
  var needsSettledFile: Bool {
    switch content {
    case .bad, .deed(.snooze): false
    case .deed(.complete), .deed(.mend), .deed(.resolve), .deed(.undo), .deed(.giveBack): true
    case .request(let request):
      switch request.command {
      case .commit, .restoreFile: true
      default: request.command.isChange
      }
    }
  }

  /// It looks into the history or the log of changes, changes a second file, or replaces the draft: nothing unwritten may
  /// come before it in its turn.
  var needsTurnOfItsOwn: Bool {
    switch content {
    case .bad, .deed(.complete), .deed(.mend), .deed(.resolve), .deed(.snooze): false
    case .deed(.undo), .deed(.giveBack): true
    case .request(let request):
      switch request.command {
      case .undo, .redo, .restore, .restoreVersion, .move, .archive, .accept, .restoreFile, .reload, .watch, .test,
        .history, .trash, .version:
        true
      default: false
      }
    }
  }
}
