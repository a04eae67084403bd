import TodoTxt

/// How a kind of value is written in the configuration file.
struct ConfigurationForm<Value: Sendable>: Sendable {
  /// Completes the sentence "expected ...".
  var expected: String
  /// nil for what makes no sense; never given an empty text. The second argument is the home directory.
  var read: @Sendable (_ text: String, _ home: String) -> Value?
  /// Empty only for what a missing key means.
  var write: @Sendable (Value) -> String

  init(
    _ expected: String, read: @escaping @Sendable (String, String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.expected = expected
    self.read = read
    self.write = write
  }

  init(
    _ expected: String, read: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
  ) {
    self.init(expected, read: { text, _ in read(text) }, write: write)
  }

  /// The same, or `word` for nothing.
  func or(_ word: String) -> ConfigurationForm<Value?> {
    ConfigurationForm<Value?>(
      "\(expected), or '\(word)'",
      read: { text, home in text == word ? .some(nil) : read(text, home).map(Optional.some) },
      write: { $0.map(write) ?? word })
  }

  /// The same, where nil is what a missing key means.
  var optional: ConfigurationForm<Value?> {
    ConfigurationForm<Value?>(expected, read: { read($0, $1).map(Optional.some) }, write: { $0.map(write) ?? "" })
  }

  /// Several with commas between; `no` is none of them.
  func list(_ expected: String, empty: String = "no") -> ConfigurationForm<[Value]> {
    ConfigurationForm<[Value]>(
      "\(expected), or '\(empty)'",
      read: { text, home in
        if text == empty { return [] }
        var values: [Value] = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
          guard let value = read(String(trimmed(piece)), home) else { return nil }
          values.append(value)
        }
        return values
      },
      write: { $0.isEmpty ? empty : $0.map(write).joined(separator: ", ") })
  }
}

extension ConfigurationForm where Value == Bool {
  static let boolean = ConfigurationForm(
    "'yes' or 'no'",
    read: { text in
      switch text.lowercased() {
      case "yes", "true", "on", "1": true
      case "no", "false", "off", "0": false
      default: nil
      }
    }, write: { $0 ? "yes" : "no" })
}

extension ConfigurationForm where Value == Int {
  static func number(_ range: ClosedRange<Int>) -> ConfigurationForm {
    ConfigurationForm(
      "a number from \(range.lowerBound) to \(range.upperBound)",
      read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, write: { String($0) })
  }
}

extension ConfigurationForm
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String, Value.AllCases: Sendable {
  static var choice: ConfigurationForm {
    let words = Value.allCases.map { "'\($0.rawValue)'" }
    return ConfigurationForm(
      words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
      read: { Value(rawValue: $0.lowercased()) }, write: { $0.rawValue })
  }
}

extension ConfigurationForm where Value == Set<Priority> {
  static let priorities = ConfigurationForm(
    "priorities such as 'A' or 'A, B'",
    read: { text in
      let words = text.split { $0 == "," || $0 == " " || $0 == "\t" }
      let letters = words.compactMap { $0.utf8.count == 1 ? $0.utf8.first.flatMap(Priority.init) : nil }
      return letters.isEmpty || letters.count != words.count ? nil : Set(letters)
    },
    write: { $0.sorted(by: >).map(\.description).joined(separator: ", ") })
}
