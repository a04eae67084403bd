/// What is wrong with an entry of a foreign file; one is enough that nothing is imported.
package struct Complaint: Error, Hashable, Sendable {
  /// `entry 3 'Call mum'`, `line 12`; empty for the file as a whole.
  package let place: String
  package let fact: Fact

  package enum Fact: Hashable, Sendable {
    case notUTF8
    case utf16
    /// Formats that look like one of ours.
    case isCalendar, isPcal
    case json(line: Int, column: Int, String)
    case notAnObject
    case notALine
    case missing(String)
    case wrongType(String, expected: String)
    case badUUID(String)
    case badDate(attribute: String, String)
    case badStatus(String)
    case lineBreak(in: String)
    case control(in: String, UInt32)
    case emptyText
    case badWord(String)
    case tooLong(Int, limit: Int)
  }

  init(_ place: String, _ fact: Fact) {
    self.place = place
    self.fact = fact
  }
}

extension Complaint {
  package var words: String { place.isEmpty ? fact.words : "\(place): \(fact.words)" }
}

extension Complaint.Fact {
  var words: String {
    switch self {
    case .notUTF8: "is not UTF-8 (convert the file with iconv)"
    case .utf16: "the file is UTF-16, not UTF-8: convert it with iconv -f UTF-16 -t UTF-8"
    case .isCalendar: "this is iCalendar, which import does not read; calcurse keeps its todos in its file 'todo'"
    case .isPcal: "this is pcal, which import does not read; calcurse keeps its todos in its file 'todo'"
    case .json(let line, let column, let what): "broken JSON in line \(line), column \(column): \(what)"
    case .notAnObject: "is no JSON object"
    case .notALine: "is no line of calcurse's, such as '[1] text'"
    case .missing(let name): "has no '\(name)'"
    case .wrongType(let name, let expected): "'\(name)' should be \(expected)"
    case .badUUID(let text): "'\(text)' is no uuid"
    case .badDate(let name, let text): "'\(text)' in '\(name)' is no date from 1970 to 9998, such as 20260301T090000Z"
    case .badStatus(let text): "the status '\(text)' is unknown: pending, waiting, recurring, completed or deleted"
    case .lineBreak(let name): "'\(name)' has a line break; a task is one line"
    case .control(let name, let value): "'\(name)' has the control character U+\(hexadecimal(value))"
    case .emptyText: "has no text"
    case .badWord(let words): words
    case .tooLong(let count, let limit): "its line would be \(count) bytes long, and \(limit) are the most"
    }
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
