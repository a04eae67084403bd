import Linux
import TodoClient
import TodoCore
import TodoProtocol
import TodoTxt

/// A client's whole world: a daemon that answers as told, a terminal that remembers. It is Monday, 2026-01-05, 12:00.
final class World {
  var sent: [String] = []
  /// How often something was sent.
  var rounds = 0
  var output = ""
  /// The same as bytes.
  var written: [UInt8] = []
  var complaints = ""
  var questions: [String] = []
  /// What todo-exchange was told.
  var exchanged: [String]?

  /// What people type when asked, in order.
  var replies: [String] = []
  var input = ""
  var isTerminal = false
  var columns: Int?
  var environment: [String: String] = ["XDG_RUNTIME_DIR": "/run/user/1", "NO_COLOR": "1"]
  /// The daemon's lines for each request, in order; a plain OK for those beyond.
  var script: [String] = []
  var isRunning = true
  /// The world of commands that go on for ever.
  var vigil: Vigil?
  var now = Instant(seconds: Int64(World.monday.daysSinceEpoch) * 86_400 + 43_200)
  /// What an editor does to the file of that path; nil where none can be started.
  var editor: ((String) -> ChildProcess.Ending)?
  /// What programs print, by their command lines.
  var outputs: [String: String] = [:]
  /// All that a real socket says, in place of the script.
  var server: String?
  private var unread: [Response] = []

  func run(_ arguments: [String]) -> Int32 {
    let console = Console(
      environment: { self.environment[$0] }, inputIsTerminal: { self.isTerminal },
      outputIsTerminal: { self.isTerminal },
      columns: { self.columns },
      write: {
        self.output += String(decoding: $0, as: UTF8.self)
        self.written += $0
      },
      complain: { self.complaints += String(decoding: $0, as: UTF8.self) },
      ask: { question in
        self.questions.append(question)
        return self.replies.isEmpty ? nil : self.replies.removeFirst()
      },
      readInput: { Array(self.input.utf8) },
      now: { self.now }, zone: { .utc },
      programs: Programs(
        run: { (arguments) throws(SystemError) in
          guard let editor = self.editor else { throw .missingProgram(arguments[0]) }
          return editor(arguments[arguments.count - 1])
        },
        output: { self.outputs[$0.joined(separator: " ")] }),
      vigil: { _, _ in self.vigil })
    return Client(
      console: console, connect: { path throws(Problem) in try self.conversation(path) },
      exchange: { arguments throws(Problem) in
        self.exchanged = arguments
        return 0
      }
    ).run(arguments)
  }

  static let monday = CivilDate(daysSinceEpoch: 20_458)

  private func conversation(_ path: String) throws(Problem) -> Conversation {
    if let server { return try talk(server) }
    guard isRunning else { throw Problem(.notRunning, "todod is not running") }
    return Conversation(
      ask: { (requests) throws(Problem) in
        try self.send(requests)
        return try requests.map { _ throws(Problem) in
          var answer = Answer()
          while !answer.take(try self.next()) {}
          return answer
        }
      },
      copy: { (request) throws(Problem) in
        try self.send([request])
        var (rows, answer): ([UInt8], Answer) = ([], Answer())
        while true {
          let response = try self.next()
          if case .row(let id, _, let line) = response { rows += Array("\(id)\t".utf8) + line + Array("\n".utf8) }
          if answer.take(response) { return (rows, answer) }
        }
      },
      send: { (requests) throws(Problem) in try self.send(requests) },
      relay: { _, _ throws(Problem) in throw Problem(.internal, "a script has no lines: use a server") },
      next: { () throws(Problem) in try self.next() })
  }

  private func talk(_ words: String) throws(Problem) -> Conversation {
    do throws(SystemError) {
      Signal.pipe.ignore()
      let (ours, theirs) = try UnixSocket.pair()
      // It says all that and goes.
      try theirs.writeAll(Array(words.utf8), milliseconds: 1000)
      let session = Session(ours)
      return Conversation(
        ask: { (requests) throws(Problem) in try session.ask(requests) },
        copy: { (request) throws(Problem) in try session.copy(request) },
        send: { (requests) throws(Problem) in try session.send(requests) },
        relay: { (line, show) throws(Problem) in try session.relay(line, to: show) },
        next: { () throws(Problem) in try session.next() })
    } catch {
      throw Problem(.internal, "no pair of sockets: \(error.text)")
    }
  }

  private func send(_ requests: [Request]) throws(Problem) {
    rounds += 1
    for request in requests {
      sent.append(String(decoding: request.bytes, as: UTF8.self))
      let plain = if case .get = request.command { "- 17\tCall mum\nOK" } else { "OK" }
      let answer = script.isEmpty ? plain : script.removeFirst()
      for line in answer.split(separator: "\n") {
        do {
          unread.append(try Response(parsing: Array(line.utf8)))
        } catch {
          throw Problem(.internal, "the script has a bad line: \(line)")
        }
      }
    }
  }

  private func next() throws(Problem) -> Response {
    guard !unread.isEmpty else { throw Problem(.notRunning, "todod closed the connection") }
    return unread.removeFirst()
  }
}
