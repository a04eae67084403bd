package import TodoTxt

/// The next line of a recurring task, or why there is none.
package enum Successor: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case notRecurring
    /// `rec:` says nothing that can be counted; its value.
    case nonsense(String)
    /// The next due lies after `until:`.
    case ended(CivilDate)
    /// The next due cannot be written with four digits of a year.
    case beyondCalendar
  }

  case none(Reason)
  case line(Line)
}

/// The moment of a timed task: civil, or an instant where the due was written with `Z` or an offset.
package enum DueMoment: Hashable, Sendable {
  case civil(CivilDate, TimeOfDay)
  case instant(Instant)
}

extension Successor {
  /// Makes the new open line that completing `line` (open, or as it stands when done) on `day` leaves behind.
  ///
  /// `hasPassed` tells whether the moment of a timed task lies before its completion; nil when it was completed
  /// elsewhere, where the day alone counts, so that two machines write the same bytes.
  package init(of line: Line, completedOn day: CivilDate, hasPassed: ((DueMoment) -> Bool)? = nil) {
    self.init(moving: line.reopened().recreated(on: day), completedOn: day, hasPassed: hasPassed)
  }

  /// Moves due and threshold of an open line as its completion would, and changes nothing else.
  package init(skipping line: Line, on day: CivilDate, hasPassed: ((DueMoment) -> Bool)? = nil) {
    self.init(moving: line, completedOn: day, hasPassed: hasPassed)
  }

  private init(moving line: Line, completedOn day: CivilDate, hasPassed: ((DueMoment) -> Bool)?) {
    let meaning = Meaning(of: line)
    guard let rule = meaning.recurrence else {
      let nonsense = line.values(of: "rec").first.map { String(decoding: $0, as: UTF8.self) }
      self = .none(nonsense.map(Reason.nonsense) ?? .notRecurring)
      return
    }
    let next =
      rule.isStrict && (meaning.due ?? meaning.threshold) != nil
      ? Next(strictly: rule, meaning, day, hasPassed) : Next(rule, meaning, completedOn: day)
    guard let next, let date = next.due ?? next.threshold else {
      self = .none(.beyondCalendar)
      return
    }
    if let until = meaning.until, date > until {
      self = .none(.ended(until))
      return
    }
    self = .line(next.written(into: line))
  }
}

/// The dates of the next occurrence.
private struct Next {
  var due: CivilDate?
  var threshold: CivilDate?
  /// What becomes of `day:`.
  var dayOfMonth = DayOfMonth.kept

  enum DayOfMonth {
    case kept, removed
    /// The series wants this day, which the month of its date lacks.
    case wanted(Int)
  }

  /// Counts from the completion; the threshold keeps its gap in days to the due.
  init?(_ rule: RecurrenceRule, _ meaning: Meaning, completedOn day: CivilDate) {
    guard let date = rule.date(after: day) else { return nil }
    guard let threshold = meaning.threshold else {
      due = date
      return
    }
    guard let oldDue = meaning.due else {
      self.threshold = date
      return
    }
    let gap = max(0, Int(oldDue.daysSinceEpoch - threshold.daysSinceEpoch))
    guard let moved = date.moved(byDays: -gap) else { return nil }
    due = date
    self.threshold = moved
  }

  /// Moves both dates by as many steps as bring the due (the threshold where there is none) to the completion.
  init?(strictly rule: RecurrenceRule, _ meaning: Meaning, _ day: CivilDate, _ hasPassed: ((DueMoment) -> Bool)?) {
    guard let anchor = meaning.due ?? meaning.threshold else { return nil }
    let wanted = rule.isMonthly ? meaning.dayOfMonth.map(Int.init) : nil
    // Not too far at first: `day:` adds up to 30 days, another zone up to three.
    var steps = rule.steps(within: Int(day.daysSinceEpoch - anchor.daysSinceEpoch) - 33)
    while true {
      guard let date = rule.date(after: anchor, steps: steps, wanting: wanted) else { return nil }
      if !meaning.isOver(on: date, day, hasPassed) { break }
      steps += 1
    }
    guard let date = rule.date(after: anchor, steps: steps, wanting: wanted) else { return nil }
    if rule.isMonthly {
      let dayWanted = wanted ?? anchor.day
      dayOfMonth = date.day != dayWanted ? .wanted(dayWanted) : wanted == nil ? .kept : .removed
    }
    guard meaning.due != nil else {
      threshold = date
      return
    }
    due = date
    guard let oldThreshold = meaning.threshold else { return }
    guard let moved = rule.date(after: oldThreshold, steps: steps) else { return nil }
    threshold = moved
  }

  func written(into line: Line) -> Line {
    var line = line
    if let due { line = line.moving(.due, to: due) }
    if let threshold { line = line.moving(.t, to: threshold) }
    switch dayOfMonth {
    case .kept: return line
    case .removed: return line.removing(key: "day")
    case .wanted(let day): return line.setting("day", to: "\(day)")
    }
  }
}

extension Meaning {
  /// The occurrence on `date` lies before the completion: by its moment if it has one that can be asked for.
  fileprivate func isOver(on date: CivilDate, _ day: CivilDate, _ hasPassed: ((DueMoment) -> Bool)?) -> Bool {
    guard let hasPassed, let time else { return date < day }
    return hasPassed(instant(on: date).map { .instant(Instant(microseconds: $0)) } ?? .civil(date, time))
  }
}

extension Line {
  /// What a line of a series shares with the next one: its words but for header, dates and `pri:`.
  ///
  /// Words are joined by one space each, so that two lines of a series give equal bytes.
  package var seriesWords: [UInt8] {
    let dates = [KnownKey.due, .t, .day, .pri].map { Array("\($0.rawValue):".utf8) }
    return Array(
      words.filter { word in !dates.contains { word.starts(with: $0) } }.joined(separator: [UInt8(ascii: " ")]))
  }
}
