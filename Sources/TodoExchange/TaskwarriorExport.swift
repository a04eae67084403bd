package import TodoClient
package import TodoCore
import TodoProtocol
import TodoTxt

/// Tasks as `task import` takes them.
///
/// What Taskwarrior has no attribute for goes as words into one of our own, `todod`, which it keeps like one that a
/// user defined, and which import reads back.
package struct TaskwarriorExport {
  private let zone: Zone
  private let now: Instant
  /// The uuids of the open tasks that wait for a task, by the number that they have in `id:`.
  private var needs: [Int32: [String]] = [:]

  package init(zone: Zone, now: Instant) {
    self.zone = zone
    self.now = now
  }

  package func bytes(of rows: [TaskRow]) -> [UInt8] {
    var export = self
    for row in rows {
      if let parent = row.meaning.parent, let uuid = row.attributes.uuid {
        export.needs[parent, default: []].append(uuid.description)
      }
    }
    let joined = Set(rows.compactMap(\.meaning.number)).intersection(export.needs.keys)
    var bytes: [UInt8] = Array("[\n".utf8)
    for (place, row) in rows.enumerated() {
      if place > 0 { bytes += Array(",\n".utf8) }
      bytes += export.object(row, joined)
    }
    return bytes + Array((rows.isEmpty ? "]\n" : "\n]\n").utf8)
  }

  private func object(_ row: TaskRow, _ joined: Set<Int32>) -> [UInt8] {
    let meaning = row.meaning
    let words = TaskwarriorWords(of: row.line, joined: joined)
    var json = JSONText()
    json.begin("{")
    json.member("uuid", row.attributes.uuid?.description)
    json.member("description", words.description)
    json.member("status", status(of: meaning, words))
    if let day = meaning.creation { json.member("entry", text(day)) }
    if meaning.isDone, let day = meaning.completion { json.member("end", text(day)) }
    if let due = dueInstant(of: meaning) { json.member("due", TaskwarriorTime.text(due)) }
    if let day = meaning.threshold { json.member("wait", text(day)) }
    if let recurrence = words.recurrence {
      json.member("recur", recurrence)
      // Its last second: what is due that day still comes.
      if let day = meaning.until { json.member("until", text(day, at: TimeOfDay(seconds: 86_399))) }
    }
    if let letter = words.priority { json.member("priority", letter) }
    if let project = words.project { json.member("project", project) }
    if !words.tags.isEmpty { json.member("tags", strings: words.tags) }
    if let number = meaning.number, let needs = needs[number] { json.member("depends", strings: needs) }
    if !words.rest.isEmpty { json.member("todod", words.rest.joined(separator: " ")) }
    json.end("}")
    return json.bytes
  }

  private func status(of meaning: Meaning, _ words: TaskwarriorWords) -> String {
    if meaning.isDone { return "completed" }
    if words.recurrence != nil { return "recurring" }
    // Newer versions see that by `wait` alone.
    let isEarly = meaning.threshold.map { zone.start(of: $0) > now } ?? false
    return isEarly ? "waiting" : "pending"
  }

  private func dueInstant(of meaning: Meaning) -> Instant? {
    if let instant = meaning.dueInstant { return Instant(microseconds: instant) }
    return meaning.due.map { zone.instant(of: CivilTime($0, meaning.time ?? .midnight)) }
  }

  private func text(_ day: CivilDate, at time: TimeOfDay = .midnight) -> String {
    TaskwarriorTime.text(zone.instant(of: CivilTime(day, time)))
  }
}
