import TodoCore
package import TodoProtocol

/// What commands print with `--json`.
package enum JSONView {
  package static func tasks(_ rows: [TaskRow]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for row in rows { json.task(row) }
    json.end("]")
    json.newline()
    return json.bytes
  }

  /// What `add` made: the task, or a list of several.
  package static func added(_ rows: [TaskRow]) -> [UInt8] {
    guard rows.count == 1, let row = rows.first else { return tasks(rows) }
    var json = JSONText()
    json.task(row)
    json.newline()
    return json.bytes
  }

  package static func change(_ answer: Answer) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.member("step", answer.step)
    json.key("tasks")
    json.begin("[")
    for row in answer.rows { json.task(row) }
    json.end("]")
    json.key("gone")
    json.begin("[")
    for id in answer.gone { json.literal(String(id)) }
    json.end("]")
    json.member("notes", strings: answer.notes)
    json.end("}")
    json.newline()
    return json.bytes
  }

  /// The task, its moments and what holds for all of them.
  package static func why(_ answer: Answer) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.key("task")
    if let row = answer.rows.first { json.task(row) } else { json.literal("null") }
    json.key("moments")
    json.begin("[")
    for moment in answer.moments {
      json.begin("{")
      json.member("name", moment.name)
      json.member("at", moment.at)
      json.member("state", moment.state)
      for key in ToldMoment.keys where key != "late" { json.member(key, moment.facts[key]) }
      json.member("late", number: moment.facts["late"].flatMap { Int($0) })
      json.end("}")
    }
    json.end("]")
    json.member("notes", strings: answer.notes)
    json.end("}")
    json.newline()
    return json.bytes
  }

  package static func views(_ data: [Attribute]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for view in data {
      json.begin("{")
      json.member("name", view.key)
      json.member("query", view.value)
      json.end("}")
    }
    json.end("]")
    json.newline()
    return json.bytes
  }

  /// Facts as one object of texts; numbers stay numbers.
  package static func facts(_ data: [Attribute], adding more: [Attribute] = []) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    for fact in more + data {
      json.key(fact.key)
      if let number = Int(fact.value) {
        json.literal(String(number))
      } else if fact.value == "true" || fact.value == "false" {
        json.literal(fact.value)
      } else {
        json.string(fact.value)
      }
    }
    json.end("}")
    json.newline()
    return json.bytes
  }

  package static func problem(_ problem: Problem) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.key("error")
    json.begin("{")
    json.member("code", number: problem.failure.code)
    json.member("name", problem.failure.name)
    json.member("message", problem.failure.message)
    json.member("hint", problem.hint)
    json.end("}")
    json.end("}")
    json.newline()
    return json.bytes
  }

  /// One line of `watch --json`.
  package static func event(_ event: WatchEvent) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.member("event", event.name)
    switch event {
    case .row(let row), .task(let row), .due(let row):
      json.key("task")
      json.task(row)
    case .gone(let id, let isDone):
      json.member("id", number: id)
      if isDone {
        json.key("done")
        json.literal("true")
      }
    case .other(_, let attributes):
      for attribute in attributes { json.member(attribute.key, attribute.value) }
    }
    json.end("}")
    json.newline()
    return json.bytes
  }
}
