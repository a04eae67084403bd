extension ConfigurationForm where Value == String {
  static let path = ConfigurationForm(
    "an absolute path, or one that begins with '~/'",
    read: { text, home in
      let path = underHome(text, home)
      return path.hasPrefix("/") || path.hasPrefix(home + "/") ? path : nil
    }, write: { $0 })

  static let program = ConfigurationForm(
    "the name of a program, or an absolute path",
    read: { text, home in
      let path = underHome(text, home)
      return path.hasPrefix("/") || !path.contains("/") ? path : nil
    }, write: { $0 })

  /// A name of the sound theme, as the sound naming specification has them.
  static let soundName = ConfigurationForm(
    "a name of the sound theme such as 'message-new-instant'",
    read: { text in
      let isName = text.utf8.allSatisfy { (0x30...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
      return isName ? text : nil
    }, write: { $0 })
}

extension ConfigurationForm where Value == [String] {
  /// A program and its arguments: split at blanks, `"` and `'` keep them together, no shell looks at it.
  static let command = ConfigurationForm(
    "a program found in PATH or by an absolute path, and its arguments, or 'no'",
    read: { text, home in
      if text == "no" { return [] }
      guard let words = split(text)?.map({ underHome($0, home) }), let program = words.first, !program.isEmpty,
        program.hasPrefix("/") || !program.contains("/")
      else { return nil }
      return words
    },
    write: { words in words.isEmpty ? "no" : words.map(quoted).joined(separator: " ") })

  private static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return word.map { words + [$0] } ?? words
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && !word.contains { " \t\"'\\".contains($0) }
    if isPlain { return word }
    return "\"" + word.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

/// A word with the home directory in place of a leading `~/` or `%h/`.
private func underHome(_ text: String, _ home: String) -> String {
  guard text.hasPrefix("~/") || text.hasPrefix("%h/") else { return text }
  return Configuration.path(text[text.index(text.startIndex, offsetBy: text.hasPrefix("~") ? 2 : 3)...], under: home)
}
