package import Linux

/// Why the state could not be opened, read or written.
package enum StateError: Error, Hashable, Sendable {
  /// The file was written by a newer program, whose layout has this version: exit code 78.
  case newer(version: Int)
  /// It could not be brought to the present layout and is as it was.
  case notMigrated(version: Int, SQLiteError)
  case sqlite(SQLiteError)
  case system(SystemError)
  /// What is in the file makes no sense.
  case damaged(String)

  package var isDiskFull: Bool {
    switch self {
    case .sqlite(let error), .notMigrated(_, let error): error.isDiskFull
    case .system(let error): error.isFull
    case .newer, .damaged: false
    }
  }
}

extension StateError {
  /// Why the file has to be set aside; nil for a fault that another file would have too.
  var damage: String? {
    switch self {
    case .damaged(let reason): reason
    case .sqlite(let error) where error.isBroken: error.message
    case .sqlite, .newer, .notMigrated, .system: nil
    }
  }

  static func wrapping<Result>(_ body: () throws(SQLiteError) -> Result) throws(StateError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw .sqlite(error)
    }
  }

  static func wrapping<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(StateError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(error)
    }
  }
}
