import Support
import TodoTxt

/// Some changes of all kinds to a random file, that remembers which task is which.
struct EditingSession {
  struct Entry {
    var text: String
    /// The index in `old` of the line that this one is; nil for a task that is new here. Blank lines have none.
    var origin: Int?
    var wasReworded = false
  }

  private(set) var old: [String] = []
  private(set) var entries: [Entry] = []

  var oldLines: [Line] { old.map { Line($0) } }
  var newLines: [Line] { entries.map { Line($0.text) } }

  init(lines: ClosedRange<Int>, changes: ClosedRange<Int>, random: inout Seeded) {
    for _ in 0..<Int.random(in: lines, using: &random) {
      if random.one(in: 25) { old.append("") } else { old.append(TaskTexts.task(&random)) }
      // Some tasks stand twice in a real file.
      if random.one(in: 60), let last = old.last { old.append(last) }
    }
    entries = old.indices.map { Entry(text: old[$0], origin: old[$0].isEmpty ? nil : $0) }
    for _ in 0..<Int.random(in: changes, using: &random) { change(&random) }
  }

  /// Starts another session from the same file.
  init(from old: [String], changes: ClosedRange<Int>, random: inout Seeded) {
    self.old = old
    entries = old.indices.map { Entry(text: old[$0], origin: old[$0].isEmpty ? nil : $0) }
    for _ in 0..<Int.random(in: changes, using: &random) { change(&random) }
  }

  private mutating func change(_ random: inout Seeded) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: changeAll(&random)
    case 4..<20: add(&random)
    case 20..<30: remove(&random)
    case 30..<40: move(&random)
    case 40..<58: rewordOne(&random)
    case 58..<70: changeOne(&random) { entry, random in Self.setPriority(&entry, &random) }
    case 70..<82: changeOne(&random) { entry, random in Self.setDue(&entry, &random) }
    case 82..<94: changeOne(&random) { entry, random in Self.complete(&entry, &random) }
    case 94..<97: changeOne(&random) { entry, _ in Self.append(" +added", to: &entry) }
    default: changeOne(&random) { entry, _ in Self.append(" ", to: &entry) }
    }
  }

  private mutating func changeAll(_ random: inout Seeded) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: entries.sort { $0.text < $1.text }
    case 1: entries.reverse()
    case 2: entries.removeAll { $0.text.isEmpty }
    case 3: removeDuplicates()
    case 4: entries.removeAll { $0.text.hasPrefix("x ") }
    default:
      for index in entries.indices where !entries[index].text.hasSuffix("\r") { entries[index].text += "\r" }
    }
  }

  private mutating func removeDuplicates() {
    var seen: Set<String> = []
    entries.removeAll { !seen.insert($0.text).inserted }
  }

  private mutating func add(_ random: inout Seeded) {
    let place = random.one(in: 3) ? Int.random(in: 0...entries.count, using: &random) : entries.count
    let text = random.one(in: 12) ? "" : TaskTexts.task(&random)
    entries.insert(Entry(text: text, origin: nil), at: place)
  }

  private mutating func remove(_ random: inout Seeded) {
    guard let place = entries.indices.randomElement(using: &random) else { return }
    entries.remove(at: place)
  }

  private mutating func move(_ random: inout Seeded) {
    guard let place = entries.indices.randomElement(using: &random) else { return }
    let entry = entries.remove(at: place)
    entries.insert(entry, at: Int.random(in: 0...entries.count, using: &random))
  }

  private mutating func changeOne(_ random: inout Seeded, _ change: (inout Entry, inout Seeded) -> Void) {
    guard let place = entries.indices.randomElement(using: &random), entries[place].origin != nil else { return }
    change(&entries[place], &random)
  }

  /// Replaces, takes out or adds at most a third of the words, once in a session.
  private mutating func rewordOne(_ random: inout Seeded) {
    changeOne(&random) { entry, random in
      guard !entry.wasReworded else { return }
      let ending = entry.text.hasSuffix("\r") ? "\r" : ""
      var words = entry.text.replacing("\r", with: "").split(separator: " ").map(String.init)
      let start = words.firstIndex { $0.first?.isLowercase == true && $0 != "x" && !$0.contains(":") } ?? words.count
      let isText = { (word: String) in !word.contains(":") }
      let limit = words[start...].count(where: isText) / 3
      guard limit > 0 else { return }
      entry.wasReworded = true
      for _ in 0..<Int.random(in: 1...limit, using: &random) {
        let place = Int.random(in: start..<words.count, using: &random)
        guard isText(words[place]) else { continue }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: words.insert(TaskTexts.word(&random), at: place + 1)
        case 1 where words.count > start + 2 && place > start: words.remove(at: place)
        default: words[place] = TaskTexts.word(&random)
        }
      }
      entry.text = words.joined(separator: " ") + ending
    }
  }

  private static func append(_ text: String, to entry: inout Entry) {
    let ending = entry.text.hasSuffix("\r") ? "\r" : ""
    entry.text = entry.text.replacing("\r", with: "") + text + ending
  }

  private static func setPriority(_ entry: inout Entry, _ random: inout Seeded) {
    let line = Line(entry.text)
    guard !line.header.isDone else { return }
    let text = line.header.priority == nil ? entry.text : String(entry.text.dropFirst(4))
    entry.text = random.one(in: 3) ? text : "(\(random.pick(["A", "B", "C", "D"]))) \(text)"
  }

  private static func setDue(_ entry: inout Entry, _ random: inout Seeded) {
    entry.text = Line(entry.text).setting("due", to: TaskTexts.date(&random)).description
  }

  /// As todo-txt does (the priority is dropped), as topydo does (kept as a key), or as we do.
  private static func complete(_ entry: inout Entry, _ random: inout Seeded) {
    let line = Line(entry.text)
    guard !line.header.isDone else { return }
    let bare = line.header.priority == nil ? entry.text : String(entry.text.dropFirst(4))
    entry.text =
      random.one(in: 2) ? "x 2026-05-05 \(bare)" : line.completed(on: CivilDate(daysSinceEpoch: 20_577)).description
  }
}
