package import TodoTxt

/// The todo file as it stands in memory: its lines in their order, each task under its id.
///
/// A value: a change is made on a copy, written, and only then takes the place of the old one.
package struct TaskList: Sendable {
  package private(set) var rows: Rows
  package private(set) var frame: Delta.Frame
  package private(set) var ids: IDPool
  /// Index into `rows` by id number; -1 where no task has it.
  private var positions: [Int32]
  package private(set) var taskCount: Int

  package static let empty = TaskList(
    rows: Rows(), frame: Delta.Frame(hasByteOrderMark: false, endsWithNewline: true), ids: IDPool())

  /// - Parameter ids: knows the ids that history keeps from being given again; those of `rows` are added here.
  package init(rows: [Row], frame: Delta.Frame, ids: IDPool) {
    self.init(rows: Rows(rows), frame: frame, ids: ids)
  }

  package init(rows: Rows, frame: Delta.Frame, ids: IDPool) {
    self.rows = rows
    self.frame = frame
    self.ids = ids
    positions = []
    taskCount = 0
    index(from: 0)
  }

  /// One more than the highest id that can have a position.
  var positionCount: Int { positions.count }

  package func position(of id: ItemID) -> Int? {
    let number = Int(id.number)
    guard number < positions.count, positions[number] >= 0 else { return nil }
    return Int(positions[number])
  }

  package subscript(id: ItemID) -> Task? {
    guard let position = position(of: id), case .task(let task) = rows[position] else { return nil }
    return task
  }

  /// Every task in the order of the file.
  package var tasks: some Sequence<Task> {
    rows.lazy.compactMap { row in
      guard case .task(let task) = row else { return nil }
      return task
    }
  }

  package var lines: [Line] { rows.map(\.line) }

  package var text: TodoText {
    TodoText(lines: lines, endsWithNewline: frame.endsWithNewline, hasByteOrderMark: frame.hasByteOrderMark)
  }

  package var bytes: [UInt8] {
    var writer = TodoTextWriter(
      hasByteOrderMark: frame.hasByteOrderMark, capacity: rows.reduce(3) { $0 + $1.line.bytes.count + 1 })
    for row in rows { writer.append(row.line) }
    return writer.end(withNewline: frame.endsWithNewline)
  }

  /// The last line that ends at all ends in CR LF: so shall a line that is added.
  package var usesCRLF: Bool {
    let ended = frame.endsWithNewline ? rows[...] : rows.dropLast()
    return ended.last?.line.bytes.last == UInt8(ascii: "\r")
  }

  // MARK: The few ways in which rows change

  /// Puts another line under the id of a task; a line without words leaves a blank line there.
  package mutating func put(_ task: Task, at position: Int) {
    rows[position] = .task(task)
  }

  /// Adds rows at the end. A missing last newline is repaired, since the next line has to begin somewhere.
  package mutating func append(_ added: [Row]) {
    let start = rows.count
    repairLastEnding()
    rows.append(contentsOf: added)
    frame.endsWithNewline = true
    index(from: start)
  }

  package mutating func insert(_ row: Row, at position: Int) {
    rows.insert(row, at: position)
    index(from: position)
  }

  /// Takes whole lines out, so that none stays behind empty.
  package mutating func remove(at removed: Set<Int>) {
    guard let first = removed.min() else { return }
    for position in removed { forgetPosition(ofRowAt: position) }
    let before = rows
    rows.removeAll(from: first)
    for position in first..<before.count where !removed.contains(position) { rows.append(before[position]) }
    if rows.isEmpty { frame.endsWithNewline = true }
    index(from: first)
  }

  /// Gives the file another order of the same rows.
  package mutating func reorder(_ ordered: Rows) {
    precondition(ordered.count == rows.count)
    rows = ordered
    index(from: 0)
  }

  mutating func newID() -> ItemID { ids.takeLowest() }

  /// A last line without LF gets the ending that the others have, CR too.
  private mutating func repairLastEnding() {
    guard !frame.endsWithNewline, usesCRLF, let last = rows.last, last.line.bytes.last != UInt8(ascii: "\r") else {
      return
    }
    let line = Line(bytes: last.line.bytes + [UInt8(ascii: "\r")])
    switch last {
    case .task(let task): rows[rows.count - 1] = .task(Task(id: task.id, uuid: task.uuid, line: line))
    case .blank: rows[rows.count - 1] = .blank(line)
    }
  }

  private mutating func forgetPosition(ofRowAt position: Int) {
    guard case .task(let task) = rows[position] else { return }
    positions[Int(task.id.number)] = -1
    taskCount -= 1
  }

  private mutating func index(from start: Int) {
    for position in start..<rows.count {
      guard case .task(let task) = rows[position] else { continue }
      let number = Int(task.id.number)
      if number >= positions.count {
        let wanted = max(number + 1, positions.count * 2, rows.count + 1)
        positions.append(contentsOf: repeatElement(-1, count: wanted - positions.count))
      }
      if positions[number] < 0 { taskCount += 1 }
      positions[number] = Int32(position)
      ids.take(task.id)
    }
  }
}
