import Linux

/// Long text on a terminal, by way of the program that `PAGER` names.
enum Pager {
  /// Shows text that has more lines than the terminal; false where that is not wanted, not needed or not possible.
  ///
  /// An empty `PAGER` and `cat` stand for none. Without one `less` is asked, to end by itself where all fits.
  static func show(_ text: [UInt8], environment: [String: String]) -> Bool {
    let command = environment["PAGER"] ?? "less"
    guard !command.isEmpty, command != "cat", let rows = Standard.output.windowSize?.rows, rows > 0,
      text.count(where: { $0 == UInt8(ascii: "\n") }) >= rows
    else { return false }
    var environment = environment
    // Colours as they are, no longer than needed, and the text stays on the screen.
    if environment["LESS"] == nil { environment["LESS"] = "FRX" }
    // Ctrl-C is the pager's own.
    Signal.interrupt.ignore()
    Signal.pipe.ignore()
    guard
      let pager = try? ChildProcess(
        ["sh", "-c", "exec \(command)"], environment: environment, input: .pipe, output: .inherited, errors: .inherited)
    else { return false }
    feed(pager, text)
    // A shell says 127 for a command that is not there, and has said so.
    return (try? pager.wait()).flatMap { $0 } != .exited(127)
  }

  /// Writes as much as it wants to read; it may end before.
  private static func feed(_ pager: ChildProcess, _ text: [UInt8]) {
    if let input = pager.input {
      try? input.descriptor.setBlocking(true)
      try? input.descriptor.writeAll(text)
    }
    pager.endInput()
  }
}
