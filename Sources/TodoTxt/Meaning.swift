/// All that todod understands of one line, found once.
///
/// 120 bytes (the order of the fields leaves no gaps), for there is one for each of 100 000 tasks.
/// Of a key with several values the first that makes sense counts; the others, and impossible ones, are `problems`.
package struct Meaning: Hashable, Sendable {
  /// What `rem:` says.
  package enum Reminders: Hashable, Sendable {
    /// No `rem:`: the leads of the configuration.
    case configured
    /// `rem:none`: nothing rings.
    case silent
    /// These leads instead; `rem:0` is none of them, the due rings anyway. Each once, as written.
    case leads([Lead])
    /// One absolute moment.
    case moment(CivilDate, TimeOfDay)
  }

  /// The day as written; where `dueInstant` is set, in the zone that is written with it.
  package internal(set) var due: CivilDate?
  package internal(set) var isDone = false
  /// No word at all.
  package internal(set) var isBlank = false
  /// `h:1`.
  package internal(set) var isHidden = false
  /// `t:`, the day before which the task is neither listed nor rings.
  package internal(set) var threshold: CivilDate?
  /// Of the header, or what `pri:` of a done line says.
  package internal(set) var priority: Priority?
  package internal(set) var completion: CivilDate?
  /// `day:`, 1 to 31.
  package internal(set) var dayOfMonth: UInt8?
  package internal(set) var creation: CivilDate?
  /// `until:`, after which nothing recurs.
  package internal(set) var until: CivilDate?
  /// Of the due, or of the threshold where there is no due: from `at:`, or written in the due itself.
  package internal(set) var time: TimeOfDay?
  package internal(set) var recurrence: RecurrenceRule?
  /// `id:`, a number by which `p:` of other lines names this one.
  package internal(set) var number: Int32?
  /// `p:`, the `id:` of the parent.
  package internal(set) var parent: Int32?
  /// Seconds east of UTC that a due is written with (`Z` is 0).
  package internal(set) var dueOffset: Int32?
  package internal(set) var reminders = Reminders.configured
  package internal(set) var problems: [KeyProblem] = []
  /// The occurrence's name in the ledger: the value of `due` (else of `t`) as written, a space and that of `at`.
  ///
  /// Up to 15 bytes (`2026-03-01 0900`) it needs no memory of its own. Empty without a date.
  package internal(set) var dueAsWritten = ""

  /// A due with `Z` or an offset is this instant, in microseconds since the epoch, and wins over `due` and `time`.
  package var dueInstant: Int64? { due.flatMap(instant(on:)) }

  /// The instant that the due would be if it named this day instead.
  package func instant(on day: CivilDate) -> Int64? {
    guard let time, let dueOffset else { return nil }
    return (Int64(day.daysSinceEpoch) * 86_400 + Int64(time.seconds) - Int64(dueOffset)) * 1_000_000
  }

  /// Reads the line in one pass; a line of plain words costs no memory but its own.
  package init(of line: Line) {
    let header = line.header
    isDone = header.isDone
    priority = header.priority
    completion = header.completion
    creation = header.creation
    isBlank = line.isBlank
    let bytes = line.bytes
    let end = line.contentEnd
    var cursor = WordCursor(at: header.textStart)
    var reader: KeyReader?
    while let word = cursor.next(in: bytes, until: end) {
      guard let colon = word.keyEnd(in: bytes), let key = KnownKey(bytes, word.start..<colon) else { continue }
      var keys = reader.take() ?? KeyReader(self, of: bytes)
      keys.take(key, (colon + 1)..<word.end)
      reader = keys
    }
    if let reader { self = reader.finished() }
  }

  /// Of the last 50 open tasks most have a creation date, or there is none: so shall a new one.
  package static func mostAreDated(newestFirst next: () -> Meaning?) -> Bool {
    var dated = 0
    var count = 0
    while count < 50, let task = next() {
      if task.isDone || task.isBlank { continue }
      count += 1
      if task.creation != nil { dated += 1 }
    }
    return count == 0 || dated * 2 > count
  }
}
