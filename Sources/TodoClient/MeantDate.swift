import TodoCore
import TodoTxt

/// Words of a title that may have been meant as a date: never taken for one, but told of.
struct MeantDate {
  /// `tomorrow 9am`, as `todoctl due` takes it.
  let words: String
  let isTimeOnly: Bool

  /// Finds such words at the end of the title, else the first ones in it.
  init?(in line: Line) {
    let keys = Set(line.keys.map(\.value.endIndex))
    let title = line.words.map { word in
      let text = MeantDate.bare(String(decoding: word, as: UTF8.self))
      let isTag = word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@")
      // A tag or a key parts what stands before it from what follows; `+3d` is a tag that was hardly meant as one.
      let isText = !keys.contains(word.endIndex) && (!isTag || DateWords.day(text, today: TypedDate.someDay) != nil)
      return isText ? text : ""
    }
    var found: [(start: Int, end: Int)] = []
    var place = 0
    while place < title.count {
      let count = MeantDate.length(at: place, of: title)
      if count > 0 { found.append((place, place + count)) }
      place += max(count, 1)
    }
    guard let last = found.last, let first = found.first else { return nil }
    let rest = title[last.end...].contains { !$0.isEmpty }
    let (start, end) = rest ? first : last
    let phrase = try? DatePhrase(title[start..<end], for: .date, today: TypedDate.someDay)
    words = title[start..<end].joined(separator: " ")
    isTimeOnly = phrase?.day == nil && phrase?.elapsed == nil
  }

  private static func length(at place: Int, of title: [String]) -> Int {
    let words = title[place...].prefix { !$0.isEmpty }
    guard let word = words.first?.lowercased() else { return 0 }
    let isLast = title[(place + 1)...].allSatisfy(\.isEmpty)
    let before = place > 0 ? title[place - 1].lowercased() : ""
    guard begins(word, words.dropFirst().first, isLast: isLast, after: before) else { return 0 }
    return DatePhrase.length(atFrontOf: words, for: .date, today: TypedDate.someDay)
  }

  private static func begins(_ word: String, _ next: String?, isLast: Bool, after before: String) -> Bool {
    if plain.contains(word) || DateWords.weekdayNames.contains(word) { return true }
    // Short forms that are words too count where a date would stand.
    if ["mon", "wed", "sat", "sun", "weekend"].contains(word) {
      return isLast || ["on", "by", "at", "until", "before"].contains(before)
    }
    if word == "next" || word == "in" || word.hasPrefix("+") { return true }
    if let next, DateWords.month(next) ?? DateWords.month(word) != nil || DateWords.isHalfOfDay(next) { return true }
    if CivilDate(parsing: word.utf8) != nil { return true }
    let hasDigit = word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    return hasDigit && !word.isNumeral && ClockTime(parsing: word) != nil
  }

  private static let plain: Set<String> = [
    "today", "tonight", "tomorrow", "tue", "tues", "thu", "thur", "thurs", "fri", "noon", "midnight", "eow", "eom",
    "eoy",
  ]

  /// Without the marks that end a sentence.
  private static func bare(_ word: String) -> String {
    String(word.reversed().drop { ",.;!?)".contains($0) }.reversed())
  }
}
