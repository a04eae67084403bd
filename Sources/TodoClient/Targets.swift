package import TodoProtocol

/// Which tasks a command means.
package enum Targets: Hashable, Sendable {
  /// Ids, line numbers, `last`, `rung`, or a query given with `--where`.
  case names([ItemName])
  /// Words that must fit exactly one task.
  case words(String)
  /// `-`: the first word of each line of the input.
  case input
}

extension Targets {
  /// Reads `3 5 7-9`, `3,5`, `:12`, `last`, `rung`, `-`, or one argument of words.
  init(_ arguments: some Collection<String>, where query: String?) throws(Problem) {
    if let query {
      guard arguments.isEmpty else { throw .usage("'--where' and '\(arguments.first ?? "")' do not mix") }
      self = .names([.matching(query)])
      return
    }
    guard let first = arguments.first else {
      throw .usage("no task is named", hint: "say an id (3), a range (7-9), a line (:12), last, rung or --where QUERY")
    }
    if first == "-" {
      guard arguments.count == 1 else { throw .usage("'-' stands alone") }
      self = .input
      return
    }
    let parsed = arguments.map { Targets.names($0) }
    if parsed.allSatisfy({ $0 != nil }) {
      self = .names(parsed.flatMap { $0 ?? [] })
      return
    }
    guard arguments.count == 1 else {
      let odd = zip(arguments, parsed).first { $0.1 == nil }?.0 ?? first
      throw .usage("'\(odd)' is no id", hint: "words that name a task are one argument: 'call mum'")
    }
    guard first.utf8.contains(where: { $0 > 0x20 }) else { throw .usage("an empty word names no task") }
    self = .words(first)
  }

  /// The names in one argument; nil if it is not made of them.
  static func names(_ argument: String) -> [ItemName]? {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let names = parts.compactMap { ItemName(parsing: Array($0.utf8)[...]) }
    return names.count == parts.count ? names : nil
  }

  /// How many tasks these can be at most; nil if only the daemon knows.
  var mostCount: Int? {
    switch self {
    case .words: return 1
    case .input: return nil
    case .names(let names):
      var count = 0
      for name in names {
        switch name {
        case .id, .line, .last: count += 1
        case .range(let first, let last): count += Int(last - first) + 1
        case .rung, .matching: return nil
        }
      }
      return count
    }
  }
}
