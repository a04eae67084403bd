/// Recognizes the names under which other programs keep a version of a file that lost a conflict.
package enum ConflictCopyName {
  /// Whether `name` is that of a conflict copy of the file called `file`, and of no other file.
  ///
  /// Its own stem, then exactly what Syncthing (`.sync-conflict-20260301-090000-ABCDEFG`), Dropbox and Nextcloud
  /// (` (Anna's conflicted copy 2026-03-01)`) or Simpletask (`_conflict_` and a UUID) put there, then its own extension.
  package static func isCopy(_ name: String, of file: String) -> Bool {
    let (stem, ending) = parts(of: Array(file.utf8)[...])
    let name = Array(name.utf8)
    // Nobody writes these, and no line of an answer could say them.
    guard !name.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
    guard name.count > stem.count + ending.count, name.starts(with: stem), name[stem.count...].hasSuffix(ending) else {
      return false
    }
    let middle = name[stem.count..<(name.count - ending.count)]
    return isSyncthing(middle) || isConflictedCopy(middle) || isSimpletask(middle)
  }

  /// `todo` and `.txt`: an extension begins with the last dot.
  private static func parts(of name: ArraySlice<UInt8>) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return (name, []) }
    return (name[..<dot], name[dot...])
  }

  private static func isSyncthing(_ middle: ArraySlice<UInt8>) -> Bool {
    guard let rest = middle.without(prefix: ".sync-conflict-") else { return false }
    let parts = rest.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return false }
    // A device's id is in base 32.
    let isID = parts[2].count == 7 && parts[2].allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
    return parts[0].isDigits(8) && parts[1].isDigits(6) && isID
  }

  private static func isConflictedCopy(_ middle: ArraySlice<UInt8>) -> Bool {
    guard let inner = middle.without(prefix: " (")?.without(suffix: ")") else { return false }
    var depth = 0
    for byte in inner {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      // `) (` would be the copy of a copy.
      guard depth >= 0 else { return false }
    }
    guard depth == 0 else { return false }
    let words = inner.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self).lowercased() }
    return zip(words, words.dropFirst()).contains { $0 == ("conflicted", "copy") }
  }

  private static func isSimpletask(_ middle: ArraySlice<UInt8>) -> Bool {
    guard let rest = middle.without(prefix: "_conflict_") else { return false }
    let parts = rest.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ suffix: ArraySlice<UInt8>) -> Bool {
    count >= suffix.count && self[(endIndex - suffix.count)...].elementsEqual(suffix)
  }

  fileprivate func without(prefix: String) -> ArraySlice<UInt8>? {
    starts(with: prefix.utf8) ? dropFirst(prefix.utf8.count) : nil
  }

  fileprivate func without(suffix: String) -> ArraySlice<UInt8>? {
    hasSuffix(Array(suffix.utf8)[...]) ? dropLast(suffix.utf8.count) : nil
  }

  fileprivate func isDigits(_ count: Int) -> Bool {
    self.count == count && allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
