import TodoCore
import TodoProtocol

/// What the rows of the command table read their words with.
extension Options {
  /// The words as one text.
  var text: String { words.joined(by: " ") }

  /// The same for a task, where `due:next friday` in quotes is one date.
  var joinedText: String { words.map(TypedDate.joined).joined(by: " ") }

  func atMost(_ count: Int) throws(Problem) {
    guard words.count <= count else { throw .usage("'\(words[count])' is one word too many") }
  }

  func status() throws(Problem) -> Action {
    try atMost(0)
    guard let format = self[.format] else {
      guard !has(.follow) else {
        throw .usage("--follow goes with --format", hint: "todoctl status --format waybar --follow")
      }
      return .status
    }
    guard !has(.json) else { throw .usage("--json and --format are two ways to print") }
    return .bar(try BarFormat(format), isFollowed: has(.follow))
  }

  func targets() throws(Problem) -> Targets { try Targets(words, where: self[.where]) }

  /// The tasks first, then at least one word that is none of them.
  private func targetsAndRest(_ what: String) throws(Problem) -> (Targets, rest: ArraySlice<String>) {
    let split: Int
    if has(.where) || words.isEmpty {
      split = 0
    } else {
      // The first word names a task whatever it is; more of them only if they cannot be anything else.
      split = max(1, words.firstIndex { Targets.names($0) == nil } ?? words.count)
    }
    guard split < words.count else { throw .usage("\(what) is missing") }
    return (try Targets(words[..<split], where: self[.where]), words[split...])
  }

  /// The tasks, then perhaps when: the number of `20 aug` or `10 min` is no task.
  func targetsAndWhen() throws(Problem) -> (Targets, when: String?) {
    var split = 0
    if !has(.where), !words.isEmpty {
      split = max(1, words.firstIndex { Targets.names($0) == nil } ?? words.count)
      if split < words.count, split > 1, Options.followsNumber(words[split]), Int(words[split - 1]) != nil {
        split -= 1
      }
    }
    let when = words[split...].joined(separator: " ")
    try Options.verifyOneLine(when)
    return (try Targets(words[..<split], where: self[.where]), when.isEmpty ? nil : when)
  }

  private static func followsNumber(_ word: String) -> Bool {
    TimeSpan.isUnit(word) || DateWords.month(word) != nil || DateWords.isHalfOfDay(word)
  }

  /// One task, then a text that may begin with anything, a number too.
  func taskAndText() throws(Problem) -> (Targets, [UInt8]) {
    guard words.count > 1 else {
      throw .usage(words.isEmpty ? "no task is named" : "the text is missing", hint: "a task, then the words")
    }
    let text = words.dropFirst().map(TypedDate.joined).joined(separator: " ")
    try Options.verifyOneLine(text)
    return (try Targets(words.prefix(1), where: nil), Array(text.utf8))
  }

  func set() throws(Problem) -> Action {
    let (tasks, rest) = try targetsAndRest("the change")
    var edits: [Edit] = []
    for word in rest.flatMap({ $0.split(separator: " ") }) {
      // `due:next friday` and `due:fri 17:30`: what is no change by itself belongs to the date before it.
      if case .key(let key, let value)? = edits.last, ["due", "t", "at"].contains(key),
        Edit(parsing: Array(word.utf8)[...]) == nil || ClockTime(parsing: String(word)) != nil
      {
        edits[edits.count - 1] = .key(key, value: "\(value)-\(word)")
        continue
      }
      guard let edit = Edit(parsing: Array(word.utf8)[...]) else {
        throw .usage("'\(word)' is no change", hint: "key:value, key:, +tag, @tag, -+tag or pri:A")
      }
      edits.append(edit)
    }
    let changes = edits
    return .change(Change("changed", tasks) { .set($0, changes) })
  }

  func due() throws(Problem) -> Action {
    let (tasks, when) = try targetsAndWhen()
    guard let when else { throw .usage("the date is missing") }
    guard when.lowercased() != "none" else {
      return .change(Change("changed", tasks) { .set($0, [.clear(key: "due"), .clear(key: "at")]) })
    }
    let value = try TypedDate(when).value
    return .change(Change("changed", tasks) { .set($0, [.key("due", value: value)]) })
  }

