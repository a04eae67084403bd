import TodoCore
import TodoProtocol
import TodoTxt

/// Makes the lines of an answer to `history`: what a step was, then what it changed.
struct StepWriter {
  let zone: Zone
  /// What people call a file beside the todo file.
  let nameOfFile: (BesideFile) -> String

  /// - Parameter undoneBy: the step by which it stands taken back.
  func append(_ step: Step, _ effects: [StepEffect], undoneBy: Int64?, to buffer: inout [UInt8]) {
    func count(_ kind: StepEffect.Kind) -> Int { effects.count { $0.kind == kind } }
    var said = [
      Attribute("name", "s\(step.number)"), Attribute("rev", step.revision), Attribute("at", zone.iso8601(step.time)),
      Attribute("by", step.author.rawValue), Attribute("title", step.title), Attribute("new", count(.came)),
      Attribute("gone", count(.gone)), Attribute("changed", count(.changed)),
    ]
    func say(_ key: String, _ value: String?) { if let value { said.append(Attribute(key, value)) } }
    if count(.moved) > 0 { said.append(Attribute("moved", count(.moved))) }
    if step.blankLines != 0 { said.append(Attribute("blank", step.blankLines)) }
    say("file", step.moved.map { nameOfFile($0.file) })
    say("undoes", step.undoes.map { "s\($0)" })
    say("undone", undoneBy.map { "s\($0)" })
    Response.append(data: "step", said, to: &buffer)
  }

  /// The lines that a task had before the step, then those that it has after it; none where only its place is another.
  func append(_ effect: StepEffect, of step: Step, to buffer: inout [UInt8]) {
    guard effect.kind != .moved else { return }
    func append(_ line: Line?, isBefore: Bool, file: BesideFile?) {
      guard let line else { return }
      var attributes = RowAttributes()
      attributes.step = "s\(step.number)"
      attributes.isBefore = isBefore
      attributes.file = file.map(nameOfFile)
      Response.appendRow(id: effect.id.number, attributes, line: line.bytes, to: &buffer)
    }
    let isFromFile = effect.kind == .came
    append(effect.before, isBefore: true, file: nil)
    append(isFromFile ? effect.beside : nil, isBefore: true, file: step.moved?.file)
    append(effect.after, isBefore: false, file: nil)
    append(isFromFile ? nil : effect.beside, isBefore: false, file: step.moved?.file)
  }

  /// A task whose line the step left alone, as it is now.
  func append(kept task: Task, of step: Step, to buffer: inout [UInt8]) {
    var attributes = RowAttributes()
    attributes.step = "s\(step.number)"
    attributes.isKept = true
    Response.appendRow(id: task.id.number, attributes, line: task.line.bytes, to: &buffer)
  }

  /// What it did to a reminder: what was true before, and what is true after it.
  func append(_ change: FactChange, of step: Step, to buffer: inout [UInt8]) {
    guard let subject = change.subject else { return }
    var said = [Attribute("step", "s\(step.number)")]
    switch subject {
    case .snooze: said.append(Attribute("what", "snooze"))
    case .dismissal: said.append(Attribute("what", "dismissal"))
    case .pause(let query):
      said.append(Attribute("what", "pause"))
      if let query { said.append(Attribute("query", query)) }
    case .clash: said.append(Attribute("what", "clash"))
    case .row(let key): said += [Attribute("what", "moment"), Attribute("moment", key.name.description)]
    }
    if let item = subject.item { said.append(Attribute("id", item.number)) }
    if let before = change.before { said.append(Attribute("before", words(of: before))) }
    if let after = change.after { said.append(Attribute("after", words(of: after))) }
    Response.append(data: "fact", said, to: &buffer)
  }

  private func words(of fact: ReminderFact) -> String {
    switch fact {
    case .snooze(let snooze): zone.iso8601(snooze.until)
    case .dismissal: "yes"
    case .pause(let pause): pause.until.map(zone.iso8601) ?? "on"
    case .row(let row): row.state.rawValue
    case .clash(let form): "s\(form.clash.step)"
    }
  }
}
