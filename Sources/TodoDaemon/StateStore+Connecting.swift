import Linux

extension StateStore {
  /// Opens the file and brings its layout up to date.
  static func connect(_ path: String, schema: StateSchema) throws(StateError) -> (StoreOpening, SQLiteDatabase) {
    let isNew = StateFiles.isEmptyOrMissing(path)
    try StateError.wrapping { () throws(SystemError) in try StateFiles.createPrivate(path) }
    let database = try StateError.wrapping { () throws(SQLiteError) in try SQLiteDatabase(path: path) }
    let opening = try prepare(database, at: path, isNew: isNew, schema: schema)
    try StateError.wrapping { () throws(SQLiteError) in
      try database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
      database.watchLog()
    }
    return (opening, database)
  }

  private static func prepare(
    _ database: SQLiteDatabase, at path: String, isNew: Bool, schema: StateSchema
  ) throws(StateError) -> StoreOpening {
    let version = try StateError.wrapping { () throws(SQLiteError) in
      // Exclusive before the first look: then the index of the log is in our memory and there is no -shm file.
      // The log is cut back after it had to hold a whole checkpoint. 256 KiB of pages are plenty for small commits.
      try database.execute(
        """
        PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-256; PRAGMA journal_size_limit=4194304;
        PRAGMA secure_delete=OFF; PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF
        """)
      return Int(try database.integer("PRAGMA user_version") ?? 0)
    }
    if isNew {
      try create(in: database, schema: schema)
      return .created
    }
    let isOurs = try StateError.wrapping { () throws(SQLiteError) in
      try database.integer("PRAGMA application_id") == StateSchema.applicationID
    }
    guard isOurs else {
      // The first transaction of a new file may have been cut short by a crash: an empty database is nobody's.
      let tables = try StateError.wrapping { () throws(SQLiteError) in
        try database.integer("SELECT count(*) FROM sqlite_schema")
      }
      guard tables == 0 else { throw .damaged("not a database of todod") }
      try create(in: database, schema: schema)
      return .created
    }
    guard version <= schema.version else { throw .newer(version: version) }
    guard version < schema.version else { return .opened }
    return try migrate(database, at: path, from: version, schema: schema)
  }

  private static func create(in database: SQLiteDatabase, schema: StateSchema) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      try database.execute("PRAGMA journal_mode=WAL")
      try database.transaction { () throws(SQLiteError) in
        try database.execute(schema.creation)
        try database.execute(
          "PRAGMA application_id=\(StateSchema.applicationID); PRAGMA user_version=\(schema.version)")
      }
    }
  }

  /// Copies the database as it is, then takes every step to the present layout in one transaction.
  private static func migrate(
    _ database: SQLiteDatabase, at path: String, from version: Int, schema: StateSchema
  ) throws(StateError) -> StoreOpening {
    let copy = try copy(database, to: "\(path).version-\(version)-")
    do throws(SQLiteError) {
      try database.transaction { () throws(SQLiteError) in
        for start in version..<schema.version {
          if let migration = schema.migrations[start] { try database.execute(migration) }
        }
        try database.execute("PRAGMA user_version=\(schema.version)")
      }
    } catch {
      // The copy shows that the file can be read: what failed is the step, and a new state would lose what is in it.
      try? Directory.unlink(copy)
      throw error.isDamage ? .sqlite(error) : .notMigrated(version: version, error)
    }
    return .migrated(from: version, copy: copy)
  }

  /// Copies the database to the first free name of the kind, whole or not at all; the name is the result.
  private static func copy(_ database: SQLiteDatabase, to prefix: String) throws(StateError) -> String {
    // Under a name that says what it is: a crash in between leaves no half copy that looks like a whole one.
    let unfinished = prefix + "unfinished"
    let journal = unfinished + "-journal"
    for old in [unfinished, journal] { try? Directory.unlink(old) }
    do throws(StateError) {
      try StateError.wrapping { () throws(SystemError) in try StateFiles.createPrivate(unfinished) }
      try StateError.wrapping { () throws(SQLiteError) in try database.run("VACUUM INTO ?", .text(unfinished)) }
      let copy = StateFiles.firstFree(prefix)
      try StateError.wrapping { () throws(SystemError) in try Directory.rename(unfinished, to: copy) }
      return copy
    } catch {
      for part in [unfinished, journal] { try? Directory.unlink(part) }
      throw error
    }
  }
}
