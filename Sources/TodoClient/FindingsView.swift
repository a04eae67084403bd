import TodoCore

/// What `doctor` prints.
package struct FindingsView {
  let style: Style
  package init(style: Style) { self.style = style }

  package func render(_ findings: [Finding]) -> [UInt8] {
    style.isTerminal ? forPeople(findings) : Array(findings.map(FindingsView.plain).joined().utf8)
  }

  /// `ok|wrong|note TAB CHECK TAB SAYS TAB HINT`.
  private static func plain(_ finding: Finding) -> String {
    let fields = [mark(finding), finding.check, Clean.text(finding.says), Clean.text(finding.hint ?? "")]
    return fields.joined(separator: "\t") + "\n"
  }

  private static func mark(_ finding: Finding) -> String {
    switch finding.isWell {
    case true?: "ok"
    case false?: "wrong"
    case nil: "note"
    }
  }

  private func forPeople(_ findings: [Finding]) -> [UInt8] {
    var output: [UInt8] = []
    for finding in findings where !finding.needsDaemon { append(finding, to: &output) }
    let blind = findings.filter(\.needsDaemon).map(\.check)
    if !blind.isEmpty {
      append(.note("", "not known while todod does not answer: \(blind.joined(separator: ", "))"), to: &output)
    }
    let wrong = findings.count { $0.isWell == false }
    let summary = wrong == 0 ? "nothing needs doing" : wrong == 1 ? "1 thing needs doing" : "\(wrong) things need doing"
    output += Array(style.ink(summary, wrong == 0 ? .green : .red).utf8) + [UInt8(ascii: "\n")]
    return output
  }

  private static let indent = 22

  /// The mark, the check, what was found, and below it what to do.
  private func append(_ finding: Finding, to output: inout [UInt8]) {
    let ink: Style.Ink =
      switch finding.isWell {
      case true?: .green
      case false?: .red
      case nil: .dim
      }
    let mark = padded(FindingsView.mark(finding), to: 5)
    output += Array("\(style.ink(mark, ink))  \(padded(finding.check, to: FindingsView.indent - 9))  ".utf8)
    output += narrow.broken(FindingsView.words(finding.says), from: FindingsView.indent)
    guard let hint = finding.hint else { return }
    output += Array(padded("", to: FindingsView.indent - 3).utf8) + Array("-> ".utf8)
    output += narrow.broken(FindingsView.words(hint), from: FindingsView.indent)
  }

  /// Sentences are read best in lines that are not too long.
  private var narrow: Style {
    var style = style
    style.width = min(style.width ?? 80, 100)
    return style
  }

  private static func words(_ text: String) -> [TaskText.Word] {
    Clean.text(text).split(separator: " ").map { TaskText.Word(text: String($0), ink: nil) }
  }
}

extension JSONView {
  package static func findings(_ findings: [Finding]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for finding in findings {
      json.begin("{")
      json.member("check", finding.check)
      json.key("ok")
      json.literal(finding.isWell.map { "\($0)" } ?? "null")
      json.member("says", finding.says)
      json.member("hint", finding.hint)
      json.end("}")
    }
    json.end("]")
    json.newline()
    return json.bytes
  }
}
