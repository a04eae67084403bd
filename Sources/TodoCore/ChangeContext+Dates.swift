package import TodoProtocol
import TodoTxt

/// Relative words become dates when they come through the socket, at the instant of the request.
extension ChangeContext {
  /// - Parameter isPart: The text joins a line, so that an `at:` alone may belong to a due that is there.
  package func dated(_ text: [UInt8], isPart: Bool = false) throws(Refusal) -> [UInt8] {
    do throws(DateWords.Problem) {
      return try DateWords.resolve(Line(bytes: text), addingDue: !isPart, at: now, in: zone).bytes
    } catch {
      throw error.refusal
    }
  }

  package func dated(_ edits: [Edit]) throws(Refusal) -> [Edit] {
    var dated: [Edit] = []
    for edit in edits { dated.append(try self.dated(edit)) }
    return dated
  }

  private func dated(_ edit: Edit) throws(Refusal) -> Edit {
    guard case .key(let key, let value) = edit else { return edit }
    let word = Line("\(key):\(value)")
    do throws(DateWords.Problem) {
      let resolved = try DateWords.resolve(word, addingDue: false, at: now, in: zone)
      guard let only = resolved.keys.first else { return edit }
      return .key(key, value: String(decoding: only.value, as: UTF8.self))
    } catch {
      throw error.refusal
    }
  }
}

extension DateWords.Problem {
  package var refusal: Refusal {
    switch self {
    case .noDate(let key, let word):
      .badWord(spelled(key, word), expected: "say a date: 2026-03-01, today, tomorrow, fri or +3d")
    case .noTime(let key, let word): .badWord(spelled(key, word), expected: "say a time: 17:30, 0900, 9am")
    case .noMoment(let word):
      .badWord(word, expected: "say 10min, 3h, tonight, tomorrow, a day (fri, 20 aug) or a time (17:30)")
    case .noEnd(let word): .badWord(word, expected: "say for how long: 2h, until 18:00, until 20 aug, or on")
    case .bareNumber(let word): .bareNumber(word)
    case .past(let word): .isPast(word)
    case .nightIsOver: .nightIsOver
    }
  }

  private func spelled(_ key: String?, _ word: String) -> String { key.map { "\($0):\(word)" } ?? word }
}
