/// What a shell file of assignments, such as todo.sh's configuration, sets.
///
/// It is read, never run: `export NAME=value`, quotes, `$NAME`, `${NAME}` and a leading `~`. A value with a command in
/// it is not known and left out.
package struct ShellAssignments {
  private var values: [String: String] = [:]
  private let environment: (String) -> String?

  package subscript(name: String) -> String? { values[name] }

  package init(_ text: String, environment: @escaping (String) -> String?) {
    self.environment = environment
    for line in text.split(whereSeparator: \.isNewline) {
      var line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("export ") { line = line.dropFirst(7).drop { $0 == " " } }
      guard let equals = line.firstIndex(of: "=") else { continue }
      let name = String(line[..<equals])
      guard !name.isEmpty, name.allSatisfy({ $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        continue
      }
      values[name] = value(line[line.index(after: equals)...])
    }
  }

  private func value(_ text: Substring) -> String? {
    var result = ""
    var quote: Character?
    var rest = text
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("'", nil), ("\"", nil): quote = character
      case ("'", "'"), ("\"", "\""): quote = nil
      case (" ", nil), ("\t", nil), (";", nil): return result
      case ("`", nil), ("`", "\""): return nil
      case ("\\", nil), ("\\", "\""): if let next = rest.popFirst() { result.append(next) }
      case ("$", nil), ("$", "\""):
        guard let value = variable(&rest) else { return nil }
        result += value
      case ("~", nil) where result.isEmpty && (rest.isEmpty || rest.first == "/"): result += environment("HOME") ?? "~"
      default: result.append(character)
      }
    }
    return quote == nil ? result : nil
  }

  private func variable(_ rest: inout Substring) -> String? {
    let isBraced = rest.first == "{"
    if isBraced { rest.removeFirst() }
    let name = String(rest.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
    rest = rest.dropFirst(name.count)
    if isBraced { guard rest.popFirst() == "}" else { return nil } }
    return name.isEmpty ? nil : values[name] ?? environment(name)
  }
}
