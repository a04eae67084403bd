import TodoProtocol

/// The protocol itself, for scripts and for the curious.
extension Run {
  /// Sends one line after the other over one connection, so that `begin` and `commit` go together, and prints the answers.
  ///
  /// - Returns: the exit code of the first request that failed.
  func request(_ lines: [String]?) throws(Problem) -> Int32 {
    if isJSON { throw .usage("'request' prints lines of the protocol, no JSON", hint: "leave '--json' out") }
    // todod answers nothing to an empty line.
    let written = if let lines { lines.map { Array($0.utf8) } } else { try linesOfInput() }
    let requests = written.filter { !$0.allSatisfy { $0 <= 0x20 } }
    guard !requests.isEmpty else { throw .usage("there is no request", hint: "todoctl request commands") }
    for line in requests where line.contains(UInt8(ascii: "\n")) {
      throw .usage("a request is one line: '\(Clean.text(line))'", hint: "give each line as an argument of its own")
    }
    let isTerminal = console.outputIsTerminal()
    var code: Int32 = 0
    for line in requests {
      let failure = try open().relay(line) { answered in
        console.write((isTerminal ? Array(Clean.text(answered).utf8) : answered) + [UInt8(ascii: "\n")])
      }
      if code == 0, let failure { code = Problem(failure).exitCode }
    }
    return code
  }

  private func linesOfInput() throws(Problem) -> [[UInt8]] {
    try console.readInput().split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}
