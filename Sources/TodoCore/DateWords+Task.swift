package import TodoTxt

extension DateWords {
  /// Turns relative words after `due:`, `t:` and `at:` of a task into dates and times: `due:fri`, `t:+3d`, `at:9am`.
  ///
  /// What the file may say stays as it is, but for a time, which is written as `at:HHMM` so that every client keeps it.
  /// - Parameter addingDue: An `at:` without due and threshold gets a `due:`, today or tomorrow if the time is past.
  package static func resolve(
    _ line: Line, addingDue: Bool = true, at now: Instant, in zone: Zone
  ) throws(Problem) -> Line {
    let today = zone.date(of: now)
    var edits: [(place: Range<Int>, text: String)] = []
    for key in line.keys {
      let text: String?
      switch String(decoding: key.name, as: UTF8.self) {
      case "due": text = try resolved(date: key.value, of: "due", today: today)
      case "t": text = try resolved(date: key.value, of: "t", today: today)
      case "at": text = try resolved(time: key.value)
      default: continue
      }
      if let text { edits.append((key.value.startIndex..<key.value.endIndex, text)) }
    }
    var bytes = line.bytes
    for (place, text) in edits.reversed() { bytes.replaceSubrange(place, with: text.utf8) }
    let resolved = Line(bytes: bytes)
    return addingDue ? resolved.withDue(at: now, in: zone, today: today) : resolved
  }

  /// Nil if the value may stay.
  private static func resolved(
    date value: ArraySlice<UInt8>, of key: String, today: CivilDate
  ) throws(Problem) -> String? {
    let word = String(decoding: value, as: UTF8.self)
    let meaning = Meaning(of: Line("\(key):\(word)"))
    if meaning.due != nil || meaning.dueInstant != nil || meaning.threshold != nil { return nil }
    do throws(Problem) {
      return try date(word, today: today).description
    } catch {
      throw .noDate(key: key, word: word)
    }
  }

  /// A value without a digit, as in `at:office`, is text.
  private static func resolved(time value: ArraySlice<UInt8>) throws(Problem) -> String? {
    guard value.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    guard let time = TimeOfDay(at: value) else {
      throw .noTime(key: "at", word: String(decoding: value, as: UTF8.self))
    }
    return padded(time.hour, 2) + padded(time.minute, 2)
  }
}

extension Line {
  fileprivate func withDue(at now: Instant, in zone: Zone, today: CivilDate) -> Line {
    guard !header.isDone, values(of: "due").isEmpty, values(of: "t").isEmpty,
      let time = values(of: "at").lazy.compactMap({ TimeOfDay(at: $0) }).first
    else { return self }
    let isPast = zone.instant(of: CivilTime(today, time)) <= now
    return setting("due", to: today.adding(days: isPast ? 1 : 0).description)
  }
}
