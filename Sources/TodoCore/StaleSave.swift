package import TodoTxt

/// Tells an editor's save of a version it read before todod wrote from an edit of what todod wrote.
package enum StaleSave {
  /// A version of the file that todod itself wrote or took in.
  package struct Version: Hashable, Sendable {
    package var revision: Int64
    package var text: TodoText
    /// Somebody else may have seen it: it was read, or it was theirs to begin with.
    package var wasRead: Bool

    package init(revision: Int64, text: TodoText, wasRead: Bool) {
      self.revision = revision
      self.text = text
      self.wasRead = wasRead
    }
  }

  package enum Decision: Hashable, Sendable {
    /// Whoever saved had seen our newest version: what is on disk is taken as it is.
    case believed
    /// Whoever saved knew no newer version than this revision: merge with it as the base, ours as x, the save as y.
    case stale(base: Int64)
  }

  /// Judges what is now on disk.
  ///
  /// Whoever saves over a version that nobody has read did not mean to undo it. The same bytes saved a second time are
  /// meant, and so is everything where no version is known to have been read.
  ///
  /// - Parameters:
  ///   - versions: Oldest first; the last is the one todod believed to be on disk. One that came from an external edit
  ///     was read by whoever made it.
  ///   - save: What was found there.
  ///   - previousSave: What the last stale save had put there.
  package static func decide(versions: [Version], save: TodoText, previousSave: TodoText?) -> Decision {
    guard let newest = versions.last, !newest.wasRead, save != previousSave, save != newest.text,
      let base = versions.last(where: \.wasRead)
    else { return .believed }
    return .stale(base: base.revision)
  }
}
