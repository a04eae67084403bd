/// A moment to come.
package struct AgendaEntry: Sendable {
  package var task: Task
  package var name: MomentName
  package var moment: Instant

  package init(task: Task, name: MomentName, moment: Instant) {
    self.task = task
    self.name = name
    self.moment = moment
  }
}
