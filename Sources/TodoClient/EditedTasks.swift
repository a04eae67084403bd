import TodoCore
import TodoProtocol
import TodoTxt

/// What was done in the editor, joined with what became of the tasks meanwhile: the requests that carry it out.
struct EditedTasks {
  /// A request, and what it is about.
  struct Wish {
    let part: EditedText.Intent.Part
    let request: Request
    /// The line as it was typed, for whoever must be told that it was refused.
    let line: Line
  }

  private(set) var wishes: [Wish] = []
  /// What people should know that did not go as they wrote it.
  private(set) var notes: [String] = []
  /// Tasks that somebody else changed in the same words: theirs stays.
  private(set) var clashes: [(mine: Line, theirs: TaskRow)] = []

  /// - Parameter now: The tasks as they are, by id; none for one that is gone.
  init(_ intent: EditedText.Intent, now: [Int32: TaskRow]) {
    for changed in intent.changed { take(changed, now[changed.row.id]) }
    for row in intent.removed { take(removed: row, now[row.id]) }
    for (place, line) in intent.added.enumerated() { add(line, .new(place)) }
  }

  private mutating func take(_ changed: EditedText.Intent.Changed, _ theirs: TaskRow?) {
    guard let theirs else {
      notes.append("task \(changed.row.id) is gone meanwhile: your line is a new task")
      return add(changed.line, .task(changed.row.id))
    }
    guard let merged = mergeLine(base: changed.row.line, x: theirs.line, y: changed.line) else {
      clashes.append((changed.line, theirs))
      return
    }
    guard merged != theirs.line else { return }
    if theirs.line != changed.row.line { notes.append("task \(theirs.id) was changed meanwhile too: both are in it") }
    // One CR before the line end is the protocol's.
    let isReturned = merged.bytes.last == UInt8(ascii: "\r")
    let command = Command.replace(
      .id(theirs.id), line: merged.bytes + (isReturned ? [UInt8(ascii: "\r")] : []), isWhole: true)
    wishes.append(
      Wish(
        part: .task(theirs.id), request: Request(command, condition: theirs.attributes.hash), line: changed.line))
  }

  private mutating func take(removed row: TaskRow, _ theirs: TaskRow?) {
    guard let theirs else { return }
    guard theirs.line == row.line else {
      notes.append("task \(row.id) was changed meanwhile and stays: todoctl remove \(row.id)")
      return
    }
    wishes.append(
      Wish(
        part: .task(row.id), request: Request(.remove([.id(row.id)]), condition: theirs.attributes.hash), line: row.line
      ))
  }

  private mutating func add(_ line: Line, _ part: EditedText.Intent.Part) {
    wishes.append(Wish(part: part, request: Request(.add(text: line.bytes, top: false)), line: line))
  }

  /// In batches that todod takes; one, and so one step, for all but the largest edits.
  var batches: [ArraySlice<Wish>] {
    var batches: [ArraySlice<Wish>] = []
    var (start, size) = (0, 0)
    for (place, wish) in wishes.enumerated() {
      let bytes = wish.request.bytes.count
      if place > start, place - start == EditedTasks.most.requests || size + bytes > EditedTasks.most.bytes {
        batches.append(wishes[start..<place])
        (start, size) = (place, 0)
      }
      size += bytes
    }
    return wishes.isEmpty ? [] : batches + [wishes[start...]]
  }

  private static let most = (requests: 1000, bytes: 256 * 1024)
}
