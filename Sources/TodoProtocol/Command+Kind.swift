extension Command {
  /// It changes the list: it can stand in a batch, and waits for the file to settle.
  package var isChange: Bool {
    switch self {
    case .add, .put, .replace, .append, .prepend, .set, .done, .undone, .remove, .restore, .undo, .reorder, .move,
      .sort,
      .archive:
      true
    case .hello, .ping, .status, .commands, .list, .get, .agenda, .next, .projects, .contexts, .restoreFile, .accept,
      .watch, .unwatch, .begin, .commit, .abort, .reload, .test, .quit:
      false
    }
  }
}
