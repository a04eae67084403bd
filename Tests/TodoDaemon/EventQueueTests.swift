import Testing

@testable import TodoDaemon

struct EventQueueTests {
  private func text(_ queue: inout EventQueue) -> String { String(decoding: queue.take(), as: UTF8.self) }

  private func event(_ words: String) -> [UInt8] { Array("* \(words)\n".utf8) }

  @Test func eventsComeInTheirOrderOnce() {
    var queue = EventQueue()
    queue.add("changed", event("changed rev=1"))
    queue.add(nil, event("due id=1"))
    #expect(text(&queue) == "* changed rev=1\n* due id=1\n")
    #expect(text(&queue) == "")
  }

  @Test func ofOneNameOnlyTheNewestIsKeptAndComesLast() {
    var queue = EventQueue()
    queue.add("changed", event("changed rev=1"))
    queue.add("task 1", event("task id=1"))
    queue.add("changed", event("changed rev=2"))
    queue.add("task 1", event("gone id=1"))
    #expect(text(&queue) == "* changed rev=2\n* gone id=1\n")
  }

  @Test func eventsWithoutANameAreAllKept() {
    var queue = EventQueue()
    for _ in 0..<3 { queue.add(nil, event("due id=1")) }
    #expect(text(&queue) == "* due id=1\n* due id=1\n* due id=1\n")
  }

  @Test func whatIsTooMuchIsCountedAndSaid() {
    var queue = EventQueue()
    for number in 0..<1003 { queue.add("task \(number)", event("task id=\(number)")) }
    // It takes the place of one that waits: nothing more is lost.
    queue.add("task 5", event("gone id=5"))
    let lines = text(&queue).split(separator: "\n")
    #expect(lines.count == 1001)
    #expect(lines.suffix(2) == ["* gone id=5", "* lost n=3"])
    queue.add(nil, event("due id=1"))
    #expect(text(&queue) == "* due id=1\n", "what was said to be lost is not said again")
  }
}
