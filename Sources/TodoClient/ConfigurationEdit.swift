/// Changes of a systemd-style configuration that leave every other byte alone.
package enum ConfigurationEdit {
  /// Sets keys in a section: where a key stands its (last) line is replaced, else it goes below the section's heading, and
  /// a missing section goes to the end.
  package static func setting(_ pairs: [(key: String, value: String)], inSection section: String, of text: [UInt8])
    -> [UInt8]
  {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let heading = lines.firstIndex(where: { isHeading($0, section) }) else {
      if !lines.isEmpty { lines.append([]) }
      lines.append(Array("[\(section)]".utf8))
      lines += pairs.map { Array("\($0.key)=\($0.value)".utf8) }
      return joined(lines)
    }
    var missing: [[UInt8]] = []
    for (key, value) in pairs {
      let new = Array("\(key)=\(value)".utf8)
      if let place = place(of: key, in: section, lines) { lines[place] = new } else { missing.append(new) }
    }
    lines.insert(contentsOf: missing, at: heading + 1)
    return joined(lines)
  }

  private static func place(of key: String, in section: String, _ lines: [[UInt8]]) -> Int? {
    var isInside = false
    var found: Int?
    for (number, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self).trimmed
      if text.hasPrefix("[") { isInside = isHeading(line, section) }
      guard isInside, let equals = text.firstIndex(of: "="), text[..<equals].trimmed == key else { continue }
      found = number
    }
    return found
  }

  private static func isHeading(_ line: [UInt8], _ section: String) -> Bool {
    String(decoding: line, as: UTF8.self).trimmed == "[\(section)]"
  }

  private static func joined(_ lines: [[UInt8]]) -> [UInt8] {
    lines.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
  }
}
