import TodoTxt

/// Texts of other programs, made fit for a line.
enum ForeignText {
  /// Checks that a text can stand in a line; a TAB is as good as a blank.
  static func verify(_ text: String, of name: String) throws(Complaint.Reason) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0D: throw Complaint.Reason(.lineBreak(in: name))
      case 0x09: break
      case 0..<0x20, 0x7F..<0xA0: throw Complaint.Reason(.control(in: name, scalar.value))
      default: break
      }
    }
  }

  /// Blanks become `_`, so that a project or tag stays one word; dots may stay.
  static func oneWord(_ name: String) -> String {
    words(name).joined(separator: "_")
  }

  static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
  }

  /// The words of a text, in which none is read as a key of todod's: `due:fri` becomes `due: fri`.
  static func plainWords(_ text: String, remarks: inout [String]) -> [String] {
    var result: [String] = []
    for word in words(text) {
      guard let key = meantKey(word) else {
        result.append(word)
        continue
      }
      remarks.append("'\(word)' in its text would be read as a key: written as '\(key.rawValue): ...'")
      result += ["\(key.rawValue):", String(word.dropFirst(key.rawValue.count + 1))]
    }
    return result
  }

  /// The key that a word is to todod: `at:office` and `p:x` are text.
  static func meantKey(_ word: String) -> KnownKey? {
    guard let key = Line("a \(word)").keys.first,
      let known = KnownKey(rawValue: String(decoding: key.name, as: UTF8.self))
    else { return nil }
    switch known {
    case .at: return key.value.contains { (0x30...0x39).contains($0) } ? known : nil
    case .h, .id, .p: return key.value.allSatisfy { (0x30...0x39).contains($0) } ? known : nil
    case .due, .t, .rem, .rec, .day, .until, .pri: return known
    }
  }
}

extension Complaint {
  /// What is wrong, before it is known where.
  struct Reason: Error {
    let fact: Fact
    init(_ fact: Fact) { self.fact = fact }
  }
}
