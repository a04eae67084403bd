package import TodoProtocol
import TodoTxt

/// Relative words become dates when they come through the socket, at the instant of the request.
extension ChangeContext {
  /// - Parameter isPart: The text joins a line, so that an `at:` alone may belong to a due that is there.
  package func dated(_ text: [UInt8], isPart: Bool = false) throws(Refusal) -> [UInt8] {
    do throws(DateWords.Problem) {
      return try DateWords.resolve(Line(bytes: text), addingDue: !isPart, at: now, in: zone, evening: evening).bytes
    } catch {
      throw error.refusal
    }
  }

  /// Those of dates are read together, as one may say the day and the next its time; what they come to stands where the
  /// first of them stood.
  package func dated(_ edits: [Edit]) throws(Refusal) -> [Edit] {
    let words = edits.filter(\.isOfDate).map(\.description).joined(separator: " ")
    guard !words.isEmpty else { return edits }
    var resolved = Line(bytes: try dated(Array(words.utf8), isPart: true)).keys.map { key in
      Edit.key(String(decoding: key.name, as: UTF8.self), value: String(decoding: key.value, as: UTF8.self))
    }
    // A due that says its offset says its time too: an older `at:` would be another.
    let saysInstant = resolved.contains { if case .key("due", let value) = $0 { value.contains("T") } else { false } }
    if saysInstant, !resolved.contains(where: { if case .key("at", _) = $0 { true } else { false } }) {
      resolved.append(.clear(key: "at"))
    }
    guard let place = edits.firstIndex(where: \.isOfDate) else { return edits }
    return edits[..<place] + resolved + edits[place...].filter { !$0.isOfDate }
  }
}

extension Edit {
  fileprivate var isOfDate: Bool {
    guard case .key(let key, _) = self else { return false }
    return ["due", "t", "at"].contains(key)
  }
}

extension DateWords.Problem {
  package var refusal: Refusal {
    switch self {
    case .noDate(let key, let word):
      refusal(of: word, key: key, expected: "say a date: 2026-03-01, today, tomorrow, fri or +3d")
    case .noTime(let key, let word): .badWord(spelled(key, word), expected: "say a time: 17:30, 0900, 9am")
    case .noMoment(let word):
      refusal(
        of: word, key: nil, expected: "say 10min, 3h, tonight, tomorrow, a day (fri, 20 aug) or a time (17:30)")
    case .noEnd(let word): .badWord(word, expected: "say for how long: 2h, until 18:00, until 20 aug, or on")
    case .bareNumber(let word): .bareNumber(word)
    case .past(let word): .isPast(word)
    case .nightIsOver: .nightIsOver
    case .noDayToEnd(let word): .badWord(word, expected: "say which day it ends, due:fri at:24:00, or say at:0:00")
    case .secondTime(let word): .badWord(word, expected: "the due says a time already")
    }
  }

  /// Points at the one word of several, where it is known.
  private func refusal(of text: String, key: String?, expected: String) -> Refusal {
    guard let slip = DateWords.slip(in: text) else { return .badWord(spelled(key, text), expected: expected) }
    let place = slip.word == text ? spelled(key, text) : "\(slip.word)' in '\(spelled(key, text))"
    return .badWord(place, expected: "did you mean \(slip.meant)?")
  }

  private func spelled(_ key: String?, _ word: String) -> String { key.map { "\($0):\(word)" } ?? word }
}
