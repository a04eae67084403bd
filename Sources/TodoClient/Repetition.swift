import TodoCore
import TodoTxt

/// What `--every` says: strict, as people mean it who say "every".
struct Repetition {
  /// What `rec:` gets.
  let rule: String
  /// A task for each of these, as `rec:` knows no weekdays.
  private(set) var weekdays: [String] = []

  /// Reads `month`, `2 weeks`, `3d`, `weekday`, `other week`, `mon`, `mon,wed and fri`.
  init(_ text: String) throws(Problem) {
    let words = text.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    let days = words.filter { $0 != "and" }
    if let first = days.first, DateWords.weekday(first) != nil {
      for day in days where DateWords.weekday(day) == nil {
        throw Repetition.problem(day, "is no weekday", "mon,wed,fri")
      }
      for day in days where !weekdays.contains(where: { DateWords.weekday($0) == DateWords.weekday(day) }) {
        weekdays.append(day)
      }
      rule = "+1w"
      return
    }
    rule = try Repetition.rule(text, words)
  }

  private static func rule(_ text: String, _ words: [String]) throws(Problem) -> String {
    let isOther = words.first == "other"
    let said = (isOther ? words.dropFirst() : words[...]).joined(separator: " ")
    let number = said.prefix { ("0"..."9").contains($0) }
    let unit = String(said[number.endIndex...].drop { $0 == " " })
    guard let known = units.first(where: { $0.names.contains(unit) }) else {
      throw problem(unit.isEmpty ? text : unit, "is no time span", "day, weekday, 2 weeks, month, year or mon,wed")
    }
    guard let count = number.isEmpty ? (isOther ? 2 : 1) : Int(number) else { throw .usage("'\(text)' is too long") }
    let rule = "+\(count.multipliedReportingOverflow(by: known.count).partialValue)\(known.letter)"
    guard count <= 99_999, RecurrenceRule(parsing: Array(rule.utf8)[...]) != nil else {
      throw .usage("'\(text)' is no time span", hint: "1 to 99999 days, weeks, months or years")
    }
    return rule
  }

  private static func problem(_ word: String, _ what: String, _ hint: String) -> Problem {
    let known = units.flatMap(\.names).filter { $0.utf8.count > 2 } + DateWords.weekdayNames
    let meant = Spelling.nearest(to: word, of: known)
    return .usage("'\(word)' \(what)", hint: meant.map { "did you mean \($0)?" } ?? hint)
  }

  /// Here `m` is months, as in `rec:`.
  private static let units: [(names: [String], count: Int, letter: String)] = [
    (["d", "day", "days", "daily"], 1, "d"), (["w", "week", "weeks", "weekly"], 1, "w"),
    (["m", "mo", "month", "months", "monthly"], 1, "m"), (["y", "year", "years", "yearly", "annually"], 1, "y"),
    (["b", "weekday", "weekdays", "workday", "workdays"], 1, "b"), (["fortnight", "fortnights"], 2, "w"),
    (["quarter", "quarters", "quarterly"], 3, "m"),
  ]
}
