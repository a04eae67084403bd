import TodoCore
import TodoProtocol
import TodoTxt

extension JSONView {
  /// Steps, newest first, with all that they changed.
  package static func history(_ steps: [ToldStep]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for step in steps { json.step(step) }
    json.end("]")
    json.newline()
    return json.bytes
  }
}

extension JSONView {
  package static func trash(_ rows: [TaskRow]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for row in rows {
      json.begin("{")
      json.member("id", number: row.id)
      json.line("line", row.line)
      json.member("gone_at", row.attributes.gone)
      json.member("by", row.attributes.by)
      json.member("step", row.attributes.step)
      json.member("is_listed", row.attributes.isThere)
      json.end("}")
    }
    json.end("]")
    json.newline()
    return json.bytes
  }

  /// The lines of the file as it was.
  static func version(_ name: VersionName, _ answer: Answer, _ lines: [[UInt8]]) -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.member("version", name.description)
    json.member("revision", number: answer.attributes["rev"].flatMap { Int64($0) })
    json.member("ends_with_newline", answer.attributes["newline"] != "0")
    json.key("lines")
    json.begin("[")
    for line in lines {
      json.begin("{")
      json.line("line", Line(bytes: line))
      json.end("}")
    }
    json.end("]")
    json.end("}")
    json.newline()
    return json.bytes
  }
}

extension JSONText {
  fileprivate mutating func step(_ step: ToldStep) {
    begin("{")
    member("step", step.name)
    member("revision", number: step.revision)
    member("at", step.at)
    member("by", step.by)
    member("title", step.title)
    member("new", number: step.new)
    member("gone", number: step.gone)
    member("changed", number: step.changed)
    member("moved", number: step.moved)
    member("blank", number: step.blank)
    member("file", step.file)
    member("undoes", step.undoes)
    member("undone_by", step.undone)
    key("changes")
    begin("[")
    for change in step.changes { self.change(change) }
    end("]")
    key("facts")
    begin("[")
    for fact in step.facts { self.fact(fact, fact.id.flatMap { step.kept[$0] }) }
    end("]")
    end("}")
  }

  private mutating func change(_ change: ToldStep.Change) {
    begin("{")
    member("id", number: change.id)
    line("before", change.before)
    line("after", change.after)
    member("file", change.file)
    member("from_file", change.isFromFile)
    line("line_in_file", change.beside)
    end("}")
  }

  /// - Parameter now: The line of its task, which the step left alone.
  private mutating func fact(_ fact: ToldStep.Fact, _ now: Line?) {
    begin("{")
    member("what", fact.what)
    member("id", number: fact.id)
    member("query", fact.query)
    member("moment", fact.moment)
    member("before", fact.before)
    member("after", fact.after)
    line("line", now)
    end("}")
  }
}
