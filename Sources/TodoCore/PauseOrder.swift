import TodoTxt

/// What `pause` is asked for, in words: `2h`, `until 18:00`, `on`, `toggle`, `+work until 20 aug`.
package struct PauseOrder: Hashable, Sendable {
  package enum Length: Hashable, Sendable {
    case until(Instant)
    /// Until `resume`.
    case on
    /// Ends the pause if there is one, else as `on`.
    case toggle
  }

  /// Its words with one space each; nil is everything.
  package var query: String?
  package var length: Length

  package init(
    parsing text: String, at now: Instant, in zone: Zone, settings: ReminderSettings
  ) throws(DateWords.Problem) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    let rest: ArraySlice<String>
    if let place = words.lastIndex(where: { $0.lowercased() == "until" }) {
      let later = try Later(
        parsing: words[(place + 1)...].joined(separator: " "), at: now, in: zone, settings: settings)
      length = .until(later.instant)
      rest = words[..<place]
    } else if let last = words.last?.lowercased(), last == "on" || last == "toggle" {
      length = last == "on" ? .on : .toggle
      rest = words.dropLast()
    } else if let place = words.indices.first(where: { PauseOrder.isSpan(words[$0...], today: zone.date(of: now)) }) {
      let later = try Later(parsing: words[place...].joined(separator: " "), at: now, in: zone, settings: settings)
      length = .until(later.instant)
      rest = words[..<place].last?.lowercased() == "for" ? words[..<place].dropLast() : words[..<place]
    } else {
      // A query alone would be silence for ever, and might be a slip.
      throw .noEnd(word: text)
    }
    query = rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// `2h`, `in 2 hours`, `1h 30min`, `2mo`.
  private static func isSpan(_ words: ArraySlice<String>, today: CivilDate) -> Bool {
    DatePhrase(span: words, for: .toCome, today: today) != nil
  }
}
