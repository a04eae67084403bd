extension ConfigurationProblem: CustomStringConvertible {
  /// One sentence: `line 7: [Reminders] has no key DayStrat=; did you mean DayStart=?`
  package var description: String { "line \(line): \(sentence)" }

  /// What is wrong, without the line.
  package var sentence: String {
    switch kind {
    case .notText: "this is not text in UTF-8"
    case .notAnAssignment(let text):
      "'\(ConfigurationProblem.shortened(text))' is neither a [Section] nor Key=value"
    case .outsideSections(let key):
      "\(key)= stands above the first section; expected one of \(ConfigurationProblem.sections) before it"
    case .unknownSection(let name, let nearest):
      "there is no section [\(ConfigurationProblem.shortened(name))]; "
        + (nearest.map { "did you mean [\($0)]?" } ?? "expected one of \(ConfigurationProblem.sections)")
    case .unknownKey(let name, let section, let nearest, let home):
      "[\(section)] has no key \(ConfigurationProblem.shortened(name))="
        + (home.map { "; it belongs to [\($0)]" } ?? nearest.map { "; did you mean \($0)=?" } ?? "")
    case .badValue(let key, let value, let expected):
      "\(key)=\(ConfigurationProblem.shortened(value)): expected \(expected)"
    }
  }

  private static var sections: String { ConfigurationKey.sections.map { "[\($0)]" }.joined(separator: " ") }

  private static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(59) + "…"
  }
}
