import TodoProtocol
import TodoTxt

/// Tasks as lines of text.
package struct ListView {
  let style: Style
  /// `--sort` was given: the order is the user's and has no headings.
  let keepsOrder: Bool

  package init(style: Style, keepsOrder: Bool = false) {
    self.style = style
    self.keepsOrder = keepsOrder
  }

  package func render(_ rows: [TaskRow]) -> [UInt8] {
    style.isTerminal ? grouped(rows) : plain(rows)
  }

  /// `ID TAB line`, bytes as they are: what programs read stays the same for ever.
  private func plain(_ rows: [TaskRow]) -> [UInt8] {
    var output: [UInt8] = []
    for row in rows {
      output.append(contentsOf: "\(row.id)\t".utf8)
      output.append(contentsOf: row.line.bytes)
      output.append(UInt8(ascii: "\n"))
    }
    return output
  }

  private func grouped(_ rows: [TaskRow]) -> [UInt8] {
    let layout = Layout(rows, style)
    var output: [UInt8] = []
    guard !keepsOrder else {
      for row in rows { layout.append(row, to: &output) }
      return output
    }
    let groups = Dictionary(grouping: rows.enumerated()) { ListGroup($0.element, today: style.today) }
    for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
      if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
      output.append(contentsOf: style.ink(group.title, .bold).utf8)
      output.append(UInt8(ascii: "\n"))
      for row in members.sorted(by: ListView.precedes) { layout.append(row.element, to: &output) }
    }
    return output
  }

  private typealias Place = (offset: Int, element: TaskRow)

  /// By day, time and priority, then as they came.
  private static func precedes(_ left: Place, _ right: Place) -> Bool { rank(left) < rank(right) }

  private static func rank(_ place: Place) -> (Int32, Int32, UInt8, Int) {
    let due = place.element.due
    // A day task belongs to its whole day: it stands before the times of that day.
    return (
      due?.day.daysSinceEpoch ?? .max, due?.time?.seconds ?? -1, place.element.meaning.priority?.letter ?? .max,
      place.offset
    )
  }
}

extension ListView {
  /// The columns of a list, as wide as its rows need.
  struct Layout {
    let style: Style
    let labels: DateLabel
    let idWidth: Int
    let dateWidth: Int
    let markWidth: Int

    init(_ rows: [TaskRow], _ style: Style) {
      self.style = style
      let labels = style.labels
      self.labels = labels
      markWidth = style.hasMarks ? 3 : 1
      idWidth = rows.reduce(2) { max($0, String($1.id).utf8.count) }
      dateWidth = rows.reduce(0) { width, row in
        max(width, row.due.map { labels.label($0.day, $0.time).utf8.count } ?? 0)
      }
    }

    func append(_ row: TaskRow, to output: inout [UInt8]) {
      let date = row.due.map { labels.label($0.day, $0.time) } ?? ""
      var head = rightAligned(String(row.id), to: idWidth) + "  "
      head += mark(of: row) + "  "
      var indent = idWidth + 4 + markWidth
      if dateWidth > 0 {
        head += style.ink(date, row.attributes.isOverdue ? .red : nil)
        head += String(repeating: " ", count: dateWidth - date.utf8.count + 2)
        indent += dateWidth + 2
      }
      output.append(contentsOf: head.utf8)
      output += style.broken(TaskText(row, labels).words, from: indent, isDim: row.meaning.isDone)
    }

    private func mark(of row: TaskRow) -> String {
      let (text, ink): (String, Style.Ink?)
      if row.meaning.isDone {
        (text, ink) = ("x", .dim)
      } else if let priority = row.meaning.priority {
        (text, ink) = (style.hasMarks ? priority.mark : priority.description, Style.ink(of: priority))
      } else {
        (text, ink) = ("", nil)
      }
      return style.ink(text, ink) + String(repeating: " ", count: markWidth - text.utf8.count)
    }
  }
}

extension Priority {
  /// `!!!`, `!!`, `!` for A, B and C; a letter below.
  fileprivate var mark: String {
    switch letter {
    case UInt8(ascii: "A"): "!!!"
    case UInt8(ascii: "B"): "!!"
    case UInt8(ascii: "C"): "!"
    default: description
    }
  }
}

extension RowAttributes.Mark {
  /// `clash with 22`, `bad date`.
  func words(_ twins: [Int32]) -> String {
    switch self {
    case .badDate: "bad date"
    case .clash: twins.isEmpty ? "clash" : "clash with \(twins.map { String($0) }.joined(separator: ", "))"
    }
  }
}

/// The words of a task for people: without header, and without the date that has its own column.
struct TaskText {
  struct Word {
    let text: String
    let ink: Style.Ink?
  }

  let words: [Word]

  /// - Parameter labels: says until when a task is held; nil leaves that out.
  init(_ row: TaskRow, _ labels: DateLabel? = nil) {
    var words: [Word] = []
    let hidesDate = row.meaning.due != nil
    for word in row.line.words {
      if hidesDate, word.starts(with: "due:".utf8) || word.starts(with: "at:".utf8), word.last != UInt8(ascii: ":") {
        continue
      }
      let isTag = word.count > 1 && (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@"))
      words.append(Word(text: Clean.text(word), ink: isTag ? .cyan : nil))
    }
    if let mark = row.attributes.mark { words.append(Word(text: "[\(mark.words(row.attributes.twins))]", ink: .red)) }
    if row.attributes.isBlocked { words.append(Word(text: "[blocked]", ink: .dim)) }
    if row.attributes.snoozed != nil { words.append(Word(text: "[snoozed]", ink: .dim)) }
    if row.attributes.isDismissed { words.append(Word(text: "[dismissed]", ink: .dim)) }
    if let why = TaskText.wordForHeld(row.attributes.held) {
      let until = labels.flatMap { labels in row.attributes.next.map { " until \(labels.label(instant: $0))" } } ?? ""
      words.append(Word(text: "[\(why)\(until)]", ink: .dim))
    }
    self.words = words
  }

  /// What waits for seconds only is not worth a word.
  private static func wordForHeld(_ reason: String?) -> String? {
    switch reason {
    case nil, "spaced", "late-wait": nil
    case let reason?: Clean.text(reason)
    }
  }

  var plain: String { words.map(\.text).joined(by: " ") }
}
