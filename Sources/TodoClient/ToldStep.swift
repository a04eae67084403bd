import TodoProtocol
package import TodoTxt

/// One step, as `history` tells of it; absent facts are nil.
package struct ToldStep: Hashable, Sendable {
  /// What became of one task.
  package struct Change: Hashable, Sendable {
    package var id: Int32
    package var before: Line?
    package var after: Line?
    /// Its line in the other file, and whether it came from there.
    package var beside: Line?
    package var file: String?
    package var isFromFile = false
  }

  /// What became of a snooze, a pause and their like.
  package struct Fact: Hashable, Sendable {
    package var what: String
    package var id: Int32?
    package var query: String?
    package var moment: String?
    package var before: String?
    package var after: String?
  }

  package let name: String
  package let revision: Int64?
  package let at: String
  package let by: String
  package let title: String
  /// How many tasks came, went, have another line, or stand elsewhere; also where not all of them are told.
  package let new: Int
  package let gone: Int
  package let changed: Int
  package let moved: Int
  package let blank: Int
  package let file: String?
  package let undoes: String?
  package let undone: String?
  package fileprivate(set) var changes: [Change] = []
  package fileprivate(set) var facts: [Fact] = []
  /// Lines that it left alone, of tasks that facts are about.
  package fileprivate(set) var kept: [Int32: Line] = [:]

  /// Reads the value of a `= step` line.
  init(_ value: String) {
    let said = Response.attributes(of: value)
    func number(_ key: String) -> Int { said[key].flatMap { Int($0) } ?? 0 }
    name = said["name"] ?? ""
    revision = said["rev"].flatMap { Int64($0) }
    at = said["at"] ?? ""
    by = said["by"] ?? ""
    title = said["title"] ?? ""
    (new, gone, changed) = (number("new"), number("gone"), number("changed"))
    (moved, blank) = (number("moved"), number("blank"))
    (file, undoes, undone) = (said["file"], said["undoes"], said["undone"])
  }

  fileprivate mutating func take(_ row: TaskRow) {
    guard !row.attributes.isKept else {
      kept[row.id] = row.line
      return
    }
    if changes.last?.id != row.id { changes.append(Change(id: row.id)) }
    let place = changes.count - 1
    if let file = row.attributes.file {
      (changes[place].beside, changes[place].file) = (row.line, file)
      changes[place].isFromFile = row.attributes.isBefore
    } else if row.attributes.isBefore {
      changes[place].before = row.line
    } else {
      changes[place].after = row.line
    }
  }
}

extension ToldStep.Fact {
  fileprivate init(_ said: [Attribute]) {
    what = said["what"] ?? ""
    id = said["id"].flatMap { Int32($0) }
    (query, moment) = (said["query"], said["moment"])
    (before, after) = (said["before"], said["after"])
  }
}

extension Answer {
  /// Newest first.
  package var steps: [ToldStep] {
    var steps = data.filter { $0.key == "step" }.map { ToldStep($0.value) }
    let places = Dictionary(steps.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for row in rows {
      if let place = row.attributes.step.flatMap({ places[$0] }) { steps[place].take(row) }
    }
    for fact in data where fact.key == "fact" {
      let said = Response.attributes(of: fact.value)
      if let place = said["step"].flatMap({ places[$0] }) { steps[place].facts.append(ToldStep.Fact(said)) }
    }
    return steps
  }
}
