/// A question about tasks, parsed once: `+work due:..+7d -waiting`.
///
/// Words side by side must all fit; `or` parts alternatives and binds weaker. An alternative that says neither `done`
/// nor `all` leaves out what is done, not yet at its threshold or (unless it says `hidden`) hidden by `h:1`; so does each
/// alternative of a view.
///
/// Relative days are those of the instant of parsing: who keeps a query over midnight parses `text` again.
package struct Query: Sendable {
  /// As typed.
  package let text: String
  /// What `sort:` says; empty for the order that is usual where it is asked.
  package let order: [SortKey]
  /// One for each side of an `or`; none of them empty unless the whole query is.
  private let alternatives: [QueryAlternative]

  /// - Parameter views: what `view:NAME` may stand for.
  package init(parsing text: String, views: [View] = [], now: Instant, zone: Zone) throws(QueryError) {
    var parser = QueryParser(today: zone.date(of: now), views: views)
    try parser.take(text: text)
    self.text = text
    alternatives = try parser.finished()
    order = parser.order
  }

  /// It asks what other tasks or the ledger say: what is blocked or snoozed.
  package var asksOthers: Bool { alternatives.contains(where: \.asksOthers) }

  /// Whether the words fit, also of a task that lists leave out: done, hidden, or not yet at its threshold.
  package func fits(_ task: Task, in context: QueryContext) -> Bool {
    alternatives.contains { $0.fits(task, in: context) }
  }

  package func matches(_ task: Task, in context: QueryContext) -> Bool {
    alternatives.contains { $0.matches(task, in: context) }
  }
}
