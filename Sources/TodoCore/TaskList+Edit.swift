import TodoProtocol
import TodoTxt

extension TaskList {
  /// Puts what `edit` makes of each line in its place; a line that stays as it is counts as unchanged.
  mutating func change(_ ids: [ItemID], in context: inout ChangeContext, _ edit: (Line) -> Line) -> Outcome {
    var outcome = Outcome()
    for id in ids {
      guard let position = position(of: id), let old = self[id] else { continue }
      let line = edit(old.line)
      guard line != old.line else {
        outcome.notes.append(.unchanged(id))
        continue
      }
      let new = Task(id: id, uuid: old.uuid, line: line)
      put(new, at: position)
      outcome.changes.append(TaskChange(old: old, new: new))
    }
    return outcome
  }

  /// Gives a task other words. What the new text does not say of priority and dates stays, as in todo.sh.
  mutating func replace(_ id: ItemID, _ text: [UInt8], in context: inout ChangeContext) throws(Refusal) -> Outcome {
    guard let old = self[id] else { throw .noSuchItem(id) }
    let new = Line(bytes: text)
    let oldHeader = old.line.header
    let newHeader = new.header
    let saysNothing = newHeader.textStart == 0
    var bytes = text
    if saysNothing {
      bytes = Array(old.line.bytes[..<oldHeader.textStart]) + text
    } else if !newHeader.isDone, newHeader.creation == nil, let creation = oldHeader.creation, !oldHeader.isDone {
      bytes.insert(contentsOf: Array("\(creation) ".utf8), at: newHeader.textStart)
    }
    let line = inOwnEnding(try checked(Line(bytes: bytes), in: context), of: old.line)
    return change([id], in: &context) { _ in line }
  }

  /// Puts what was perhaps meant in the place of bad values.
  package mutating func mend(_ values: [BadValue], in context: inout ChangeContext) -> Outcome {
    let wanted = Dictionary(grouping: values, by: \.item)
    var outcome = Outcome()
    for (item, values) in wanted.sorted(by: { $0.key < $1.key }) {
      outcome.changes += change([item], in: &context) { line in values.reduce(line) { $1.mended($0) } }.changes
    }
    return outcome
  }

  /// All edits on each task, or none on any.
  mutating func set(_ ids: [ItemID], _ edits: [Edit], in context: inout ChangeContext) throws(Refusal) -> Outcome {
    var candidates = self
    let saysTime = edits.contains { if case .key("at", _) = $0 { true } else { false } }
    let (now, zone) = (context.now, context.zone)
    let outcome = candidates.change(ids, in: &context) { line in
      let edited = edits.reduce(line) { $1.applied(to: $0) }
      return saysTime ? edited.withDueOfTime(at: now, in: zone) : edited
    }
    for change in outcome.changes {
      guard let new = change.new else { continue }
      _ = try checked(new.line, in: context)
    }
    self = candidates
    return outcome
  }

  mutating func attach(_ text: [UInt8], to ids: [ItemID], atFront: Bool, in context: inout ChangeContext)
    throws(Refusal) -> Outcome
  {
    guard !text.contains(UInt8(ascii: "\n")) else { throw .textHasLineBreak }
    guard !Line(bytes: text).isBlank else { throw .titleTooShort(minimum: 1) }
    let words = String(decoding: text, as: UTF8.self)
    let saysTime = !Line(bytes: text).values(of: "at").isEmpty
    let (now, zone) = (context.now, context.zone)
    return change(ids, in: &context) { line in
      let attached = atFront ? line.prepending(words) : line.appending(words)
      return saysTime ? attached.withDueOfTime(at: now, in: zone) : attached
    }
  }
}
