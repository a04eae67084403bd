import Support
import TodoCore
import TodoTxt

/// One of two machines that share a file: its list, its history, and what people do there.
struct CopyMachine {
  private(set) var list: TaskList
  private(set) var steps: [Step] = []
  private var uuids = UUIDSource(seed: 7)
  /// How often it wrote the file without being told to by a person.
  var writes = 0

  init(_ lines: [String]) {
    list = .empty
    become(TodoText(lines: lines.map { Line($0) }), [Int?](repeating: nil, count: lines.count))
  }

  var text: TodoText { list.text }
  var lines: [String] { list.lines.map { String(decoding: $0.content, as: UTF8.self) } }

  /// The newest first, as the state answers them.
  private mutating func note(_ old: TaskList, _ author: Step.Author, _ title: String, at now: Instant) {
    let delta = Delta(from: old, to: list)
    guard !delta.isEmpty else { return }
    let number = Int64(steps.count + 1)
    steps.insert(
      Step(number: number, revision: number, time: now, author: author, title: title, delta: delta), at: 0)
  }

  private mutating func become(_ text: TodoText, _ continued: [Int?]) {
    list = list.becoming(text, continued: continued, former: { _ in nil }, uuids: &uuids)
  }

  /// A person changes lines through todod: nil takes one out, the last are new.
  mutating func change(at now: Instant, _ body: (inout [String]) -> Void) {
    let old = list
    var lines = lines
    body(&lines)
    let new = lines.map { Line($0) }
    become(TodoText(lines: new), Identity.match(old: old.lines, new: new))
    note(old, .client, "change", at: now)
  }

  /// Another version came in by sync.
  mutating func receive(_ text: TodoText, at now: Instant) {
    let old = list
    become(text, Identity.match(old: old.lines, new: text.lines))
    note(old, .editor, "external edit", at: now)
  }

  func merge(with copy: TodoText, archived: [Line] = [], at now: Instant) -> CopyMerge {
    CopyMerge(
      file: text, ids: list.rows.map { StoredLine($0).id }, copy: copy, history: history(of: copy, at: now),
      archived: archived)
  }

  /// Takes a conflict copy in.
  mutating func take(_ copy: TodoText, at now: Instant) {
    let old = list
    let merged = merge(with: copy, at: now).merged
    become(merged.text, merged.lines.map(\.x))
    note(old, .merge, Step.copyTitle, at: now)
    if list.text != old.text { writes += 1 }
  }

  func knows(_ copy: TodoText, at now: Instant) -> Bool {
    history(of: copy, at: now).knows(copy)
  }

  private func history(of copy: TodoText, at now: Instant) -> CopyHistory {
    var history = CopyHistory(file: list.rows.map(StoredLine.init), copy: copy, now: now)
    for step in steps { if !history.take(step) { break } }
    return history
  }
}
