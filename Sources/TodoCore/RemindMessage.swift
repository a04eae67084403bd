import TodoProtocol
import TodoTxt

/// What the command of `OnRemind=` reads: one JSON object on one line. Its members are a promise: absent is null, none is
/// ever renamed, new ones may come.
package struct RemindMessage: Sendable {
  let zone: Zone
  let now: Instant

  package init(zone: Zone, now: Instant) {
    self.zone = zone
    self.now = now
  }

  /// Something rings.
  ///
  /// - Parameter popup: its words, whatever `Text=` lets a screen show.
  package func ringing(_ ring: Ring, words popup: Popup) -> [UInt8] {
    var json = JSONText()
    begin("ringing", answer: nil, in: &json)
    if case .digest = ring.kind { json.member("digest", true) } else { json.member("digest", false) }
    json.member("late", ring.isLate)
    json.member("older", number: ring.older)
    json.member("summary", popup.summary)
    json.member("body", popup.body)
    json.key("tasks")
    json.begin("[")
    for item in ring.items { task(item.task, item, in: &json) }
    json.end("]")
    json.end("}")
    json.newline()
    return json.bytes
  }

  /// Something that rang is answered, here or by a change of its task.
  ///
  /// - Parameter answer: the name of a button, or what was done to the task.
  package func answered(_ tasks: [Task], by answer: String) -> [UInt8] {
    var json = JSONText()
    begin("answered", answer: answer, in: &json)
    json.member("digest", tasks.count > 1)
    json.member("late", false)
    json.member("older", number: 0)
    json.member("summary", nil)
    json.member("body", nil)
    json.key("tasks")
    json.begin("[")
    for one in tasks { task(one, nil, in: &json) }
    json.end("]")
    json.end("}")
    json.newline()
    return json.bytes
  }

  private func begin(_ event: String, answer: String?, in json: inout JSONText) {
    json.begin("{")
    json.member("event", event)
    json.member("time", zone.iso8601(now))
    json.member("answer", answer)
  }

  private func task(_ task: Task, _ item: Ring.Item?, in json: inout JSONText) {
    let meaning = task.meaning
    json.begin("{")
    json.member("id", number: task.id.number)
    json.member("uuid", task.uuid.word.description)
    json.member("line", text(task.line.content))
    json.member("text", text(task.line.text))
    json.member("title", PopupTitle(of: task.line, limit: PopupWriter.summaryLength).text)
    json.member("done", meaning.isDone)
    json.member("priority", meaning.priority?.description)
    json.member("projects", strings: task.line.projects.map(text))
    json.member("contexts", strings: task.line.contexts.map(text))
    json.member("due", meaning.due?.description)
    json.member("at", meaning.time?.description)
    json.member("due_at", item?.due.map { zone.iso8601($0) })
    json.member("overdue", item?.isOverdue ?? false)
    json.member("moment", item?.name.description)
    json.member("moment_at", item.map { zone.iso8601($0.moment) })
    json.end("}")
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
