/// A question about tasks, parsed once: `+work due:..+7d -waiting`.
///
/// Words side by side must all fit; `or` parts alternatives and binds weaker. Unless the query says `done`, `all` or
/// `hidden`, tasks that are done, hidden by `h:1` or not yet at their threshold stay out.
package struct Query: Sendable {
  package init(parsing text: String, now: Instant, zone: Zone) throws(QueryError) {
  }

  package func matches(_ task: Task, in context: QueryContext) -> Bool { true }
}
