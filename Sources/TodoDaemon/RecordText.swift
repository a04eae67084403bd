import TodoCore

/// The fields of a record's key or value: text, parted by tabs, so that a person can read the state too.
struct RecordText {
  private var fields: [Substring]
  private var place = 0

  init(_ bytes: [UInt8]) {
    fields = String(decoding: bytes, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
  }

  /// Neither tab nor newline can be in a field: words of a todo file have none.
  static func bytes(_ fields: String...) -> [UInt8] { Array(fields.joined(separator: "\t").utf8) }

  /// The next field; nil at the end.
  mutating func next() -> Substring? {
    guard place < fields.count else { return nil }
    defer { place += 1 }
    return fields[place]
  }

  mutating func nextNumber<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    next().flatMap { Number($0) }
  }

  mutating func nextInstant() -> Instant? { nextNumber().map(Instant.init(microseconds:)) }

  /// An item; nil inside for an empty field, nil outside for one that is no item id.
  mutating func nextItem() -> ItemID?? {
    guard let field = next() else { return nil }
    guard !field.isEmpty else { return .some(nil) }
    guard let number = Int32(field), number > 0 else { return nil }
    return ItemID(number)
  }
}
