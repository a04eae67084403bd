import TodoTxt

extension Task {
  /// A popup of it shows what one of the other does.
  func looksLike(_ other: Task) -> Bool {
    if line == other.line { return true }
    let mine = PopupTitle(of: line, limit: PopupWriter.summaryLength)
    let theirs = PopupTitle(of: other.line, limit: PopupWriter.summaryLength)
    return mine.text == theirs.text && mine.tags == theirs.tags && meaning.priority == other.meaning.priority
  }
}

/// The text of a task as a popup shows it: without header and keys, tags at its end set apart.
struct PopupTitle {
  /// One line of clean text, cut to a length; empty for a task of tags and keys alone.
  let text: String
  /// `+family @phone`, cut to a length.
  let tags: String

  init(of line: Line, limit: Int) {
    var words: [ArraySlice<UInt8>] = []
    for word in line.words where !PopupTitle.isKey(word) { words.append(word) }
    // A tag within the sentence is part of it.
    let end = words.lastIndex { !PopupTitle.isTag($0) }.map { $0 + 1 } ?? 0
    text = PopupTitle.joined(words[..<end], limit)
    var seen: Set<ArraySlice<UInt8>> = []
    tags = PopupTitle.joined(words[end...].filter { seen.insert($0).inserted }[...], limit)
  }

  private static func joined(_ words: ArraySlice<ArraySlice<UInt8>>, _ limit: Int) -> String {
    var bytes: [UInt8] = []
    for word in words where bytes.count <= limit * 4 {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += word
    }
    return cleaned(bytes[...], limit)
  }

  private static func isTag(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 1 && (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@"))
  }

  private static func isKey(_ word: ArraySlice<UInt8>) -> Bool {
    guard let colon = word.prefix(6).firstIndex(of: UInt8(ascii: ":")), colon + 1 < word.endIndex,
      !word[(colon + 1)...].starts(with: "//".utf8),
      let key = KnownKey(rawValue: String(decoding: word[..<colon], as: UTF8.self))
    else { return false }
    // `at:office` is text.
    let hasDigit = word[colon...].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return key != .at || hasDigit
  }

  /// Text that no notification server can stumble over: one line, valid UTF-8, no controls, at most `limit` scalars.
  static func cleaned(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> String {
    // A scalar has at most four bytes: a text of a megabyte need not be decoded.
    let head = String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self)
    var clean = String.UnicodeScalarView()
    for (count, scalar) in head.unicodeScalars.enumerated() {
      if count == limit {
        clean.append("…")
        break
      }
      clean.append(isHarmless(scalar) ? scalar : " ")
    }
    return String(trimmed(String(clean)))
  }

  /// Controls, separators of lines, marks that turn the direction of what follows, and what is no character at all.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
