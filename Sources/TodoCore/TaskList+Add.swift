import TodoTxt

extension TaskList {
  /// Adds a task at the end, or at the top, in the file's own style: creation date and line ending.
  mutating func add(_ text: [UInt8], top: Bool, uuid: TaskUUID?, in context: inout ChangeContext)
    throws(Refusal) -> Outcome
  {
    let line = try newLine(text, in: context)
    let task = Task(id: newID(), uuid: uuid ?? TaskUUID(using: &context.uuids), line: line)
    if top {
      insert(.task(task), at: 0)
    } else {
      append([.task(task)])
    }
    return Outcome(changes: [TaskChange(old: nil, new: task)])
  }

  mutating func put(_ uuid: TaskUUID, _ text: [UInt8], in context: inout ChangeContext) throws(Refusal) -> Outcome {
    guard let old = tasks.first(where: { $0.uuid == uuid }) else {
      return try add(text, top: false, uuid: uuid, in: &context)
    }
    let line = inOwnEnding(try checked(Line(bytes: text), in: context), of: old.line)
    return change([old.id], in: &context) { _ in line }
  }

  /// A line as a client gave it, made fit for this file.
  private func newLine(_ text: [UInt8], in context: ChangeContext) throws(Refusal) -> Line {
    let wantsDate =
      switch context.creationDates {
      case .yes: true
      case .no: false
      case .auto: mostAreDated
      }
    let line = try checked(Line.new(text: text, creation: wantsDate ? context.today : nil), in: context)
    return usesCRLF ? Line(bytes: line.bytes + [UInt8(ascii: "\r")]) : line
  }

  private var mostAreDated: Bool {
    var place = rows.count
    return Meaning.mostAreDated {
      while place > 0 {
        place -= 1
        if let meaning = rows[place].meaning { return meaning }
      }
      return nil
    }
  }

  /// Refuses what cannot be one task in one line.
  func checked(_ line: Line, in context: ChangeContext) throws(Refusal) -> Line {
    guard !line.bytes.contains(UInt8(ascii: "\n")) else { throw .textHasLineBreak }
    guard line.titleLength >= context.minimumTitle else { throw .titleTooShort(minimum: context.minimumTitle) }
    return line
  }

  func inOwnEnding(_ line: Line, of old: Line) -> Line {
    let hadReturn = old.bytes.last == UInt8(ascii: "\r")
    return hadReturn && line.bytes.last != UInt8(ascii: "\r") ? Line(bytes: line.bytes + [UInt8(ascii: "\r")]) : line
  }
}
