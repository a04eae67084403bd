/// Bytes to be found whatever their case: ASCII byte by byte, anything else by Unicode's simple lower case.
struct QueryText: Hashable, Sendable {
  /// In lower case.
  let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: some StringProtocol) {
    bytes = Array(text.lowercased().utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Stands somewhere in the text.
  func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if isASCII || !text.contains(where: { $0 >= 0x80 }) { return isFolded(in: text) }
    // Only a question that is not ASCII about a task that is not either costs a String.
    return Array(String(decoding: text, as: UTF8.self).lowercased().utf8).withUnsafeBufferPointer(isFolded)
  }

  func equals(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    if word.count == bytes.count, isEqual(to: word, at: 0) { return true }
    guard !isASCII else { return false }
    return String(decoding: word, as: UTF8.self).lowercased().utf8.elementsEqual(bytes)
  }

  private func isFolded(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard text.count >= bytes.count else { return false }
    // Of a letter both cases become the lower one by this bit, and no other byte becomes a letter.
    let fold: UInt8 = first.isLowerLetter ? 0x20 : 0
    for start in 0...text.count - bytes.count where text[start] | fold == first {
      if isEqual(to: text, at: start) { return true }
    }
    return false
  }

  private func isEqual(to text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { needle in
      for place in 0..<needle.count where text[start + place].asciiLowercased != needle[place] { return false }
      return true
    }
  }
}

extension UInt8 {
  var isLowerLetter: Bool { self &- UInt8(ascii: "a") < 26 }
  var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
