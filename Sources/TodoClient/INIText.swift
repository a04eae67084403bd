/// The keys of one section of an INI file of another program.
struct INIText {
  private var values: [String: String] = [:]
  subscript(key: String) -> String? { values[key] }

  init(_ bytes: [UInt8], section: String) {
    var isInside = false
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") {
        isInside = line == "[\(section)]"
        continue
      }
      guard isInside, !line.hasPrefix("#"), !line.hasPrefix(";"),
        let mark = line.firstIndex(where: { $0 == "=" || $0 == ":" })
      else { continue }
      values[line[..<mark].trimmed] = line[line.index(after: mark)...].trimmed
    }
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  var trimmed: String {
    let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(String(String(drop(while: blanks)).reversed().drop(while: blanks)).reversed())
  }
}
