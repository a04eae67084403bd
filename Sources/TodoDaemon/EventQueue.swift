import TodoProtocol

/// Events that wait for a client to read: of one name only the newest, and at most so many in all.
struct EventQueue {
  private var waiting: [(name: String?, bytes: [UInt8])] = []
  private var lost = 0
  private static let limit = 1000

  mutating func add(_ name: String?, _ bytes: [UInt8]) {
    if let name, let index = waiting.lastIndex(where: { $0.name == name }) { waiting.remove(at: index) }
    guard waiting.count < EventQueue.limit else {
      lost += 1
      return
    }
    waiting.append((name, bytes))
  }

  /// All of them, and how many were too many.
  mutating func take() -> [UInt8] {
    var bytes = waiting.flatMap(\.bytes)
    if lost > 0 { Response.event(name: "lost", [Attribute("n", lost)], text: nil).append(to: &bytes) }
    waiting = []
    lost = 0
    return bytes
  }
}
