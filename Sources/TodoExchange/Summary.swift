import TodoClient
import TodoCore
import TodoProtocol
import TodoTxt

/// What an import did, or would do, for people and programs.
struct Summary {
  let plan: ImportPlan
  /// The steps that it was; nil for a dry run.
  let steps: [String]?

  private var isDry: Bool { steps == nil }
  private var remarks: [(place: String, text: String)] {
    plan.additions.flatMap { task in task.remarks.map { (task.place, $0) } }
  }

  /// A dry run tells everything, an import what needs a look, and how much there was.
  var text: String {
    var lines: [String] = []
    if isDry {
      lines += plan.additions.map { "add          \(Clean.text($0.line.content))" }
      lines += plan.duplicates.map { "duplicate    \(Clean.text($0.place)): \($0.reason)" }
      lines += plan.leftOut.map { "left out     \(Clean.text($0.place)): \(Clean.text($0.reason))" }
    }
    lines += remarks.map { "not carried  \(Clean.text($0.place)): \(Clean.text($0.text))" }
    lines.append(counts)
    if let steps, !steps.isEmpty {
      lines.append("undo: todoctl undo \(steps.reversed().joined(separator: " "))")
      if steps.count > 1 { lines.append("(that many at once take \(steps.count) steps)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var counts: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    var parts = [
      isDry ? "to add: \(plan.additions.count)" : "added: \(plan.additions.count)",
      count(plan.duplicates.count, "duplicate", "duplicates"), "\(plan.leftOut.count) left out",
    ]
    if !remarks.isEmpty { parts.append(count(remarks.count, "thing not carried over", "things not carried over")) }
    let done = plan.additions.count { $0.line.header.isDone }
    if done > 0 { parts.append("\(done) of them done ('todoctl archive' moves them to the done file)") }
    return parts.joined(separator: ", ") + (isDry ? "; dry run, nothing was changed" : "")
  }

  var json: [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.member("dry_run", isDry)
    json.key("added")
    json.begin("[")
    for task in plan.additions {
      json.begin("{")
      json.member("entry", task.place)
      json.member("uuid", task.uuid.word.description)
      json.member("line", String(decoding: task.line.content, as: UTF8.self))
      json.member("not_carried", strings: task.remarks)
      json.end("}")
    }
    json.end("]")
    json.key("duplicates")
    json.begin("[")
    for duplicate in plan.duplicates {
      json.begin("{")
      json.member("entry", duplicate.place)
      json.member("id", number: duplicate.id)
      json.member("reason", duplicate.reason)
      json.end("}")
    }
    json.end("]")
    json.key("left_out")
    json.begin("[")
    for left in plan.leftOut {
      json.begin("{")
      json.member("entry", left.place)
      json.member("reason", left.reason)
      json.end("}")
    }
    json.end("]")
    json.member("steps", strings: steps ?? [])
    json.end("}")
    json.newline()
    return json.bytes
  }
}
