/// What stands before the text of a line: `x `, priority, dates.
package struct Header: Hashable, Sendable {
  package private(set) var isDone = false
  /// Of a done line: on either side of its first date. What `pri:` says is in `Meaning`.
  package private(set) var priority: Priority?
  package private(set) var completion: CivilDate?
  package private(set) var creation: CivilDate?
  /// Where the text begins, as an index into the bytes of the line.
  package private(set) var textStart = 0

  /// Where `(A) ` begins, if there is a priority.
  private(set) var priorityStart = 0
  /// Where the creation date begins, or would.
  private(set) var creationStart = 0

  /// Reads the header of `content` without allocating; a piece counts only with exactly one space after it.
  ///
  /// A date may also be the end of the line. What is not read as header is text, however much it looks like one.
  init(parsing content: ArraySlice<UInt8>) {
    let start = content.startIndex
    textStart = start
    isDone = content.count > 1 && content[start] == UInt8(ascii: "x") && content[start + 1] == UInt8(ascii: " ")
    if isDone { textStart += 2 }
    takePriority(of: content)
    if isDone {
      completion = takeDate(of: content)
      if completion != nil, priority == nil { takePriority(of: content) }
    }
    creationStart = textStart
    if isDone && completion == nil { return }
    creation = takeDate(of: content)
  }

  /// Both say the same, wherever their text begins.
  func says(sameAs other: Header) -> Bool {
    isDone == other.isDone && priority == other.priority && completion == other.completion
      && creation == other.creation
  }

  /// The same header but for its priority.
  func with(_ priority: Priority?) -> Header {
    var header = self
    header.priority = priority
    return header
  }

  private mutating func takePriority(of content: ArraySlice<UInt8>) {
    let start = textStart
    guard content.endIndex - start >= 4, content[start] == UInt8(ascii: "("), content[start + 2] == UInt8(ascii: ")"),
      content[start + 3] == UInt8(ascii: " "), let letter = Priority(content[start + 1])
    else { return }
    priority = letter
    priorityStart = start
    textStart += 4
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
