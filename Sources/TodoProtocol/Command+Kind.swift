extension Command {
  /// It changes the list: it can stand in a batch, and waits for the file to settle.
  package var isChange: Bool {
    switch self {
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .restoreVersion, .undo,
      .redo, .reorder,
      .move,
      .sort, .archive, .resolve, .skip:
      true
    case .hello, .ping, .status, .doctor, .commands, .views, .list, .get, .agenda, .next, .missed, .why, .history,
      .trash,
      .version,
      .projects,
      .contexts,
      .snooze, .dismiss, .pause, .resume, .restoreFile, .accept, .watch, .unwatch, .begin, .commit, .abort, .reload,
      .test, .quit:
      false
    }
  }

  /// It changes what the state keeps of tasks and never a file.
  package var isReminding: Bool {
    switch self {
    case .snooze, .dismiss, .pause, .resume: true
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .restoreVersion, .undo,
      .redo, .reorder,
      .move,
      .sort, .archive, .resolve, .skip, .hello, .ping, .status, .doctor, .commands, .views, .list, .get, .agenda, .next,
      .missed, .why,
      .history, .trash, .version,
      .projects,
      .contexts, .restoreFile, .accept, .watch, .unwatch, .begin, .commit, .abort, .reload, .test, .quit:
      false
    }
  }

  /// It can stand between `begin` and `commit`: it needs neither the history nor another file.
  package var canBeBatched: Bool {
    switch self {
    case .undo, .redo, .move, .restore, .restoreVersion: false
    default: isChange || isReminding
    }
  }
}
