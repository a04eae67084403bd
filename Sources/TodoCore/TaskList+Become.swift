import TodoTxt

extension TaskList {
  /// Gives a task the line that somebody made of it in an editor: every byte is as they left it.
  ///
  /// Only how the line ends is the file's own, and U+2400 stands for NUL where the old line had one, as in the rows that
  /// clients get. A line that had too short a title before may keep it.
  mutating func become(_ id: ItemID, _ text: [UInt8], in context: inout ChangeContext) throws(Refusal) -> Outcome {
    guard let old = self[id] else { throw .noSuchItem(id) }
    var bytes = old.line.bytes.contains(0) ? text.replacingPicturesOfNUL : text
    if old.line.titleLength >= context.minimumTitle { _ = try checked(Line(bytes: bytes), in: context) }
    guard !bytes.contains(UInt8(ascii: "\n")) else { throw .textHasLineBreak }
    guard !Line(bytes: bytes).isBlank else { throw .titleTooShort(minimum: max(1, context.minimumTitle)) }
    if old.line.bytes.last == UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\r")) }
    let line = Line(bytes: bytes)
    return change([id], in: &context) { _ in line }
  }
}

extension [UInt8] {
  fileprivate var replacingPicturesOfNUL: [UInt8] {
    let picture = Array("\u{2400}".utf8)
    var result: [UInt8] = []
    var place = 0
    while place < count {
      let isPicture = self[place...].starts(with: picture)
      result.append(isPicture ? 0 : self[place])
      place += isPicture ? picture.count : 1
    }
    return result
  }
}
