import TodoCore
import TodoProtocol

/// What somebody may have meant by a query that found nothing.
struct EmptyAnswer {
  /// `+family`, `@phone`: those of the open tasks.
  let tags: [String]

  /// One hint a word at most.
  func hints(for query: String) -> [String] {
    query.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { hint(for: String($0)) }
  }

  private func hint(for word: String) -> String? {
    if word.hasPrefix("-") || word == "or" { return nil }
    if word.hasPrefix("+") || word.hasPrefix("@") {
      if tags.contains(where: { $0.lowercased() == word.lowercased() }) || QueryNames.isVirtualTag(word) { return nil }
      let near = Spelling.nearest(to: word, of: tags)
      return "no open task has \(word)" + (near.map { ": did you mean \($0)?" } ?? "")
    }
    if let colon = word.firstIndex(of: ":") {
      let (key, value) = (String(word[..<colon]), word[colon...])
      if QueryNames.keys.contains(key) || QueryNames.names.contains(word) { return nil }
      let near = Spelling.nearest(to: key, of: QueryNames.keys)
      return "'\(word)' is searched for as it stands" + (near.map { ": did you mean \($0)\(value)?" } ?? "")
    }
    if QueryNames.names.contains(word) { return nil }
    if DateWords.isDay(word) { return "'\(word)' is searched for as it stands: did you mean due:\(word.lowercased())?" }
    if tags.contains("+\(word)") { return "did you mean +\(word)?" }
    if tags.contains("@\(word)") { return "did you mean @\(word)?" }
    return Spelling.nearest(to: word, of: QueryNames.names.filter { !$0.contains(":") }).map { "did you mean \($0)?" }
  }
}

extension Run {
  /// Says that nothing was found, and what could have been meant.
  func sayWhyEmpty(_ query: String) throws(Problem) {
    guard !query.isEmpty else { return warn("nothing to do") }
    let everything = Request(.list(query: "all \(query)", sort: nil, rows: .plain))
    let answers = try open().ask([Request(.projects(query: "")), Request(.contexts(query: ""))])
    let (_, all) = try open().copy(everything)
    let tags = answers[0].data.map { "+\($0.key)" } + answers[1].data.map { "@\($0.key)" }
    let more = all.failure == nil ? all.attributes["n"].flatMap { Int($0) } ?? 0 : 0
    let words = more == 0 ? "" : " (\(more) done or hidden: 'todoctl list all \(query)')"
    warn("no task fits '\(query)'\(words)")
    for hint in EmptyAnswer(tags: tags).hints(for: query) { warn(hint) }
  }
}
