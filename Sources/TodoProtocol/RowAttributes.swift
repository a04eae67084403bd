/// What a row says beside its line: things a todo.txt line has no place for.
///
/// Instants are ISO 8601 with offset, as the daemon wrote them: the client shows them and does not reckon with zones.
package struct RowAttributes: Hashable, Sendable {
  package enum Mark: String, Sendable {
    /// One of two lines that changed the same words in two places.
    case clash
    /// A key has a value that makes no sense.
    case badDate = "baddate"
  }

  package var hash: LineHash?
  package var uuid: UUIDWord?
  /// In the file, counted from 1.
  package var lineNumber: Int32?
  /// `at=`: the due as an instant.
  package var dueAt: String?
  /// When it rings next.
  package var next: String?
  /// The moment that `next` is of, where an answer has several of a task: `due`, `lead 1h`.
  package var moment: String?
  /// When it rang last.
  package var rung: String?
  /// Until when it is snoozed.
  package var snoozed: String?
  package var isDismissed = false
  /// Why what has come does not ring yet: `paused`, `quiet-hours`.
  package var held: String?
  /// With one decimal: `7.2`.
  package var urgency: String?
  package var isOverdue = false
  package var isBlocked = false
  package var mark: Mark?
  /// The other lines of a clash.
  package var twins: [Int32] = []
  /// In an answer to `history`: the step that the row belongs to, `s812`.
  package var step: String?
  /// The line is as it was before the step.
  package var isBefore = false
  /// The step left the line alone, which is as it is now.
  package var isKept = false
  /// The line is that in another file, to which it went or from which it came.
  package var file: String?
  /// In an answer to `trash`: who took the line, and when.
  package var by: String?
  package var gone: String?
  /// The task is in the list with an older line.
  package var isThere = false

  package init(hash: LineHash? = nil) { self.hash = hash }
}

extension RowAttributes {
  /// Appends ` key=value` for each that is there, in the order of the manual.
  package func append(to buffer: inout [UInt8]) {
    if let hash { buffer.appendPair("if", hash) }
    if let uuid { buffer.appendPair("uuid", uuid.description) }
    if let lineNumber { buffer.appendPair("ln", lineNumber) }
    if let dueAt { buffer.appendPair("at", dueAt) }
    if let next { buffer.appendPair("next", next) }
    if let moment { buffer.appendPair("moment", moment) }
    if let rung { buffer.appendPair("rung", rung) }
    if let snoozed { buffer.appendPair("snoozed", snoozed) }
    if isDismissed { buffer.appendPair("dismissed", "1") }
    if let held { buffer.appendPair("held", held) }
    if let urgency { buffer.appendPair("urgency", urgency) }
    if isOverdue { buffer.appendPair("overdue", "1") }
    if isBlocked { buffer.appendPair("blocked", "1") }
    if let mark { buffer.appendPair("mark", mark.rawValue) }
    if !twins.isEmpty { buffer.appendPair("twin", twins.map { String($0) }.joined(separator: ",")) }
    if let step { buffer.appendPair("step", step) }
    if isBefore { buffer.appendPair("was", "1") }
    if isKept { buffer.appendPair("kept", "1") }
    if let file { buffer.appendPair("file", file) }
    if let by { buffer.appendPair("by", by) }
    if let gone { buffer.appendPair("gone", gone) }
    if isThere { buffer.appendPair("there", "1") }
  }

  /// Those of a `* task` or `* due` event, which carry a row's attributes beside their `id=`.
  package init(_ said: [Attribute]) {
    for attribute in said { take(key: Array(attribute.key.utf8)[...], value: Array(attribute.value.utf8)[...]) }
  }

  /// Takes one attribute in; unknown ones are ignored, as the protocol asks of clients.
  mutating func take(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    switch key.string {
    case "if": hash = LineHash(parsing: value)
    case "uuid": uuid = UUIDWord(parsing: value)
    case "ln": lineNumber = value.decimal().flatMap { Int32(exactly: $0) }
    case "at": dueAt = value.string
    case "next": next = value.string
    case "moment": moment = value.string
    case "rung": rung = value.string
    case "snoozed": snoozed = value.string
    case "dismissed": isDismissed = value.equals("1")
    case "held": held = value.string
    case "urgency": urgency = value.string
    case "overdue": isOverdue = value.equals("1")
    case "blocked": isBlocked = value.equals("1")
    case "mark": mark = Mark(rawValue: value.string)
    case "twin": twins = value.split(separator: UInt8(ascii: ",")).compactMap { $0.decimal().flatMap(Int32.init) }
    case "step": step = value.string
    case "was": isBefore = value.equals("1")
    case "kept": isKept = value.equals("1")
    case "file": file = value.string
    case "by": by = value.string
    case "gone": gone = value.string
    case "there": isThere = value.equals("1")
    default: break
    }
  }
}
