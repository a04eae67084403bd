package import TodoProtocol
package import TodoTxt

/// Why a change was not made. A fact; `Refusal+Words` turns it into a sentence.
package enum Refusal: Error, Equatable, Sendable {
  case noSuchItem(ItemID)
  case noSuchLine(Int)
  case nothingRang
  case nothingMatches(String)
  case tooManyItems(Int, limit: Int)
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
  case undoClashes(step: Int64, lines: [Line])
  case nothingToRestore(ItemID)
  case stillThere(ItemID)
  /// Their lines are in different files, of which one step changes one.
  case wentToDifferentFiles([ItemID])
  case fileIsThere
  case nothingToAccept
  case badFileName(String)
  /// The history could not be read; in words.
  case stateFault(String)
}
