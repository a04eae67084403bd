import TodoProtocol

/// What a shell may put at the end of a command line.
///
/// The scripts in config/completions ask for it by `todoctl __complete -- WORD... CURRENT` and know nothing themselves.
struct Completion {
  struct Candidate: Hashable {
    let text: String
    let help: String

    init(_ text: String, _ help: String = "") { (self.text, self.help) = (text, help) }
  }

  enum Answer: Hashable {
    case candidates([Candidate])
    /// Names of files: the shell's own matter.
    case files
  }

  /// What the daemon knows; without one, or where it fails, nothing.
  let facts: CompletionFacts

  /// - Parameters:
  ///   - words: what stands behind `todoctl` already.
  ///   - current: the word that is being typed, perhaps empty.
  func answer(_ words: [String], _ current: String) -> Answer {
    let found: [Candidate]
    switch place(words, current) {
    case .files: return .files
    case .candidates(let candidates): found = candidates
    }
    let lower = current.lowercased()
    var seen: Set<String> = []
    let fitting = found.filter { $0.text.lowercased().hasPrefix(lower) && seen.insert($0.text).inserted }
    return .candidates(Array(fitting.prefix(Completion.most)))
  }
  /// More than anybody reads.
  static let most = 200

  private func place(_ words: [String], _ current: String) -> Answer {
    guard let name = commandPlace(in: words) else {
      if let flag = pendingFlag(words, Flag.common) { return candidates(of: CompletionKind(of: flag), current) }
      if current.hasPrefix("-") { return .candidates(flags(Flag.common + [.version])) }
      return .candidates(commands)
    }
    guard let (row, _) = CommandTable.find(words[name]) else { return .candidates([]) }
    let flags = Flag.common + row.flags
    let given = words[(name + 1)...]
    let isPastOptions = given.contains("--")
    if !isPastOptions {
      if let flag = pendingFlag(Array(given), flags) {
        let kind = CompletionKind(of: flag)
        // Of a list it is how letters look, not which one.
        if flag == .priority, row.name == "list" { return .candidates(["letters", "marks"].map { Candidate($0) }) }
        return candidates(of: kind, current)
      }
      if let equals = current.firstIndex(of: "="), current.hasPrefix("--"),
        let flag = Flag.named(String(current[current.index(current.startIndex, offsetBy: 2)..<equals]))
      {
        let head = current[...equals]
        guard case .candidates(let values) = candidates(of: CompletionKind(of: flag), "") else { return .files }
        return .candidates(values.map { Candidate(head + $0.text, $0.help) })
      }
      if current.hasPrefix("--") || current == "-" { return .candidates(self.flags(flags)) }
    }
    return arguments(of: row, plain(given, flags), current)
  }

  /// Where the command stands: behind the options of every command, and perhaps behind ids, as in `17 done`.
  private func commandPlace(in words: [String]) -> Int? {
    var place = words.startIndex
    while place < words.endIndex {
      let word = words[place]
      if word.hasPrefix("-"), word != "-" {
        if let flag = Flag.named(String(word.dropFirst(2))), flag.value != nil { place += 1 }
      } else if Targets.names(word) == nil || CommandTable.find(word) != nil {
        return place
      }
      place += 1
    }
    return nil
  }

  /// The option at the end of the words that waits for its value.
  private func pendingFlag(_ words: [String], _ flags: [Flag]) -> Flag? {
    guard let last = words.last, last.hasPrefix("-") else { return nil }
    let flag = flags.first { last == "--\($0.rawValue)" || $0.letter.map { last == "-\($0)" } ?? false }
    return flag?.value == nil ? nil : flag
  }

  /// The words that are no options.
  private func plain(_ words: ArraySlice<String>, _ flags: [Flag]) -> [String] {
    (try? Options(words, allowed: flags))?.words ?? Array(words)
  }

  private func arguments(of row: CommandRow, _ given: [String], _ current: String) -> Answer {
    let (kinds, repeatsFirst) = CompletionKind.places(of: row)
    guard let first = kinds.first else { return .candidates([]) }
    guard first == .tasks || first == .trash else {
      // `pause [QUERY] LENGTH`, `restore`, `undo`: any of them in any place.
      var all: [Candidate] = []
      for kind in kinds {
        guard case .candidates(let some) = candidates(of: kind, current) else { return .files }
        all += some
      }
      let isOne = !row.arguments.contains("...") && !kinds.contains(.query) && !kinds.contains(.text)
      return .candidates(isOne && !given.isEmpty ? [] : all)
    }
    let areAllTasks = given.allSatisfy { Targets.names($0) != nil }
    var all: [Candidate] = []
    if areAllTasks, given.isEmpty || repeatsFirst {
      guard case .candidates(let tasks) = candidates(of: first, current) else { return .files }
      all += tasks.filter { !given.contains($0.text) }
    }
    if !given.isEmpty {
      for kind in kinds.dropFirst() {
        guard case .candidates(let some) = candidates(of: kind, current) else { return .files }
        all += some
      }
    }
    return .candidates(all)
  }

  private func candidates(of kind: CompletionKind, _ current: String) -> Answer {
    switch kind {
    case .files: return .files
    case .commands: return .candidates(commands)
    case .tasks:
      let words = [Candidate("last", "the one that rang last"), Candidate("rung", "all that rang unanswered")]
      return .candidates(facts.tasks(current) + words)
    case .trash: return .candidates(facts.trash())
    case .steps: return .candidates(facts.steps())
    case .query: return .candidates(CompletionWords.query(current, facts))
    case .text: return .candidates(CompletionWords.text(current, facts))
    case .changes: return .candidates(CompletionWords.changes(current, facts))
    case .words(let words): return .candidates(words.map { Candidate($0) })
    case .date, .time, .span, .later, .length, .priority, .sortKeys, .fields, .limit, .nothing:
      return .candidates(CompletionWords.fixed(kind))
    }
  }

  private var commands: [Candidate] {
    CommandTable.rows.flatMap { row in
      [Candidate(row.name, row.help)]
        + row.aliases.map { Candidate($0.name, ([row.name] + $0.words).joined(separator: " ")) }
    }
  }

  private func flags(_ flags: [Flag]) -> [Candidate] { flags.map { Candidate("--\($0.rawValue)", $0.help) } }
}

/// What completion asks the daemon for, when it needs it.
struct CompletionFacts {
  /// Open tasks whose ids begin so; no more than are shown.
  var tasks: (_ beginning: String) -> [Completion.Candidate]
  var trash: () -> [Completion.Candidate]
  var steps: () -> [Completion.Candidate]
  /// `+family`, `@phone`, with how many open tasks have it; of one sign, or of both.
  var tags: (_ sign: Character?) -> [Completion.Candidate]
  var views: () -> [Completion.Candidate]
}
