package import Linux

/// The programs that the client starts; tests hand in their own.
package struct Programs {
  /// Runs one on the terminal, until it ends.
  package var run: ([String]) throws(SystemError) -> ChildProcess.Ending
  /// What one prints; nil where it is not there, fails or takes too long.
  package var output: ([String]) -> String?

  package init(
    run: @escaping ([String]) throws(SystemError) -> ChildProcess.Ending,
    output: @escaping ([String]) -> String?
  ) {
    self.run = run
    self.output = output
  }

  package static var live: Programs {
    Programs(
      run: { (arguments) throws(SystemError) in
        // ^C is for the editor: who waits for it stays. A child begins with the usual dispositions.
        Signal.interrupt.ignore()
        defer { Signal.interrupt.restore() }
        let child = try child(arguments)
        while true {
          if let ending = try child.wait() { return ending }
        }
      },
      output: { arguments in
        guard let child = try? ChildProcess(arguments, environment: Environment.current(), errors: .null) else {
          return nil
        }
        guard let bytes = try? read(child), case .exited(0)? = try? child.wait(milliseconds: patience) else {
          try? child.send(.kill)
          _ = try? child.wait()
          return nil
        }
        return String(decoding: bytes, as: UTF8.self)
      })
  }

  /// Tests that start no program.
  package static var none: Programs {
    Programs(
      run: { (arguments) throws(SystemError) in throw .missingProgram(arguments.first ?? "") }, output: { _ in nil })
  }

  /// On the terminal, even where our input comes from a pipe.
  private static func child(_ arguments: [String]) throws(SystemError) -> ChildProcess {
    let environment = Environment.current()
    if !Standard.input.isTerminal, let terminal = try? FileDescriptor.open("/dev/tty", .readingAndWriting) {
      try? terminal.setBlocking(true)
      return try ChildProcess(
        arguments, environment: environment, input: .descriptor(terminal.raw), output: .inherited, errors: .inherited)
    }
    return try ChildProcess(
      arguments, environment: environment, input: .inherited, output: .inherited, errors: .inherited)
  }

  private static func read(_ child: ChildProcess) throws(SystemError) -> [UInt8] {
    guard let output = child.output else { return [] }
    let end = Clock.monotonic() + Int64(patience) * 1000
    var bytes: [UInt8] = []
    while true {
      switch try output.read() {
      case .bytes(let part): bytes += part
      case .end: return bytes
      case .wouldBlock:
        let left = (end - Clock.monotonic()) / 1000
        guard left > 0, try output.descriptor.wait(for: .reading, milliseconds: Int32(left)) else {
          throw .timedOut("read")
        }
      }
    }
  }

  /// Milliseconds.
  private static let patience: Int32 = 5000
}
