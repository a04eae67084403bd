import Foundation
import Linux
import Support
import Synchronization
import Systemd
import Testing

@Suite struct JournalTests {
  private final class Lines: Sendable {
    let bytes = Mutex<[UInt8]>([])
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  private func journal(_ sink: Journal.Sink, _ lines: Lines) -> Journal {
    Journal(identifier: "todod", sink: sink, threshold: .info) { bytes in lines.bytes.withLock { $0 += bytes } }
  }

  @Test func aSupervisorGetsAPrefixOnEveryLine() {
    let lines = Lines()
    journal(.prefixed, lines).log(.warning, "one\ntwo", message: "x", fields: [("TODOD_REV", "7")])
    #expect(lines.text == "<4>one\n<4>two\n")
  }

  @Test func aTerminalGetsPlainWords() {
    let lines = Lines()
    journal(.plain, lines).log(.info, "ready")
    #expect(lines.text == "todod: ready\n")
  }

  @Test func whatIsLessUrgentThanTheThresholdIsLeftOut() {
    let lines = Lines()
    journal(.plain, lines).log(.debug, "buy milk")
    #expect(lines.text == "")
  }

  @Test func theJournalIsKnownByWhereErrorsGo() throws {
    let error = try #require(Standard.error.identity)
    #expect(Journal.sink(for: ["JOURNAL_STREAM": "\(error.device):\(error.inode)"]) == .journal)
    #expect(Journal.sink(for: ["JOURNAL_STREAM": "1:2"]) != .journal)
    #expect(Journal.sink(for: [:]) != .journal)
  }
}

@Suite struct ServiceManagerTests {
  @Test func withoutAServiceManagerNothingIsSentAndNoSocketIsTaken() throws {
    let manager = ServiceManager()
    manager.ready(status: "12 tasks")
    manager.stopping(status: "bye")
    #expect(try manager.takeListeners().isEmpty)
  }
}
