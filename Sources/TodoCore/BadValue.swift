package import TodoTxt

/// A value in the file that its key cannot have: told once, never guessed.
package struct BadValue: Hashable, Sendable {
  package var item: ItemID
  package var key: KnownKey
  /// As `KeyProblem.value`.
  package var value: String
  /// The day that was perhaps meant.
  package var meant: CivilDate?

  /// What of a task's problems is worth a popup: what its key ignores silently, and not what is merely said twice.
  package static func all(of task: Task, today: CivilDate) -> [BadValue] {
    if task.meaning.isDone { return [] }
    return task.meaning.problems.compactMap { problem in
      switch problem.kind {
      case .notADate, .noSuchDay:
        BadValue(
          item: task.id, key: problem.key, value: problem.value, meant: BadValue.day(problem.value, today: today))
      case .notATime, .notAReminder, .notARecurrence, .notADayOfMonth:
        BadValue(item: task.id, key: problem.key, value: problem.value)
      case .notAPriority, .repeated, .timeWithoutDate, .contradictsDue: nil
      }
    }
  }

  /// `due:friday`, cut to what a line can show.
  package var word: String { PopupTitle.cleaned(Array("\(key.rawValue):\(value)".utf8)[...], 60) }

  /// The line with just that word changed; as it was if the word is not there any more.
  package func mended(_ line: Line) -> Line {
    guard let meant else { return line }
    return line.changing(key, from: value, to: "\(meant)")
  }

  /// What people type: relative words, `2026-3-6`, `2026/03/06`, `20260306`, and a day just behind the end of its month.
  static func day(_ value: String, today: CivilDate) -> CivilDate? {
    if let day = try? DateWords.date(value, today: today) { return day }
    let digits = value.utf8.count == 8 && value.isNumeral
    let parts =
      digits
      ? [value.prefix(4), value.dropFirst(4).prefix(2), value.dropFirst(6)]
      : value.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    guard parts.count == 3, parts[0].utf8.count == 4, parts.allSatisfy({ String($0).isNumeral }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...31).contains(day), CivilDate(year: year, month: month, day: 1) != nil
    else { return nil }
    return CivilDate(year: year, month: month, day: min(day, CivilDate.daysIn(month: month, ofYear: year)))
  }
}

extension Popup {
  /// Values that make no sense, with what was perhaps meant.
  package init(
    bad values: [BadValue], line: (ItemID) -> Line?, slot: Int, configuration: Configuration, zone: Zone, now: Instant
  ) {
    let words = PopupWords(zone: zone, now: now)
    func title(_ item: ItemID) -> String {
      guard configuration.popupText != .none, let line = line(item) else { return "" }
      let text = PopupTitle(of: line, limit: PopupWriter.lineLength).text
      return text.isEmpty ? "" : " · \(text)"
    }
    let shown = values.prefix(PopupWriter.digestLines)
    var lines = shown.map { value in
      let meant = values.count > 1 ? value.meant.map { ", perhaps \(words.date($0))" } ?? "" : ""
      return "\(value.word)\(meant)\(title(value.item))"
    }
    if values.count > shown.count { lines.append("and \(values.count - shown.count) more") }
    let summary = values.count == 1 ? "A value makes no sense" : "\(values.count) values make no sense"
    self.init(
      slot: slot, summary: summary, body: lines.joined(separator: "\n"), category: "x-todod.notice", stays: true)
    let understood = values.compactMap(\.meant)
    if values.count == 1, let meant = understood.first {
      actions.append(Action(.makeIt, "Make it \(words.date(meant))"))
    } else if !understood.isEmpty {
      actions.append(Action(.makeIt, understood.count == values.count ? "Make them so" : "Make \(understood.count) so"))
    }
    actions.append(Action(.leave, "Leave"))
    items = Array(Set(values.map(\.item))).sorted()
  }
}
