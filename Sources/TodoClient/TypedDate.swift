import TodoCore
import TodoTxt

/// A date and perhaps a time as typed after `--due` or `due 22`.
///
/// Looked at here, so that an error shows what was typed; which day it is, is the daemon's to say.
struct TypedDate {
  /// What `due:` is given: the words joined by dashes.
  let value: String
  let saysDay: Bool
  let saysTime: Bool

  init(_ text: String) throws(Problem) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard !words.isEmpty else { throw .usage("the date is missing") }
    value = words.joined(separator: "-")
    // `2026-12-05T17:30` is no words at all.
    let written = Meaning(of: Line("due:\(value)"))
    guard written.due == nil else {
      saysDay = true
      saysTime = written.time != nil
      return
    }
    do throws(DateWords.Problem) {
      let phrase = try DatePhrase(words, for: .date, today: TypedDate.someDay)
      saysDay = phrase.time == nil || phrase.day != nil
      saysTime = phrase.time != nil || phrase.elapsed != nil
    } catch {
      throw Problem(DateWords.Problem.noDate(key: nil, word: words.joined(separator: " ")).refusal.failure)
    }
  }

  /// Whether words are a date does not depend on the day.
  static let someDay = CivilDate(daysSinceEpoch: 20_000)
}

/// A time as typed after `--at`.
struct TypedTime {
  let value: String

  /// Here a number is an hour: `--at 9`.
  init(_ text: String) throws(Problem) {
    value = text.filter { $0 != " " }
    guard ClockTime(parsing: value) != nil else {
      throw Problem(DateWords.Problem.noTime(key: nil, word: text).refusal.failure)
    }
  }
}

extension TypedDate {
  /// One argument of a text: the spaces of a `due:next friday 9am` in quotes are no ends of words.
  static func joined(_ argument: String) -> String {
    guard argument.utf8.contains(UInt8(ascii: " ")) else { return argument }
    guard let key = ["due", "t", "at"].first(where: { argument.hasPrefix("\($0):") }) else { return argument }
    let words = argument.dropFirst(key.utf8.count + 1).split(separator: " ").map(String.init)
    guard words.count > 1, let phrase = try? DatePhrase(words, for: .date, today: someDay) else { return argument }
    let fits =
      switch key {
      case "t": phrase.day != nil && phrase.time == nil
      case "at": phrase.day == nil && phrase.time != nil
      default: true
      }
    return fits ? "\(key):\(words.joined(separator: "-"))" : argument
  }
}
