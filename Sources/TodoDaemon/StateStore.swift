import Linux
import TodoCore

/// The state beside the todo file: one SQLite database, everything in it kept per real path of the todo file.
///
/// Not Sendable on purpose: it belongs to the one thread of the daemon.
package final class StateStore {
  /// What opening (or loading, which may find damage too) came to.
  package private(set) var opening: StoreOpening
  private(set) var database: SQLiteDatabase
  private(set) var list: Int64
  /// What has come since the checkpoint was written, in bytes and steps.
  var deltaBytes = 0
  var deltaSteps = 0
  /// The size of the checkpoint in bytes.
  var checkpointBytes = 0
  /// False only while it is certain that no task has left the file: saves a look-up for each line of a new file.
  var hasDeparted = true
  /// When `trimHistory` was first called, which is the start.
  var firstTrim: Instant?

  private let path: String
  private let todoPath: String
  private let schema: StateSchema

  /// Opens the database at `path`, or makes it; a broken one is set aside first.
  package init(
    opening path: String, list todoPath: String, schema: StateSchema = .current
  ) throws(StateError) {
    self.path = path
    self.todoPath = todoPath
    self.schema = schema
    (opening, database, list) = try Self.open(path, list: todoPath, schema: schema)
  }

  /// Empties the write-ahead log and closes the file; nothing may be called after it.
  package func close() { database.close() }

  /// Runs `body`; if it finds the file broken that is set aside, a new one made, and `body` run again.
  func recovering<Result>(_ body: () throws(StateError) -> Result) throws(StateError) -> Result {
    do throws(StateError) {
      return try body()
    } catch {
      guard let reason = error.damage else { throw error }
      database.close()
      let target = try StateError.wrapping { () throws(SystemError) in try StateFiles.setAside(path) }
      (_, database, list) = try Self.open(path, list: todoPath, schema: schema)
      opening = .setAside(path: target, reason: reason)
      return try body()
    }
  }

  private static func open(
    _ path: String, list todoPath: String, schema: StateSchema
  ) throws(StateError) -> (StoreOpening, SQLiteDatabase, Int64) {
    do throws(StateError) {
      let (opening, database) = try connect(path, schema: schema)
      return (opening, database, try listID(of: todoPath, in: database))
    } catch {
      guard let reason = error.damage else { throw error }
      let target = try StateError.wrapping { () throws(SystemError) in try StateFiles.setAside(path) }
      let (_, database) = try connect(path, schema: schema)
      return (.setAside(path: target, reason: reason), database, try listID(of: todoPath, in: database))
    }
  }

  private static func listID(of todoPath: String, in database: SQLiteDatabase) throws(StateError) -> Int64 {
    try StateError.wrapping { () throws(SQLiteError) in
      let find = "SELECT id FROM list WHERE path = ?"
      if let id = try database.integer(find, .text(todoPath)) { return id }
      try database.run("INSERT INTO list(path) VALUES (?)", .text(todoPath))
      return try database.integer(find, .text(todoPath)) ?? 0
    }
  }
}
