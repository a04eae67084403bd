import Linux
package import TodoCore
import TodoProtocol

/// All that the client asks of the world but the daemon. Tests hand in their own.
package struct Console {
  /// The value of a variable.
  package var environment: (String) -> String?
  package var inputIsTerminal: () -> Bool
  package var outputIsTerminal: () -> Bool
  /// Columns of the terminal; nil if nobody knows.
  package var columns: () -> Int?
  package var write: ([UInt8]) -> Void
  /// The same by way of a pager, where there is a terminal that is too small for it.
  package var page: ([UInt8]) -> Void
  package var complain: ([UInt8]) -> Void
  /// Prints a question and reads a line; nil at the end of the input.
  package var ask: (String) -> String?
  /// The whole input.
  package var readInput: () throws(Problem) -> [UInt8]
  package var now: () -> Instant
  package var zone: () -> Zone
  /// The world of a command that goes on for ever, with the socket's path; the terminal's keys only for a full screen.
  package var vigil: (_ path: String, _ isFullScreen: Bool) -> Vigil?
  package var programs: Programs

  package init(
    environment: @escaping (String) -> String?, inputIsTerminal: @escaping () -> Bool,
    outputIsTerminal: @escaping () -> Bool,
    columns: @escaping () -> Int?, write: @escaping ([UInt8]) -> Void, page: (([UInt8]) -> Void)? = nil,
    complain: @escaping ([UInt8]) -> Void,
    ask: @escaping (String) -> String?, readInput: @escaping () throws(Problem) -> [UInt8],
    now: @escaping () -> Instant, zone: @escaping () -> Zone, programs: Programs = .none,
    vigil: @escaping (String, Bool) -> Vigil? = { _, _ in nil }
  ) {
    self.environment = environment
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.columns = columns
    self.write = write
    self.page = page ?? write
    self.complain = complain
    self.ask = ask
    self.readInput = readInput
    self.now = now
    self.zone = zone
    self.vigil = vigil
    self.programs = programs
  }

  /// The process's own streams, clock and zone.
  package static var live: Console {
    Console(
      environment: Environment.value, inputIsTerminal: { Standard.input.isTerminal },
      outputIsTerminal: { Standard.output.isTerminal }, columns: { Standard.output.windowSize?.columns },
      write: writeOut, page: { if !Pager.show($0, environment: Environment.current()) { writeOut($0) } },
      complain: { try? Standard.error.write($0) },
      ask: { question in
        try? Standard.error.write(Array(Clean.message(question).utf8))
        return readLine()
      },
      readInput: { () throws(Problem) in
        do throws(SystemError) { return try Standard.input.readToEnd(limit: Console.mostInput) } catch {
          throw Problem(.badRequest, "the input cannot be read: \(error.text)", hint: "nothing was changed")
        }
      },
      now: { Instant(microseconds: Clock.realtime()) },
      zone: { Zone(name: "local") { LocalZone.offset(at: $0) } },
      programs: .live, vigil: { path, isFullScreen in LiveVigil.open(path, isFullScreen: isFullScreen) })
  }

  private static func writeOut(_ bytes: [UInt8]) {
    do throws(SystemError) { try Standard.output.write(bytes) } catch {
      // Whoever read us is gone (`| head`): there is nobody left to tell.
      guard !error.isClosedByPeer else { CurrentProcess.exit(0) }
      try? Standard.error.write(Array("todoctl: the output cannot be written: \(error.text)\n".utf8))
      CurrentProcess.exit(1)
    }
  }

  private static let mostInput = 16 << 20
}
