import TodoCore
import TodoProtocol

/// One line of `status --format`.
package struct BarLine {
  let format: BarFormat
  /// Nil where the format names no days.
  let labels: DateLabel?

  package init(_ format: BarFormat, _ labels: DateLabel?) {
    self.format = format
    self.labels = labels
  }

  /// The line without its end.
  package func text(_ status: BarStatus) -> String {
    switch format {
    case .waybar: return waybar(status)
    case .i3: return i3(status)
    case .polybar: return polybar(status)
    case .plain: return status.text
    case .own(let pieces):
      guard status.off == nil else { return "" }
      return pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .field(let field): value(of: field, status)
        }
      }.joined()
    }
  }

  /// The custom module's object; its texts are Pango's markup.
  private func waybar(_ status: BarStatus) -> String {
    var json = JSONText()
    json.begin("{")
    json.member("text", status.text)
    json.member("alt", status.mood)
    json.member("tooltip", BarLine.escaped(tooltip(status)))
    json.member("class", strings: status.classes)
    json.end("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A block of the i3bar protocol, which i3blocks takes too.
  private func i3(_ status: BarStatus) -> String {
    var json = JSONText()
    json.begin("{")
    json.member("full_text", status.text)
    let counts = [status.overdue, status.due].filter { $0 > 0 }.map { String($0) }
    json.member("short_text", counts.joined(separator: "/"))
    if let color = BarLine.color(status.mood) { json.member("color", color) }
    json.end("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func polybar(_ status: BarStatus) -> String {
    var parts: [String] = []
    for (count, name) in [(status.overdue, "overdue"), (status.due, "due")] where count > 0 {
      let color = BarLine.color(status.paused == nil ? name : "paused") ?? "-"
      parts.append("%{F\(color)}\(count) \(name)%{F-}")
    }
    return parts.joined(separator: ", ")
  }

  private static func color(_ mood: String) -> String? {
    switch mood {
    case "overdue": "#e06c75"
    case "due": "#e5c07b"
    case "paused": "#7f848e"
    default: nil
    }
  }

  /// Counts, what rings next, and what is out of the ordinary.
  private func tooltip(_ status: BarStatus) -> String {
    if let off = status.off { return "todod: \(Clean.text(off))" }
    var lines = [status.text.isEmpty ? "nothing is due" : status.text]
    for row in status.coming {
      let when = row.attributes.next.map { label($0) } ?? ""
      let remark = MomentTitle.remark(row.attributes.moment).map { " \($0)" } ?? ""
      lines.append("\(when)  \(TaskText(row).plain)\(remark)")
    }
    if let paused = status.paused {
      lines.append("paused: \(Clean.text(labels?.replacingInstants(in: paused) ?? paused))")
    }
    if status.snoozed > 0 { lines.append("\(status.snoozed) snoozed") }
    if status.held > 0 { lines.append("\(status.held) held back") }
    if status.clashes > 0 { lines.append("\(status.clashes) clashes: todoctl list mark:clash") }
    if let failing = status.failing { lines.append("popups do not show: \(Clean.text(failing))") }
    return lines.joined(separator: "\n")
  }

  private func value(of field: BarFormat.Field, _ status: BarStatus) -> String {
    let next = status.coming.first
    return switch field {
    case .overdue: String(status.overdue)
    case .due: String(status.due)
    case .open: String(status.open)
    case .snoozed: String(status.snoozed)
    case .held: String(status.held)
    case .clashes: String(status.clashes)
    case .paused: status.paused.map { BarLine.inert(Clean.text($0)) } ?? ""
    case .text: status.text
    case .class: status.classes.joined(separator: " ")
    case .next: next.map { BarLine.inert(TaskText($0).plain) } ?? ""
    case .nextTime: next?.attributes.next.map { label($0) } ?? ""
    case .nextID: next.map { String($0.id) } ?? ""
    }
  }

  private func label(_ instant: String) -> String { Clean.text(labels?.label(instant: instant) ?? instant) }

  /// A task's words that the markup of a bar would take for its own: polybar's `%{A:command:}` makes a button of what
  /// follows, tmux takes `#[...]` for colours.
  private static func inert(_ text: String) -> String {
    var result = ""
    var last: Character?
    for character in text {
      if last == "%" || last == "#", "{[(".contains(character) { result.append(" ") }
      result.append(character)
      last = character
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }
}
