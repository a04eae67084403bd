/// What stands before the text of a line: `x `, priority, dates.
package struct Header: Hashable, Sendable {
  package var isDone = false
  /// Of a done line: on either side of its first date. What `pri:` says is in `Meaning`.
  package var priority: Priority?
  package var completion: CivilDate?
  package var creation: CivilDate?
  /// Where the text begins, as an index into the bytes of the line.
  package var textStart = 0

  package init() {}

  /// Reads the header of `content` without allocating; a piece counts only with exactly one space after it.
  ///
  /// A date may also be the end of the line. What is not read as header is text, however much it looks like one.
  init(parsing content: ArraySlice<UInt8>) {
    textStart = content.startIndex
    guard content.count > 1 else { return }
    let start = content.startIndex
    guard content[start] == UInt8(ascii: "x"), content[start + 1] == UInt8(ascii: " ") else {
      priority = takePriority(of: content)
      creation = takeDate(of: content)
      return
    }
    isDone = true
    textStart = start + 2
    priority = takePriority(of: content)
    completion = takeDate(of: content)
    guard completion != nil else { return }
    if priority == nil { priority = takePriority(of: content) }
    creation = takeDate(of: content)
  }

  private mutating func takePriority(of content: ArraySlice<UInt8>) -> Priority? {
    let start = textStart
    guard content.endIndex - start >= 4, content[start] == UInt8(ascii: "("), content[start + 2] == UInt8(ascii: ")"),
      content[start + 3] == UInt8(ascii: " "), let priority = Priority(content[start + 1])
    else { return nil }
    textStart += 4
    return priority
  }

  private mutating func takeDate(of content: ArraySlice<UInt8>) -> CivilDate? {
    let end = textStart + 10
    guard content.endIndex >= end, content[textStart] <= UInt8(ascii: "9"),
      end == content.endIndex || content[end] == UInt8(ascii: " "),
      let date = CivilDate(parsing: content[textStart..<end])
    else { return nil }
    textStart = min(end + 1, content.endIndex)
    return date
  }
}
