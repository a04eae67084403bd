import TodoProtocol

extension Addition {
  /// Reads `add` with its options; they are put around the text, where todo.txt has a place for them.
  init(_ options: Options) throws(Problem) {
    prefix = ""
    suffix = ""
    isAtTop = options.has(.top)
    if let word = options[.priority] {
      guard case .priority(let letter?) = Edit(parsing: Array("pri:\(word)".utf8)[...]) else {
        throw .usage("'\(word)' is no priority", hint: "A to Z, or high, medium, low")
      }
      prefix = "(\(String(UnicodeScalar(letter)))) "
    }
    if options.has(.due) || options.has(.at) {
      var when = options[.due]?.split(separator: " ").map(String.init) ?? []
      if let time = options[.at] { when.append(time) }
      suffix += try When(when, timeGiven: options[.at]).words
    }
    if let every = options[.every] { suffix += " rec:\(try Addition.recurrence(every))" }
    text = options.words == ["-"] || options.words.isEmpty ? nil : options.text
    if let text {
      try Options.verifyOneLine(text)
      guard text.utf8.contains(where: { $0 > 0x20 }) else { throw .usage("the text is empty") }
    }
  }

  /// `month`, `2 weeks`, `3d`, `weekday`: strict, as people mean it who say "every".
  private static func recurrence(_ text: String) throws(Problem) -> String {
    let number = text.prefix { ("0"..."9").contains($0) }
    let unit = text[number.endIndex...].drop { $0 == " " }
    let singular = unit.count > 3 && unit.hasSuffix("s") ? unit.dropLast() : unit
    let letters = [
      "d": "d", "day": "d", "w": "w", "week": "w", "m": "m", "month": "m", "y": "y", "year": "y", "b": "b",
      "weekday": "b",
    ]
    guard let letter = letters[singular.lowercased()] else {
      throw .usage("'\(text)' is no time span", hint: "day, weekday, 2 weeks, month, year")
    }
    return "+\(number.isEmpty ? "1" : number)\(letter)"
  }
}

extension When {
  /// What `--at` says is a time however it is written: `--at 9`, `--at 1730`.
  init(_ words: [String], timeGiven: String?) throws(Problem) {
    guard let timeGiven else {
      try self.init(words)
      return
    }
    guard !timeGiven.isEmpty, !timeGiven.contains(" ") else { throw .usage("'\(timeGiven)' is no time") }
    let others = words.dropLast()
    let rest = others.isEmpty ? nil : try When(Array(others))
    if let time = rest?.time { throw .usage("'\(time)' and '--at \(timeGiven)' are two times") }
    self.init(date: rest?.date, time: timeGiven)
  }
}
