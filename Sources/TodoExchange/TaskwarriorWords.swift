import TodoTxt

/// The words of a line, sorted by where Taskwarrior keeps such things.
struct TaskwarriorWords {
  private(set) var description = ""
  private(set) var project: String?
  private(set) var tags: [String] = []
  /// H, M or L.
  private(set) var priority: String?
  /// `recur`, if it can say that.
  private(set) var recurrence: String?
  /// Keys without an attribute, as they stand.
  private(set) var rest: [String] = []

  /// - Parameter joined: The numbers that stand in some task's `id:` and in another's `p:`.
  init(of line: Line, joined: Set<Int32>) {
    let meaning = Meaning(of: line)
    let projects = line.projects.map { String(decoding: $0, as: UTF8.self) }
    project = projects.first
    tags = line.contexts.map { String(decoding: $0, as: UTF8.self) }
    takePriority(meaning)
    if !meaning.isDone, meaning.due != nil { recurrence = meaning.recurrence.flatMap(TaskwarriorRecurrence.text) }
    var seen: Set<KnownKey> = []
    var words: [String] = []
    for bytes in line.words {
      let word = String(decoding: bytes, as: UTF8.self)
      guard let key = ForeignText.meantKey(word), !(key == .pri && !meaning.isDone) else {
        words.append(word)
        continue
      }
      let isFirst = seen.insert(key).inserted
      if !isFirst || !hasAttribute(key, word, meaning, joined) { rest.append(word) }
    }
    description = Self.description(words, projects)
  }

  private mutating func takePriority(_ meaning: Meaning) {
    guard let letter = meaning.priority?.description else { return }
    priority = ["A": "H", "B": "M", "C": "L"][letter]
    if priority == nil { rest.append("pri:\(letter)") }
  }

  /// Whether an attribute says what the word does.
  private func hasAttribute(_ key: KnownKey, _ word: String, _ meaning: Meaning, _ joined: Set<Int32>) -> Bool {
    // A value that makes no sense counts for nothing, and a later one does instead.
    let alone = Meaning(of: Line("a \(word)"))
    switch key {
    case .due: return alone.due != nil
    case .t: return alone.threshold != nil
    case .at: return meaning.due != nil && !alone.problems.contains { $0.kind == .notATime }
    case .rec: return recurrence != nil
    case .until: return recurrence != nil && alone.until != nil
    case .pri: return Meaning(of: Line("x \(word)")).priority != nil
    case .p: return alone.parent.map(joined.contains) ?? false
    case .id: return alone.number.map(joined.contains) ?? false
    case .rem, .day, .h: return false
    }
  }

  /// The text without the tags that end it, which have attributes; one inside a sentence is a word of it.
  ///
  /// Taskwarrior has one project, so of several all stay where they are.
  private static func description(_ words: [String], _ projects: [String]) -> String {
    var text = words[...]
    while let last = text.last, last.utf8.count > 1,
      last.hasPrefix("@") || last.hasPrefix("+") && projects.count == 1
    {
      text.removeLast()
    }
    // A task of tags alone needs some description.
    return (text.isEmpty ? words[...] : text).joined(separator: " ")
  }
}
