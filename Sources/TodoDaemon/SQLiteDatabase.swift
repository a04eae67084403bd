import CSQLite

/// One connection to one database file, for one thread.
package final class SQLiteDatabase {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// How many pages the write-ahead log holds, as of the last commit.
  package private(set) var logPages: Int32 = 0

  /// Opens the file, making it if it is not there (`sqlite3_open_v2`); nothing is read or written yet.
  package init(path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = SQLiteError(from: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    self.handle = handle
  }

  deinit { close() }

  private var isClosed = false

  /// Closes the file, which moves the log into the database and removes it.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Counts the pages of the log instead of moving them into the database within some commit: see `moveLog`.
  package func watchLog() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<SQLiteDatabase>.fromOpaque(context).takeUnretainedValue().logPages = pages
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Moves the log into the database, so that the next commit begins it anew (`sqlite3_wal_checkpoint_v2`).
  package func moveLog(truncating: Bool = false) throws(SQLiteError) {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    guard sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil) == SQLITE_OK else { throw SQLiteError(from: handle) }
    logPages = 0
  }

  /// Runs statements that have neither parameters nor rows worth reading, separated by semicolons.
  package func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(from: handle) }
  }

  /// Runs one statement whose rows, if any, do not matter.
  package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// Begins one statement; its rows are read by `step`.
  package func query(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> SQLiteStatement {
    try query(sql, values)
  }

  package func query(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> SQLiteStatement {
    let statement = try statement(sql)
    try statement.bind(values)
    return statement
  }

  /// The integer in the first column of the first row; nil without a row.
  package func integer(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int64? {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return statement.integer(0)
  }

  /// All or nothing: what `body` did is on the disk when this returns and undone when it throws.
  package func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      try body()
      try run("COMMIT")
    } catch {
      // A full disk makes SQLite roll back by itself; then there is nothing left to roll back.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let statement = try SQLiteStatement(sql, in: handle)
    statements[sql] = statement
    return statement
  }
}
