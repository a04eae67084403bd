import TodoProtocol

@testable import TodoDaemon

/// A client of a story: it reads at once, or when the story says so and as much as that says.
struct StageClient {
  var readsByItself = true
  var answers: [Answer] = []
  var events = EventQueue()
  /// The daemon has nothing more to say to it.
  var isHungUp = false
}

extension Stage {
  /// A client says a line; one that was not there yet connects first.
  func say(_ line: String, client number: Int) throws {
    guard let daemon else { return }
    guard !former.contains(number) else { throw Transcript.Difference(description: "client \(number) has left") }
    if clients[number] == nil { connect(number, to: daemon) }
    daemon.received(Array(line.utf8)[...], from: ClientID(number))
  }

  private func connect(_ number: Int, to daemon: Daemon) {
    clients[number] = StageClient()
    daemon.connected(ClientID(number))
    // A greeting that is as it should be would be noise in every story; any other is told.
    let greeting = "OK todod 1.0 server=test epoch=\(daemon.epoch) rev=\(daemon.revision) max-line=8192"
    if !forget(Stage.said(greeting, to: number)) { note("! no greeting for \(number)") }
  }

  /// The connection is gone, by whoever's doing.
  func leave(_ number: Int) {
    clients[number] = nil
    former.insert(number)
    daemon?.disconnected(ClientID(number))
    settle()
  }

  /// A client that has left and of which the daemon still keeps something; nil if there is none.
  var isKeptFor: Int? {
    guard let daemon else { return nil }
    return former.first {
      let client = ClientID($0)
      return daemon.batches[client] != nil || daemon.watches[client] != nil || daemon.owes(client)
        || daemon.gone.contains(client)
    }
  }

  func tell(_ number: Int, _ answer: Answer) {
    guard var client = clients[number] else { return }
    switch answer {
    case .event(let name, let bytes): client.events.add(name, bytes)
    case .bytes, .rows, .pieces, .hangUp: client.answers.append(answer)
    }
    clients[number] = client
    if client.readsByItself { read(number) }
  }

  /// The client reads what there is, but makes the daemon stop at `limit` bytes, as a full buffer does.
  func read(_ number: Int, upTo limit: Int = .max) {
    guard var client = clients[number] else { return }
    var bytes: [UInt8] = []
    filling: while bytes.count < limit, let answer = client.answers.first {
      switch answer {
      case .bytes(let answered): bytes += answered
      case .rows(var cursor):
        guard daemon?.fill(&bytes, from: &cursor, upTo: limit) ?? true else {
          client.answers[0] = .rows(cursor)
          break filling
        }
      case .pieces(let pieces):
        guard pieces.fill(&bytes, upTo: limit) else { break filling }
      case .event: break
      case .hangUp:
        bytes += Array("(hangs up)\n".utf8)
        client.isHungUp = true
      }
      client.answers.removeFirst()
    }
    if client.answers.isEmpty { bytes += client.events.take() }
    clients[number] = client
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      note(Stage.said(Stage.withoutNoise(line), to: number))
    }
  }

  private static func said(_ line: String, to number: Int) -> String { "\(number == 1 ? "" : String(number))< \(line)" }

  /// Hashes and uuids say nothing to a reader of stories.
  private static func withoutNoise(_ line: Substring) -> String {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: " ").filter { word in
      !["if=", "uuid=", "ln=", "urgency=", "failing="].contains { word.hasPrefix($0) }
    }
    return ([head.joined(separator: " ")] + parts.dropFirst().map(String.init)).joined(separator: "\t")
  }
}
