import TodoTxt

/// The words of a query that mean something by themselves.
package enum QueryNames {
  /// For whoever wonders why a query found nothing.
  package static var names: [String] { conditions.keys.map(String.init).sorted() }

  /// What may stand before a colon.
  package static let keys = [
    "due", "before", "after", "pri", "priority", "project", "pro", "tag", "tags", "view", "not", "sort", "status",
    "mark",
    "due.before", "due.after", "description",
  ]

  package static func isVirtualTag(_ word: String) -> Bool {
    virtualTag(word[...], today: CivilDate(daysSinceEpoch: 0)) != nil
  }

  static func condition(_ word: Substring, today: CivilDate) -> QueryCondition? {
    conditions[word] ?? virtualTag(word, today: today)
  }

  private static let conditions: [Substring: QueryCondition] = [
    "overdue": .overdue, "done": .done, "all": .all, "blocked": .blocked, "hidden": .hidden, "snoozed": .snoozed,
    "held": .held, "mark:clash": .clashing, "mark:baddate": .badValue,
    "status:pending": .not(.done), "status:completed": .done, "status:waiting": .waiting,
    "due:none": .not(anyDue), "due:any": anyDue, "pri:none": .not(anyPriority), "pri:any": anyPriority,
    "priority:none": .not(anyPriority), "priority:any": anyPriority,
  ]

  private static let anyDue = QueryCondition.due(from: nil, to: nil)
  private static let anyPriority = QueryCondition.priority(from: .highest, to: .lowest)

  /// Taskwarrior's virtual tags, as far as they mean something here.
  private static func virtualTag(_ word: Substring, today: CivilDate) -> QueryCondition? {
    guard word.first == "+" else { return nil }
    func days(_ from: Int, _ to: Int) -> QueryCondition {
      .due(from: today.adding(days: from), to: today.adding(days: to))
    }
    switch word.dropFirst() {
    case "OVERDUE": return .overdue
    case "COMPLETED": return .done
    case "PENDING": return .not(.done)
    case "BLOCKED": return .blocked
    case "UNBLOCKED": return .not(.blocked)
    case "WAITING": return .waiting
    case "READY":
      var ready = QueryAlternative()
      for condition in [QueryCondition.done, .waiting, .blocked] { ready.add(.not(condition)) }
      return .view([ready])
    case "DUE": return .due(from: nil, to: today.adding(days: 7))
    case "TODAY", "DUETODAY": return days(0, 0)
    case "TOMORROW": return days(1, 1)
    case "YESTERDAY": return days(-1, -1)
    case "WEEK": return days(1 - today.weekday, 7 - today.weekday)
    case "MONTH":
      return days(1 - today.day, CivilDate.daysIn(month: today.month, ofYear: today.year) - today.day)
    case "PRIORITY": return anyPriority
    case "PROJECT": return .tagged(sign: UInt8(ascii: "+"))
    case "TAGGED": return .tagged(sign: UInt8(ascii: "@"))
    default: return nil
    }
  }
}
