package import TodoProtocol
package import TodoTxt

/// A task as the daemon told of it.
///
/// A class because lists of ten thousands are grouped and sorted: copies of its many members cost more than all else.
package final class TaskRow: Sendable {
  package let id: Int32
  package let attributes: RowAttributes
  package let line: Line
  package let meaning: Meaning

  package init(id: Int32, _ attributes: RowAttributes, line: [UInt8]) {
    self.id = id
    self.attributes = attributes
    self.line = Line(bytes: line)
    meaning = Meaning(of: self.line)
  }

  /// The day and time it is due on this machine's clock: a due written with an offset is what the daemon says it is.
  package var due: (day: CivilDate, time: TimeOfDay?)? {
    if meaning.dueOffset != nil, let said = attributes.dueAt.flatMap(ClockReading.init) { return (said.day, said.time) }
    return meaning.due.map { ($0, meaning.time) }
  }
}

extension TaskRow: Hashable {
  package static func == (left: TaskRow, right: TaskRow) -> Bool {
    left.id == right.id && left.attributes == right.attributes && left.line == right.line
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What an ISO 8601 instant with offset shows on the clock it was written for.
package struct ClockReading: Hashable, Sendable {
  package let day: CivilDate
  package let time: TimeOfDay

  /// Reads the `2026-01-03T09:00:00` in front; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T"), let day = CivilDate(parsing: bytes[..<10]) else {
      return nil
    }
    func number(_ place: Int) -> Int? { Int(String(decoding: bytes[place..<(place + 2)], as: UTF8.self)) }
    guard let hour = number(11), let minute = number(14), let second = number(17),
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { return nil }
    self.day = day
    self.time = time
  }
}
