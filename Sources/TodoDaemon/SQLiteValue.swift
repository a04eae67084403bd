/// What can be bound to a parameter of a statement.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func integer(orNull number: Int64?) -> SQLiteValue {
    guard let number else { return .null }
    return .integer(number)
  }

  static func blob(orNull bytes: [UInt8]?) -> SQLiteValue {
    guard let bytes else { return .null }
    return .blob(bytes)
  }

  /// SQLite's integers are signed: the bits stay, the sign is chance.
  static func bits(_ number: UInt64) -> SQLiteValue { .integer(Int64(bitPattern: number)) }

  static func bits(orNull number: UInt64?) -> SQLiteValue {
    guard let number else { return .null }
    return .bits(number)
  }
}
