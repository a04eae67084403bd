import TodoCore
import TodoProtocol
import TodoTxt

/// Taskwarrior's tasks as lines of ours; its UTC instants are told on the clock of `zone`.
struct TaskwarriorImport {
  let zone: Zone

  func list(of values: [JSONValue]) -> ForeignList {
    var list = ForeignList()
    var tasks: [TaskwarriorTask] = []
    for (place, value) in values.enumerated() {
      do throws(Complaint) { tasks.append(try TaskwarriorTask(value, number: place + 1)) } catch {
        list.complaints.append(error)
      }
    }
    let series = TaskwarriorSeries(tasks)
    for task in tasks {
      if task.status == .deleted {
        list.leftOut.append(.init(place: task.place, reason: "deleted"))
      } else if let first = series.standIn(for: task) {
        list.leftOut.append(.init(place: task.place, reason: "one more occurrence of \(first)"))
      } else {
        list.tasks.append(foreign(task, in: series))
      }
    }
    return list
  }

  private func foreign(_ task: TaskwarriorTask, in series: TaskwarriorSeries) -> ForeignTask {
    var remarks: [String] = []
    var draft = LineDraft(isDone: task.status == .completed)
    draft.creation = task.dates[.entry].map(zone.date(of:))
    if draft.isDone { draft.completion = (task.dates[.end] ?? task.dates[.modified]).map(zone.date(of:)) }
    draft.words = ForeignText.plainWords(task.text, remarks: &remarks)
    // What stands at the one occurrence that is open belongs to the series.
    let occurrence = series.occurrence(of: task)
    for annotation in task.annotations + (occurrence?.annotations ?? []) {
      draft.words += words(of: annotation, &remarks)
    }
    takePriority(task, &draft, &remarks)
    if let project = task.project { draft.add(tag: "+", project) }
    for tag in task.tags { draft.add(tag: "@", tag) }
    let rule = draft.isDone ? nil : recurrence(of: task, in: series, &remarks)
    takeDates(
      occurrence?.dates ?? task.dates, of: rule, after: occurrence == nil ? series.lastDue(of: task) : nil, &draft,
      &remarks)
    takeOwnKeys(task, &draft, &remarks)
    remarks += task.unknown.map { "\($0) has no place in todo.txt" }
    let uuid = task.uuid ?? TaskUUID(ofWords: "taskwarrior \(task.text)".utf8, copy: task.number)
    return ForeignTask(
      place: task.place, uuid: uuid, hasOwnUUID: task.uuid != nil, line: draft.line,
      needs: draft.isDone ? [] : task.needs, remarks: remarks)
  }

  /// `(2026-03-01 she was out)`.
  private func words(of annotation: TaskwarriorTask.Annotation, _ remarks: inout [String]) -> [String] {
    var words = ForeignText.plainWords(annotation.text, remarks: &remarks)
    guard !words.isEmpty else { return [] }
    if let entry = annotation.entry { words.insert(zone.date(of: entry).description, at: 0) }
    return ForeignText.words("(\(words.joined(separator: " ")))")
  }

  private func takePriority(_ task: TaskwarriorTask, _ draft: inout LineDraft, _ remarks: inout [String]) {
    let letters: [String: Character] = ["H": "A", "M": "B", "L": "C"]
    guard let word = task.priority, !word.isEmpty else { return }
    guard let letter = letters[word] else {
      remarks.append("priority=\(word) is none of H, M and L")
      return
    }
    draft.priority = letter.asciiValue.flatMap(Priority.init)
  }

  private func recurrence(
    of task: TaskwarriorTask, in series: TaskwarriorSeries, _ remarks: inout [String]
  ) -> RecurrenceRule? {
    guard series.recurs(task), let text = task.recurrence else { return nil }
    let rule = TaskwarriorRecurrence.rule(text)
    if rule == nil { remarks.append("recur=\(text) is nothing that 'rec:' can say") }
    return rule
  }

  /// - Parameter last: The series goes on after that occurrence, which is over.
  private func takeDates(
    _ dates: [TaskwarriorTask.Date: Instant], of rule: RecurrenceRule?, after last: Instant?,
    _ draft: inout LineDraft, _ remarks: inout [String]
  ) {
    if let due = dates[.due] {
      var civil = zone.civil(of: due)
      if let rule, let last { civil.date = rule.next(from: civil.date, after: zone.date(of: last)) }
      draft.words.append("due:\(civil.date)")
      // Both are how Taskwarrior writes a day: its first second, or (`eom`) its last.
      if civil.time.seconds != 0, civil.time.seconds != 86_399 {
        draft.words.append("at:\(padded(civil.time.hour, 2))\(padded(civil.time.minute, 2))")
        if civil.time.second != 0 { remarks.append("the seconds of due=\(TaskwarriorTime.text(due)) are left out") }
      }
    }
    takeThreshold(dates, &draft, &remarks)
    if let rule { draft.words.append("rec:\(rule.words)") }
    guard let until = dates[.until] else { return }
    if rule != nil {
      draft.words.append("until:\(zone.date(of: until))")
    } else {
      remarks.append("until=\(TaskwarriorTime.text(until)): no task goes by itself")
    }
  }

  /// The later one of `wait` and `scheduled` is the day before which nobody wants to see it.
  private func takeThreshold(
    _ dates: [TaskwarriorTask.Date: Instant], _ draft: inout LineDraft, _ remarks: inout [String]
  ) {
    let both: [(TaskwarriorTask.Date, Instant)] = [.wait, .scheduled].compactMap { name in
      dates[name].map { (name, $0) }
    }
    guard let later = both.max(by: { $0.1 < $1.1 }) else { return }
    let civil = zone.civil(of: later.1)
    draft.words.append("t:\(civil.date)")
    if civil.time.seconds != 0, civil.time.seconds != 86_399 {
      remarks.append("the time \(civil.time) of '\(later.0.rawValue)' is left out: 't:' is a day")
    }
    for (name, instant) in both where zone.date(of: instant) != civil.date {
      remarks.append("\(name.rawValue)=\(TaskwarriorTime.text(instant)) is before '\(later.0.rawValue)', which counts")
    }
  }

  /// Keys that our export found no attribute for come back as they were.
  private func takeOwnKeys(_ task: TaskwarriorTask, _ draft: inout LineDraft, _ remarks: inout [String]) {
    for word in ForeignText.words(task.todod ?? "") {
      guard let key = ForeignText.meantKey(word) else {
        remarks.append("'\(word)' in 'todod' is no key")
        continue
      }
      if key == .pri, let letter = word.utf8.last.flatMap(Priority.init), word.utf8.count == 5 {
        draft.priority = letter
      } else {
        draft.words.append(word)
      }
    }
  }
}
