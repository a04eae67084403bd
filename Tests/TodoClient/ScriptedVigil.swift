import Linux
import TodoClient
import TodoProtocol

/// A world that goes as it is written, one act after another; time passes only where it says so.
final class ScriptedVigil {
  enum Act {
    /// The next attempt to connect succeeds, or fails.
    case connect
    case refuse
    case said(String)
    case lost
    case appeared
    case keys(String)
    case signal(Signal)
    case resize(columns: Int, rows: Int)
    case readerGone
    /// So many milliseconds.
    case pass(Int64)
    /// To look at what there is by then.
    case check(() -> Void)
  }

  private var acts: [Act]
  private var time: Int64 = 0
  private(set) var sent: [String] = []
  private(set) var hasKeys = false
  private(set) var stops = 0
  var size = (columns: 60, rows: 8)

  init(_ acts: [Act]) { self.acts = acts.reversed() }

  var isDone: Bool { acts.isEmpty }

  var vigil: Vigil {
    Vigil(
      connect: { () throws(Problem) in
        guard case .connect? = self.acts.last else {
          if case .refuse? = self.acts.last { self.acts.removeLast() }
          throw Problem(.notRunning, "todod is not running")
        }
        self.acts.removeLast()
      },
      send: { self.sent += $0.map { String(decoding: $0.bytes, as: UTF8.self) } },
      wait: { self.wait($0) }, size: { self.size }, takeKeys: { self.hasKeys = $0 }, stop: { self.stops += 1 },
      uptime: { self.time })
  }

  private func wait(_ milliseconds: Int32?) -> Vigil.Wake {
    while let act = acts.popLast() {
      switch act {
      // Nobody connected when that was expected: the story ends.
      case .connect, .refuse: return .readerGone
      case .said(let text):
        return .said(text.split(separator: "\n").compactMap { try? Response(parsing: Array($0.utf8)) })
      case .lost: return .lost(Problem(.notRunning, "todod closed the connection"))
      case .appeared: return .appeared
      case .keys(let text): return .keys(Array(text.utf8))
      case .signal(let signal): return .signal(signal)
      case .resize(let columns, let rows):
        size = (columns, rows)
        return .signal(.windowChange)
      case .readerGone: return .readerGone
      case .pass(let length):
        time += length
        return .timeUp
      case .check(let look): look()
      }
    }
    return .readerGone
  }
}
