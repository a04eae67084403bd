import TodoCore
import TodoTxt

/// Words that are the same for everybody, and those with a tag of the user's in them.
enum CompletionWords {
  typealias Candidate = Completion.Candidate

  /// One of these stands for the key that is begun; the others when it is.
  static func query(_ current: String, _ facts: CompletionFacts) -> [Candidate] {
    let isNegated = current.hasPrefix("-")
    let words = positive(isNegated ? String(current.dropFirst()) : current, facts)
    return isNegated ? words.map { Candidate("-\($0.text)", $0.help) } : words
  }

  private static func positive(_ current: String, _ facts: CompletionFacts) -> [Candidate] {
    if let sign = current.first, sign == "+" || sign == "@" { return facts.tags(sign) }
    if current.hasPrefix("view:") { return facts.views() }
    for key in ["due:", "before:", "after:"] where current.hasPrefix(key) {
      let ranges = key == "due:" ? ["..today", "..+7d", "none", "any"] : []
      return (fixed(.date).map(\.text) + ranges).map { Candidate(key + $0) }
    }
    if current.hasPrefix("pri:") { return ["A", "B", "C", "A..C", "none", "any"].map { Candidate("pri:\($0)") } }
    if current.hasPrefix("project:") {
      return facts.tags("+").map { Candidate("project:\($0.text.dropFirst())", $0.help) }
    }
    if current.hasPrefix("sort:") { return fixed(.sortKeys).map { Candidate("sort:\($0.text)") } }
    let keys = ["due:", "before:", "after:", "pri:", "project:", "view:", "sort:"].map { Candidate($0) }
    let names = QueryNames.names.filter { !$0.contains(":") }.map { Candidate($0) }
    return names + keys + (current.isEmpty ? facts.tags(nil) : [])
  }

  static func text(_ current: String, _ facts: CompletionFacts) -> [Candidate] {
    if let sign = current.first, sign == "+" || sign == "@" { return facts.tags(sign) }
    for key in ["due:", "t:"] where current.hasPrefix(key) { return fixed(.date).map { Candidate(key + $0.text) } }
    if current.hasPrefix("at:") { return fixed(.time).map { Candidate("at:\($0.text)") } }
    if current.hasPrefix("rec:") {
      return ["1d", "1w", "+1w", "1m", "+1m", "+1y", "1b"].map { Candidate("rec:\($0)") }
    }
    if current.hasPrefix("rem:") { return ["10m", "1h", "1d", "none"].map { Candidate("rem:\($0)") } }
    return current.isEmpty ? [] : ["due:", "at:", "t:", "rec:", "rem:"].map { Candidate($0) }
  }

  static func changes(_ current: String, _ facts: CompletionFacts) -> [Candidate] {
    if current.hasPrefix("-") { return facts.tags(current.dropFirst().first).map { Candidate("-\($0.text)", $0.help) } }
    if current.hasPrefix("pri:") { return fixed(.priority).map { Candidate("pri:\($0.text)") } + [Candidate("pri:")] }
    if current.isEmpty { return ["due:", "at:", "t:", "rec:", "rem:", "pri:"].map { Candidate($0) } + facts.tags(nil) }
    return text(current, facts) + [Candidate("pri:")]
  }

  static func fixed(_ kind: CompletionKind) -> [Candidate] {
    switch kind {
    case .date:
      words("today tomorrow mon tue wed thu fri sat sun weekend eom +1d +3d +1w +2w +1m")
    case .time: words("9am 12pm 17:30 6pm 8pm")
    case .span: words("day weekday week month year") + [Candidate("2 weeks")]
    case .later: words("10min 30min 1h 3h tonight tomorrow mon tue wed thu fri sat sun")
    case .length: words("1h 2h until on toggle")
    case .priority: words("A B C D high medium low")
    case .sortKeys: SortKey.Field.allCases.flatMap { [Candidate($0.rawValue), Candidate("-\($0.rawValue)")] }
    case .fields: [Candidate("{id}\\t{due}\\t{text}"), Candidate("{line}")]
    case .limit: words("20 100 all")
    default: []
    }
  }

  private static func words(_ text: String) -> [Candidate] { text.split(separator: " ").map { Candidate(String($0)) } }
}
