package import TodoProtocol
package import TodoTxt

/// Why a change was not made. A fact; `Refusal+Words` turns it into a sentence.
package enum Refusal: Error, Equatable, Sendable {
  case noSuchItem(ItemID)
  case noSuchLine(Int)
  case nothingRang
  case nothingMatches(String)
  /// Compare-and-swap failed: the task is no longer what the client saw.
  case changed(ItemID, now: LineHash)
  case titleTooShort(minimum: Int)
  case textHasLineBreak
  case badWord(String, expected: String)
  /// `snooze 17 9`: minutes or an hour.
  case bareNumber(String)
  case isPast(String)
  case nightIsOver
  case badQuery(word: String, expected: String)
  case notOneItem(Int)
  case itemIsItsOwnPlace(ItemID)
  case notPaused(String)
  case isDone(ItemID)
  /// It says `rem:none`.
  case neverRings(ItemID)
  case cannotSkip(ItemID, Successor.Reason)
  case nothingToUndo
  case noSuchStep(Int64)
  case undoneAlready(step: Int64, by: Int64)
  /// Others changed these lines since; the step that did it last, if that is known.
  case undoClashes(step: Int64, isRedo: Bool, lines: [Line], by: Int64?)
  case nothingToRedo
  /// Something was done by hand since the undo.
  case redoIsOver(step: Int64, since: Int64)
  case notUndone(step: Int64)
  case redoneAlready(step: Int64, by: Int64, of: Int64)
  case nothingToRestore(ItemID)
  case stillThere(ItemID)
  case notInHistory(ItemID)
  /// History does not reach back so far, or the revision is still to come.
  case noSuchVersion(revision: Int64, now: Int64)
  /// Their lines are in different files, of which one step changes one.
  case wentToDifferentFiles([ItemID])
  /// It is not one of the lines of a clash.
  case noClash(ItemID)
  /// They are lines of one clash, and at most one of them can be kept for the others to go.
  case onlyOneStays([ItemID])
  /// They are all the lines of a clash.
  case oneHasToStay([ItemID])
  case fileIsThere
  case nothingToAccept
  case badFileName(String)
  /// The history could not be read; in words.
  case stateFault(String)
}