  func priority() throws(Problem) -> Action {
    guard let word = words.last, words.count > 1 || has(.where) else { throw .usage("the priority is missing") }
    guard let edit = Edit(parsing: Array("pri:\(word)".utf8)[...]), edit != .priority(nil) else {
      throw .usage("'\(word)' is no priority", hint: "A to Z, or high, medium, low")
    }
    let tasks = try Targets(words.dropLast(), where: self[.where])
    return .change(Change("changed", tasks) { .set($0, [edit]) })
  }

  func reorder() throws(Problem) -> Action {
    let hint = "todoctl reorder 17 top, or todoctl reorder 17 after 3"
    guard words.count >= 2 else { throw .usage("where to is missing", hint: hint) }
    let task = try Targets(words.prefix(1), where: nil)
    let place: Command.Place
    if words.count == 2, words[1] == "top" {
      place = .top
    } else if words.count == 3, words[1] == "after", let names = Targets.names(words[2]), names.count == 1,
      names[0].isSingle
    {
      place = .after(names[0])
    } else {
      throw .usage("'\(words[1...].joined(separator: " "))' is no place", hint: hint)
    }
    return .change(
      Change("moved", task) { names throws(Problem) in
        guard names.count == 1, names[0].isSingle else {
          throw .usage("'reorder' takes one task", hint: "name one, by its id")
        }
        return .reorder(names[0], place)
      })
  }

  func resolve() throws(Problem) -> Action {
    let hint = "keep: it stays and its twin goes; drop: it goes; both: both are tasks from now on"
    guard let word = words.last, let choice = Command.Choice(rawValue: word) else {
      throw .usage(words.isEmpty ? "no task is named" : "what becomes of it is missing", hint: hint)
    }
    let tasks = try Targets(words.dropLast(), where: self[.where])
    return .change(Change("kept", gone: "removed", tasks) { .resolve($0, choice) })
  }

  func move() throws(Problem) -> Action {
    guard let file = words.last, words.count > 1 || has(.where) else { throw .usage("the file is missing") }
    try Options.verifyOneLine(file)
    let tasks = try Targets(words.dropLast(), where: self[.where])
    return .change(Change("moved to \(file)", tasks) { .move($0, file: file) })
  }

  /// `s812` or `812`; nil where none is named.
  func step() throws(Problem) -> Int64? {
    try atMost(1)
    return try steps().first
  }

  func steps() throws(Problem) -> [Int64] {
    var steps: [Int64] = []
    for word in words {
      let digits = word.hasPrefix("s") ? word.dropFirst() : word[...]
      guard let step = Int64(digits), step > 0 else { throw .usage("'\(word)' is no step such as s812") }
      steps.append(step)
    }
    return steps
  }

  /// `s812`, ids, or a query.
  func historyScope() throws(Problem) -> HistoryScope {
    if words.count == 1, !has(.where), let first = words.first, first.hasPrefix("s"),
      let number = Int64(first.dropFirst()), number > 0
    {
      return .step(number)
    }
    let items = try items()
    return items.isEmpty ? .all : .items(items)
  }

  /// Ids, or a query; none for all.
  func items() throws(Problem) -> [ItemName] {
    if let query = self[.where] {
      try atMost(0)
      return [.matching(query)]
    }
    let names = words.map { Targets.names($0) }
    try Options.verifyOneLine(text)
    return names.allSatisfy { $0 != nil } ? names.flatMap { $0 ?? [] } : [.matching(text)]
  }

  /// `r118` or `s812`; nil where the option is not there.
  func version(_ flag: Flag) throws(Problem) -> VersionName? {
    guard let word = self[flag] else { return nil }
    guard let name = VersionName(parsing: Array(word.utf8)[...]) else {
      throw .usage("'\(word)' is no version", hint: "r118 or s812, as 'todoctl history' names them")
    }
    return name
  }

  /// How many at most; nil for all.
  func limit(_ usual: Int?) throws(Problem) -> Int? {
    switch self[.limit] {
    case nil: return usual
    case "all": return nil
    case let word?:
      guard let count = Int(word), count > 0 else { throw .usage("'\(word)' is no number from 1", hint: "or all") }
      return count
    }
  }

  static func verifyOneLine(_ text: String) throws(Problem) {
    guard !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw .usage("a task is one line", hint: "several lines go through a pipe: todoctl add -")
    }
  }
}
