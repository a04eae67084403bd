package import TodoTxt

extension DateWords {
  /// Turns words after `due:`, `t:` and `at:` of a task into dates and times: `due:fri`, `due:next friday`, `at:9am`.
  ///
  /// What the file may say stays as it is, but for a time, which is written as `at:HHMM` so that every client keeps it.
  /// Words that follow a key belong to its value only if it is none without them, as `next` and `5` are.
  /// - Parameter addingDue: An `at:` without due and threshold gets a `due:`, today or tomorrow if the time is past.
  package static func resolve(
    _ line: Line, addingDue: Bool = true, at now: Instant, in zone: Zone, evening: TimeOfDay? = Tonight.usualEvening
  ) throws(Problem) -> Line {
    let keys = line.keys.filter { key in LineDates.names.contains { key.name.elementsEqual($0.utf8) } }
    guard !keys.isEmpty else { return line }
    var dates = LineDates(line, keys, at: now, in: zone, evening: evening)
    let resolved = try dates.resolved(isPart: !addingDue)
    return addingDue ? resolved.withDueOfTime(at: now, in: zone) : resolved
  }
}

extension Line {
  /// An `at:` without due and threshold means today, or tomorrow when it is past.
  func withDueOfTime(at now: Instant, in zone: Zone) -> Line {
    guard !header.isDone, values(of: "due").isEmpty, values(of: "t").isEmpty,
      let time = values(of: "at").lazy.compactMap({ TimeOfDay(at: $0) }).first
    else { return self }
    let today = zone.date(of: now)
    let isPast = zone.instant(of: CivilTime(today, time)) <= now
    return setting("due", to: today.adding(days: isPast ? 1 : 0).description)
  }
}

/// The dates and times of one line, while words become what the file may say.
private struct LineDates {
  private let line: Line
  /// Those of dates and times.
  private let keys: [Line.Key]
  private let words: [ArraySlice<UInt8>]
  private let now: Instant
  private let zone: Zone
  private let evening: TimeOfDay?
  private var edits: [(place: Range<Int>, text: String)] = []
  /// The day that a time of the line belongs to, and where it stands.
  private var dayOfTime: (day: CivilDate, place: Range<Int>)?
  /// The due says a time itself, in words.
  private var dueSaysTime = false

  /// The threshold first: a time belongs to the due if there is one.
  static let names = ["t", "due", "at"]

  init(_ line: Line, _ keys: [Line.Key], at now: Instant, in zone: Zone, evening: TimeOfDay?) {
    self.line = line
    self.keys = keys
    words = Array(line.words)
    self.now = now
    self.zone = zone
    self.evening = evening
  }

  mutating func resolved(isPart: Bool) throws(DateWords.Problem) -> Line {
    for name in LineDates.names {
      for key in keys where key.name.elementsEqual(name.utf8) {
        switch name {
        case "at": try takeTime(key.value, isPart: isPart)
        default: try takeDate(key.value, of: name)
        }
      }
    }
    edits.sort { $0.place.lowerBound < $1.place.lowerBound }
    var bytes = line.bytes
    for (place, text) in edits.reversed() { bytes.replaceSubrange(place, with: text.utf8) }
    return Line(bytes: bytes)
  }

  private mutating func takeDate(_ value: ArraySlice<UInt8>, of key: String) throws(DateWords.Problem) {
    let word = String(decoding: value, as: UTF8.self)
    let meaning = Meaning(of: Line("\(key):\(word)"))
    if let day = meaning.due ?? meaning.threshold {
      if meaning.time == nil { dayOfTime = (day, value.startIndex..<value.endIndex) }
      return
    }
    let following = followingWords(value)
    guard let (due, count) = try date(word, following, of: key) else {
      let said = [word] + following.prefix(DateWords.isOpen(word) ? 1 : 0)
      throw .noDate(key: key, word: said.joined(separator: " "))
    }
    let end = place(of: value).map { words[$0 + count].endIndex } ?? value.endIndex
    let place = value.startIndex..<end
    dueSaysTime = dueSaysTime || due.time != nil
    if due.time == nil, let day = CivilDate(parsing: due.value.utf8) { dayOfTime = (day, place) }
    edits.append((place, due.value + (due.time.map { " at:\($0.digits)" } ?? "")))
  }

  /// The due and how many of the following words belong to it; a time among those is the title's.
  private func date(
    _ word: String, _ following: [String], of key: String
  ) throws(DateWords.Problem) -> (SpokenDue, Int)? {
    let today = zone.date(of: now)
    for count in [0] + (0..<following.count).map({ following.count - $0 }) {
      guard let phrase = try? DatePhrase([word] + following.prefix(count), for: .date, today: today),
        count == 0 || phrase.time == nil
      else { continue }
      if key != "due" {
        guard let day = phrase.day, phrase.time == nil else { continue }
        return (SpokenDue(value: day.description), count)
      }
      return (try SpokenDue(phrase, at: now, in: zone, evening: evening), count)
    }
    return nil
  }

  /// Which word a value ends.
  private func place(of value: ArraySlice<UInt8>) -> Int? { words.firstIndex { $0.endIndex == value.endIndex } }

  /// A few words after a value, up to the next tag or key.
  private func followingWords(_ value: ArraySlice<UInt8>) -> [String] {
    guard let place = place(of: value) else { return [] }
    let keys = Set(line.keys.map(\.value.endIndex))
    return words[(place + 1)...].prefix(5).prefix { word in
      word.first != UInt8(ascii: "+") && word.first != UInt8(ascii: "@") && !keys.contains(word.endIndex)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A value without a digit, as in `at:office`, is text, unless it is noon or midnight.
  private mutating func takeTime(_ value: ArraySlice<UInt8>, isPart: Bool) throws(DateWords.Problem) {
    var word = String(decoding: value, as: UTF8.self)
    let hasDigit = value.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    guard hasDigit || ["noon", "midnight"].contains(word.lowercased()) else { return }
    var end = value.endIndex
    // `at:9 pm` with the half of the day left in the title would ring half a day early.
    if let place = place(of: value), place + 1 < words.count {
      let half = String(decoding: words[place + 1], as: UTF8.self)
      if DateWords.isHalfOfDay(half), ClockTime(parsing: word + half) != nil {
        word += half
        end = words[place + 1].endIndex
      }
    }
    guard let clock = ClockTime(parsing: word.filter { $0 != "-" }) else { throw .noTime(key: "at", word: word) }
    guard !dueSaysTime else { throw .secondTime(word: "at:\(word)") }
    edits.append((value.startIndex..<end, clock.time.digits))
    guard clock.isEndOfDay else { return }
    guard let (day, place) = dayOfTime else {
      // Alone it is the coming midnight; in a part of a line it may belong to a day that is not seen here.
      guard isPart else { return }
      throw .noDayToEnd(word: "at:\(word)")
    }
    edits.removeAll { $0.place == place }
    edits.append((place, day.adding(days: 1).description))
    dayOfTime = nil
  }
}

extension TimeOfDay {
  /// `0930`, as `at:` is written.
  var digits: String { padded(hour, 2) + padded(minute, 2) }
}
