import TodoProtocol

/// What a bar or a prompt shows of the list.
package struct BarStatus: Sendable {
  package var overdue = 0
  /// Due today and not yet overdue.
  package var due = 0
  package var open = 0
  package var snoozed = 0
  package var held = 0
  package var clashes = 0
  /// The pauses there are, in the daemon's words.
  package var paused: String?
  /// Why popups do not show.
  package var failing: String?
  /// Why there is no connection.
  package var off: String?
  /// What rings next, soonest first.
  package var coming: [TaskRow] = []

  /// Nobody answers.
  package init(off problem: Problem) { off = problem.failure.message }

  package init(_ status: Answer, coming: [TaskRow] = []) {
    func number(_ key: String) -> Int { status.data[key].flatMap { Int($0) } ?? 0 }
    (overdue, due, open) = (number("overdue"), number("today"), number("open"))
    (snoozed, held, clashes) = (number("snoozed"), number("held"), number("clashes"))
    paused = status.data["paused"]
    failing = status.data["failing"]
    self.coming = coming
  }

  /// `2 overdue, 3 due`; empty when nothing is.
  package var text: String {
    [(overdue, "overdue"), (due, "due")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(by: ", ")
  }

  /// What holds, the most pressing first.
  package var classes: [String] {
    guard off == nil else { return ["off"] }
    var classes: [String] = []
    if overdue > 0 { classes.append("overdue") }
    if due > 0 { classes.append("due") }
    if classes.isEmpty { classes.append("ok") }
    if paused != nil { classes.append("paused") }
    if snoozed > 0 { classes.append("snoozed") }
    if held > 0 { classes.append("held") }
    return classes
  }

  /// The one class that an icon or a colour is chosen by.
  package var mood: String { paused == nil ? classes[0] : "paused" }
}
