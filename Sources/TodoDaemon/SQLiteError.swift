import CSQLite

/// What SQLite refused, as its extended result code and its own words.
package struct SQLiteError: Error, Hashable, Sendable {
  package let code: Int32
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// What the connection failed with last.
  init(from database: OpaquePointer) {
    code = sqlite3_extended_errcode(database)
    message = String(cString: sqlite3_errmsg(database))
  }

  /// The result code without its extension, such as `SQLITE_FULL`.
  package var primaryCode: Int32 { code & 0xFF }
  package var isDiskFull: Bool { primaryCode == SQLITE_FULL }
  /// The file is no database, a damaged one, or lacks what its version says it has.
  package var isBroken: Bool { isDamage || primaryCode == SQLITE_ERROR }
  /// The file is no database, or a damaged one.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}
