import TodoCore
import TodoProtocol

extension Addition {
  /// Reads `add` with its options; they are put around the text, where todo.txt has a place for them.
  init(_ options: Options) throws(Problem) {
    let due = try options[.due].map { (text) throws(Problem) in try TypedDate(text) }
    let time = try options[.at].map { (text) throws(Problem) in try TypedTime(text) }
    if let said = options[.at], due?.saysTime == true {
      throw .usage("'\(options[.due] ?? "")' and '--at \(said)' are two times")
    }
    try self.init(options, due: due, time: time)
    text = options.words == ["-"] || options.words.isEmpty ? nil : options.joinedText
    try verifyText()
  }

  /// Reads `remind`: when, then what.
  init(reminding options: Options) throws(Problem) {
    let hint = "remind 20min tea, remind at 5pm call Bob, remind tomorrow 9am Pay rent"
    let given = options.text
    var words = given.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
    if words.first?.lowercased() == "me" { words.removeFirst() }
    guard !words.isEmpty else { throw .usage("when and what are missing", hint: hint) }
    let count = DatePhrase.length(atFrontOf: words.map(String.init), for: .toCome, today: TypedDate.someDay)
    guard count > 0 else { throw Addition.problem(ofWhen: words.map(String.init), hint) }
    guard count < words.count else { throw .usage("what to remind of is missing", hint: hint) }
    try self.init(options, due: try Addition.due(words.prefix(count).map(String.init)), time: nil)
    text = String(given[words[words.startIndex + count].startIndex...])
    try verifyText()
  }

  /// A span is one from now.
  private static func due(_ words: [String]) throws(Problem) -> TypedDate {
    let words = words.flatMap { DateWords.words(of: $0) }
    guard let first = words.first, words.first?.lowercased() != "in",
      DatePhrase(span: words[...], for: .toCome, today: TypedDate.someDay) != nil
    else { return try TypedDate(words.joined(separator: " ")) }
    let span = [first.hasPrefix("+") ? String(first.dropFirst()) : first] + words.dropFirst()
    return try TypedDate("in " + span.joined(separator: " "))
  }

  private static func problem(ofWhen words: [String], _ hint: String) -> Problem {
    if words[0].utf8.count < 4, words[0].isNumeral {
      return Problem(DateWords.Problem.bareNumber(word: words[0]).refusal.failure)
    }
    let open = words.prefix(DateWords.isOpen(words[0]) ? 2 : 1).joined(separator: " ")
    guard let slip = DateWords.slip(in: open) else { return .usage("'\(open)' is not understood as when", hint: hint) }
    return .usage("'\(slip.word)' is not understood as when", hint: "did you mean \(slip.meant)?")
  }

  private init(_ options: Options, due: TypedDate?, time: TypedTime?) throws(Problem) {
    prefix = ""
    text = nil
    isAtTop = options.has(.top)
    if let word = options[.priority] {
      guard case .priority(let letter?) = Edit(parsing: Array("pri:\(word)".utf8)[...]) else {
        throw .usage("'\(word)' is no priority", hint: "A to Z, or high, medium, low")
      }
      prefix = "(\(String(UnicodeScalar(letter)))) "
    }
    let repetition = try options[.every].map { (text) throws(Problem) in try Repetition(text) }
    if let every = options[.every], repetition?.weekdays.isEmpty == false, due?.saysDay == true {
      throw .usage("'--every \(every)' and '\(due?.value ?? "")' are two days")
    }
    hasDue = due != nil || repetition?.weekdays.isEmpty == false
    guard due != nil || time != nil || repetition != nil else {
      // What is added most has none of them, and makes no strings for them.
      suffixes = [""]
      return
    }
    let dues = repetition.flatMap { $0.weekdays.isEmpty ? nil : $0.weekdays } ?? []
    let values = dues.isEmpty ? [due?.value] : dues.map { day in due.map { "\(day)-\($0.value)" } ?? day }
    suffixes = values.map { value in
      [value.map { " due:\($0)" }, time.map { " at:\($0.value)" }, repetition.map { " rec:\($0.rule)" }]
        .compactMap { $0 }.joined()
    }
  }

  private func verifyText() throws(Problem) {
    guard let text else { return }
    try Options.verifyOneLine(text)
    guard text.utf8.contains(where: { $0 > 0x20 }) else { throw .usage("the text is empty") }
    // Of two dues the first would count, and nobody would know.
    guard hasDue else { return }
    for word in text.split(separator: " ") where word.hasPrefix("due:") && word.utf8.count > 4 {
      throw .usage("'\(word)' is a second date")
    }
  }
}
