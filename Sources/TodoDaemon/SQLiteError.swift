import CSQLite

/// What SQLite refused, as its extended result code and its own words.
package struct SQLiteError: Error, Hashable, Sendable {
  package let code: Int32
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The result code without its extension, such as `SQLITE_FULL`.
  package var primaryCode: Int32 { code & 0xFF }
  package var isDiskFull: Bool { primaryCode == SQLITE_FULL }
  /// The file is no database, or a damaged one.
  package var isBroken: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}
