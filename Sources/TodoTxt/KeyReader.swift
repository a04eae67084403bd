/// Gathers what the keys of one line say, word by word, and puts the parts together at the end.
struct KeyReader {
  private let bytes: [UInt8]
  private var meaning: Meaning
  /// The keys of which a value counts already, one bit each.
  private var counted: UInt16 = 0
  private var dueTime: TimeOfDay?
  private var at: (time: TimeOfDay, value: Range<Int>)?
  private var due: Range<Int>?
  private var threshold: Range<Int>?
  private var hasBadDate = false

  init(_ meaning: Meaning, of bytes: [UInt8]) {
    self.meaning = meaning
    self.bytes = bytes
  }

  mutating func take(_ key: KnownKey, _ place: Range<Int>) {
    let value = bytes[place]
    switch key {
    case .due, .t, .until: takeDate(key, place)
    case .at: takeTime(place)
    case .rem:
      switch Meaning.Reminders.parse(value) {
      case .success(let reminders): count(key, place) { $0.reminders = reminders }
      case .failure(let kind): report(key, place, kind)
      }
    case .rec: count(key, place, RecurrenceRule(parsing: value), else: .notARecurrence) { $0.recurrence = $1 }
    case .day:
      let day = decimal(value, places: 2).flatMap { (1...31).contains($0) ? UInt8($0) : nil }
      count(key, place, day, else: .notADayOfMonth) { $0.dayOfMonth = $1 }
    case .pri:
      let letter = value.count == 1 ? value.first.flatMap(Priority.init) : nil
      count(key, place, letter, else: .notAPriority) { meaning, letter in
        if meaning.isDone, meaning.priority == nil { meaning.priority = letter }
      }
    // Other programs put what they like into these three: what is no number is text.
    case .h:
      if let number = decimal(value, places: 1) { count(key, place) { $0.isHidden = number == 1 } }
    case .id:
      if let number = decimal(value, places: 9) { count(key, place) { $0.number = number } }
    case .p:
      if let number = decimal(value, places: 9) { count(key, place) { $0.parent = number } }
    }
  }

  /// Gives the time to the date it belongs to.
  func finished() -> Meaning {
    var reader = self
    reader.joinTime()
    return reader.meaning
  }

  private mutating func takeDate(_ key: KnownKey, _ place: Range<Int>) {
    switch DateValue.parse(bytes[place], allowsTime: key == .due) {
    case .failure(let kind):
      report(key, place, kind)
      if key != .until { hasBadDate = true }
    case .success(let value):
      guard isFirst(key, place) else { return }
      if key == .until {
        meaning.until = value.date
      } else if key == .t {
        meaning.threshold = value.date
        threshold = place
      } else {
        meaning.due = value.date
        meaning.dueOffset = value.offset
        dueTime = value.time
        due = place
      }
    }
  }

  private mutating func takeTime(_ place: Range<Int>) {
    // `at:office` is where, not when.
    guard bytes[place].contains(where: isDigit) else { return }
    guard let time = TimeOfDay(at: bytes[place]) else { return report(.at, place, .notATime) }
    if isFirst(.at, place) { at = (time, place) }
  }

  private mutating func joinTime() {
    if let at {
      if due == nil, threshold == nil {
        // A due that is no date is reported already.
        if !hasBadDate { report(.at, at.value, .timeWithoutDate) }
      } else if let dueTime, dueTime != at.time {
        report(.at, at.value, .contradictsDue)
      }
    }
    guard let date = due ?? threshold else { return }
    meaning.time = dueTime ?? at?.time
    meaning.dueAsWritten = text(date)
    if dueTime == nil, let at { meaning.dueAsWritten += " " + text(at.value) }
  }

  private mutating func count(_ key: KnownKey, _ place: Range<Int>, _ change: (inout Meaning) -> Void) {
    if isFirst(key, place) { change(&meaning) }
  }

  private mutating func count<Value>(
    _ key: KnownKey, _ place: Range<Int>, _ value: Value?, else kind: KeyProblem.Kind,
    _ change: (inout Meaning, Value) -> Void
  ) {
    guard let value else { return report(key, place, kind) }
    if isFirst(key, place) { change(&meaning, value) }
  }

  /// Marks the key as having its value; a later one is reported.
  private mutating func isFirst(_ key: KnownKey, _ place: Range<Int>) -> Bool {
    guard counted & key.bit == 0 else {
      report(key, place, .repeated)
      return false
    }
    counted |= key.bit
    return true
  }

  private mutating func report(_ key: KnownKey, _ place: Range<Int>, _ kind: KeyProblem.Kind) {
    meaning.problems.append(KeyProblem(key: key, value: text(place), kind: kind))
  }

  private func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }
}
