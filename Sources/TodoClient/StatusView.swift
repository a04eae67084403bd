import TodoProtocol

/// What `status` prints, in the manner of systemctl.
package struct StatusView {
  let style: Style
  let labels: DateLabel

  package init(style: Style) {
    self.style = style
    labels = style.labels
  }

  package static let stopped = "○ todod - inactive (not running)\n"

  package func render(_ answer: Answer) -> [UInt8] {
    let said = answer.data
    let state = said["state"] ?? "running"
    let ink: Style.Ink = state == "running" ? .green : .yellow
    var text = style.ink("●", ink) + " todod - active (\(Clean.text(state)))"
    if let since = said["since"] { text += " since \(labels.label(instant: since))" }
    text += "\n"
    for (name, value) in facts(said) { text += "\(rightAligned(name, to: 14)): \(Clean.text(value))\n" }
    return Array(text.utf8)
  }

  /// The facts worth a line, in order; those of a later daemon follow by their own names.
  private func facts(_ said: [Attribute]) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let tasks = said["tasks"] {
      let counts = ["open", "today", "overdue"].compactMap { key in said[key].map { "\($0) \(key)" } }
      facts.append(("Tasks", counts.isEmpty ? tasks : "\(tasks) (\(counts.joined(by: ", ")))"))
    }
    if let file = said["file"] { facts.append(("File", file + (said["file-state"].map { " (\($0))" } ?? ""))) }
    if let next = said["next"] {
      facts.append(("Next", labels.label(instant: next) + (said["next-item"].map { ", task \($0)" } ?? "")))
    }
    if let reason = said["failing"] {
      let since = said["failing-since"].map { " since \(labels.label(instant: $0))" } ?? ""
      facts.append(("Popups fail", reason + since))
    }
    if let clashes = said["clashes"] {
      facts.append(("Clashes", "\(clashes): todoctl list mark:clash, then todoctl resolve ID keep|drop|both"))
    }
    // An array: a Set makes the runtime prepare more than so few names are worth.
    let shown = [
      "state", "since", "tasks", "open", "today", "overdue", "file", "file-state", "next", "next-item", "failing",
      "failing-since", "clashes",
    ]
    for fact in said where !shown.contains(fact.key) {
      facts.append((StatusView.title(fact.key), labels.replacingInstants(in: fact.value)))
    }
    return facts
  }

  /// `done-file` is `Done file`.
  private static func title(_ key: String) -> String {
    var title = ""
    for character in key {
      title += title.isEmpty ? character.uppercased() : character == "-" ? " " : String(character)
    }
    return title
  }
}
