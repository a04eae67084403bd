package import TodoTxt

/// One line of the todo file that has words, under the id and uuid it keeps for life.
///
/// A class only so that a copy of a list of 100 000 tasks is a copy of references; nothing in it changes.
package final class Task: Sendable {
  package let id: ItemID
  package let uuid: TaskUUID
  package let line: Line
  package let meaning: Meaning

  package init(id: ItemID, uuid: TaskUUID, line: Line) {
    self.id = id
    self.uuid = uuid
    self.line = line
    meaning = Meaning(of: line)
  }
}
