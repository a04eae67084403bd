import TodoProtocol

/// What became of each moment at which a task should ring.
package struct WhyView {
  let style: Style
  private let labels: DateLabel

  package init(style: Style) {
    self.style = style
    labels = style.labels
  }

  package func render(_ answer: Answer) -> [UInt8] { style.isTerminal ? forPeople(answer) : plain(answer) }

  /// `INSTANT TAB NAME TAB STATE TAB key=value...`, one line a moment.
  private func plain(_ answer: Answer) -> [UInt8] {
    var output = ""
    for moment in answer.moments {
      let facts = moment.facts.map { "\t\($0.key)=\($0.value)" }.joined()
      output += "\(moment.at)\t\(moment.name)\t\(moment.state)\(facts)\n"
    }
    return Array(output.utf8)
  }

  private func forPeople(_ answer: Answer) -> [UInt8] {
    var output: [UInt8] = []
    for row in answer.rows {
      output += Array(style.ink("\(row.id)", .bold).utf8) + Array("  ".utf8)
      output += style.broken(
        TaskText(row).words + [row.due.map { "(due \(labels.label($0.day, $0.time)))" }].compactMap { $0 }.map(word),
        from: String(row.id).utf8.count + 2)
    }
    let moments = answer.moments
    let times = moments.map { labels.label(instant: $0.at) }
    let names = moments.map { MomentTitle.words($0.name) }
    let timeWidth = times.reduce(0) { max($0, columns(of: $1)) }
    let nameWidth = names.reduce(0) { max($0, columns(of: $1)) }
    for (place, moment) in moments.enumerated() {
      output += Array("  \(padded(times[place], to: timeWidth))  \(padded(names[place], to: nameWidth))  ".utf8)
      output += style.broken(words(of: moment).split(separator: " ").map(word), from: timeWidth + nameWidth + 6)
    }
    for note in answer.notes {
      output += Array("  ".utf8)
      output += style.broken(labels.replacingInstants(in: note).split(separator: " ").map(word), from: 2)
    }
    return output
  }

  private func word(_ text: some StringProtocol) -> TaskText.Word {
    TaskText.Word(text: Clean.text(String(text)), ink: nil)
  }

  private func words(of moment: ToldMoment) -> String {
    let until = moment.facts["until"].map { " until \(label($0, besides: moment))" } ?? ""
    var words: String
    switch moment.state {
    case "armed": words = moment.facts["why"] == nil ? "will ring" : "to come, will be held: paused\(until)"
    case "held": words = "waits\(until): \(reason(moment))"
    case "ringing": words = "given to the notification server, which has not answered"
    case "rung": words = "rang\(rang(moment)), nobody has reacted"
    case "closed": words = "rang\(rang(moment)), closed by hand\(since(moment))"
    case "answered": words = answered(moment)
    case "failed": words = "could not be shown"
    case "superseded": words = "a newer one took its place"
    case "born-late": words = "past already when it came to be: never rings"
    case "dropped": words = "let go: too old, or this machine was silent"
    case "settled": words = "a later one stands for it"
    case "dismissed": words = "dismissed"
    case "snoozed": words = "does not ring: the snooze ends later"
    default: words = moment.state
    }
    if moment.state == "held", moment.facts["rung"] != nil { words += "; it rang\(rang(moment))" }
    if let due = moment.facts["of"] { words += " (of due \(due))" }
    return words
  }

  private func answered(_ moment: ToldMoment) -> String {
    let by =
      switch moment.facts["by"] {
      case "done": "the task was done"
      case "removed": "the task was removed"
      case "moved": "the due was changed"
      case "silenced": "rem:none was set"
      case "changed": "the task was changed"
      case "snoozed": "snoozed"
      case "dismissed": "dismissed"
      case "button": "a button was pressed"
      case let other?: other
      case nil: "answered"
      }
    let rang = moment.facts["rung"] == nil ? "" : "rang\(rang(moment)), "
    return "\(rang)\(by)\(since(moment))"
  }

  /// Where it was on time, when it rang is known already.
  private func rang(_ moment: ToldMoment) -> String {
    guard let rung = moment.facts["rung"], let late = moment.facts["late"].flatMap({ Int($0) }), late >= 60 else {
      return ""
    }
    return " \(label(rung, besides: moment)), \(WhyView.span(late)) late"
  }

  private func since(_ moment: ToldMoment) -> String {
    moment.facts["since"].map { " \(label($0, besides: moment))" } ?? ""
  }

  /// The day of the moment itself is known.
  private func label(_ instant: String, besides moment: ToldMoment) -> String {
    guard style.dates != .iso, let own = ClockReading(moment.at), let reading = ClockReading(instant),
      own.day == reading.day
    else { return labels.label(instant: instant) }
    return reading.time.clock
  }

  private func reason(_ moment: ToldMoment) -> String {
    switch moment.facts["why"] {
    case "do-not-disturb": "the desktop wants no disturbance"
    case "quiet-hours": "quiet hours"
    case "late-wait": "late, the file may still be syncing"
    case "not-delivered": "not delivered" + (moment.facts["reason"].map { " (\($0))" } ?? "")
    case "spaced": "others ring this second"
    case let other?: other
    case nil: "held"
    }
  }

  private static func span(_ seconds: Int) -> String {
    switch seconds {
    case ..<3600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
