/// One line of a client, understood.
package struct Request: Hashable, Sendable {
  /// Echoed in the answer, so that a client with many requests in flight knows which it is.
  package var tag: String?
  /// `if=`: the change is made only while the one item named has this hash.
  package var condition: LineHash?
  package var command: Command

  package init(_ command: Command, tag: String? = nil, condition: LineHash? = nil) {
    self.command = command
    self.tag = tag
    self.condition = condition
  }

  package init(parsing line: [UInt8]) throws(BadRequest) {
    try self.init(parsing: line[...])
  }

  /// Reads a line without its line end, as `LineFramer` hands it out.
  package init(parsing line: ArraySlice<UInt8>) throws(BadRequest) {
    var rest = line
    let tag: String?
    do throws(BadRequest.Fact) {
      tag = try Request.takeTag(from: &rest)
    } catch {
      throw BadRequest(tag: nil, fact: error)
    }
    do throws(BadRequest.Fact) {
      let (verb, words) = try RequestWords.split(rest)
      self.init(try verb.read(words), tag: tag, condition: words.condition)
      try verifyCondition()
    } catch {
      throw BadRequest(tag: tag, fact: error)
    }
  }

  private static func takeTag(from line: inout ArraySlice<UInt8>) throws(BadRequest.Fact) -> String? {
    guard line.first == UInt8(ascii: "@") else { return nil }
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { throw .badTag }
    let tag = line[(line.startIndex + 1)..<space]
    guard (1...32).contains(tag.count), tag.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .badTag }
    line = line[(space + 1)...]
    return tag.string
  }

  /// `if=` of several items could only ever hold for one of them.
  private func verifyCondition() throws(BadRequest.Fact) {
    guard condition != nil else { return }
    let names = command.items
    guard names.count == 1, names[0].isSingle else { throw .conditionNeedsOneItem }
  }
}

extension Request {
  /// The line without its LF, in the one form that reads back as the same request.
  package var bytes: [UInt8] {
    var line: [UInt8] = []
    if let tag { line.append(contentsOf: "@\(tag) ".utf8) }
    let spelling = command.spelling
    line.append(contentsOf: spelling.verb.utf8)
    if let condition { line.append(contentsOf: " if=\(condition)".utf8) }
    for (key, value) in spelling.options {
      line.append(contentsOf: " \(key)=".utf8)
      line.appendEscaped(value)
    }
    for word in spelling.words { line.append(contentsOf: " \(word)".utf8) }
    if let text = spelling.text {
      line.append(UInt8(ascii: "\t"))
      line.append(contentsOf: text)
    }
    return line
  }
}
