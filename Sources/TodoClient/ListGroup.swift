import TodoProtocol
import TodoTxt

/// The heading under which a list shows a task.
enum ListGroup: Hashable, Comparable {
  case overdue
  case today
  /// Undated, with a priority.
  case priority
  case tomorrow
  /// Two to seven days from now.
  case weekday(CivilDate)
  case later
  case noDate
  case done

  init(_ row: TaskRow, today: CivilDate) {
    if row.meaning.isDone {
      self = .done
      return
    }
    guard let due = row.due?.day else {
      self = row.meaning.priority == nil ? .noDate : .priority
      return
    }
    switch Int(due.daysSinceEpoch) - Int(today.daysSinceEpoch) {
    case ..<0: self = .overdue
    case 0: self = row.attributes.isOverdue ? .overdue : .today
    case 1: self = .tomorrow
    case 2...7: self = .weekday(due)
    default: self = .later
    }
  }

  var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .priority: "Priority"
    case .tomorrow: "Tomorrow"
    case .weekday(let day): DateLabel.weekdays[day.weekday - 1]
    case .later: "Later"
    case .noDate: "No date"
    case .done: "Done"
    }
  }
}
