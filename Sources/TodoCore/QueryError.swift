/// Why a query makes no sense: always the word of it that is at fault.
package indirect enum QueryError: Error, Hashable, Sendable {
  /// Not a date in any form: `due:frii`.
  case badDate(word: String, value: String)
  /// Not a letter or a range of letters: `pri:1`.
  case badPriority(word: String)
  /// A range whose end lies before its beginning: `due:+7d..today`.
  case emptyRange(word: String)
  /// `or` with nothing on one side.
  case danglingOr
  /// `-`, `not:`, `+`, `@`, `due:` or the like with nothing behind it.
  case emptyWord(word: String)
  /// No such sorting key.
  case badSortKey(word: String)
  /// No such saved query, or one that is just being read.
  case noView(word: String, known: [String])
  /// The saved query of that name makes no sense.
  case inView(name: String, QueryError)
}
