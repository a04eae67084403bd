import CSQLite

/// A prepared statement, kept by its database for the next time.
///
/// Columns are counted from 0 and may be read after `step` said true, until it is called again.
package final class SQLiteStatement {
  private let database: OpaquePointer
  private let handle: OpaquePointer

  init(_ sql: String, in database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(from: database) }
    self.database = database
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Begins anew with the given parameters, in the order of the statement's `?`.
  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    // Whatever the last run failed with was thrown then.
    sqlite3_reset(handle)
    precondition(Int(sqlite3_bind_parameter_count(handle)) == values.count)
    // SQLITE_TRANSIENT, a macro that Swift cannot see: SQLite makes its own copy.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let text): sqlite3_bind_text(handle, index, text, -1, transient)
        case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let bytes):
          bytes.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), transient) }
        }
      guard code == SQLITE_OK else { throw SQLiteError(from: database) }
    }
  }

  /// Is true while there is a row to read (`sqlite3_step`).
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let error = SQLiteError(from: database)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Ends a reading before its last row: an open reading would hold back the log's return into the database.
  package func reset() { sqlite3_reset(handle) }

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  package func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    return String(cString: bytes)
  }

  package func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  package func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
