import TodoCore

/// What is known of conflict copies beside the files.
struct Copies {
  /// A copy that stays where it is, and why.
  struct Left {
    /// Nil where it could not even be read.
    var version: Fingerprint?
    var words: String
    /// It was taken in; only its moving away failed.
    var isTaken: Bool
  }

  /// What came of a copy, for the popup.
  struct Taken: Equatable {
    var name: String
    var new = 0
    var changed = 0
    var gone = 0
    /// Lines that came to the done file.
    var done = 0
    var step: Int64?

    var isNothing: Bool { new + changed + gone + done == 0 }
  }

  /// The uptime (ms) at which they are looked at.
  private(set) var deadline: Int64?
  var left: [String: Left] = [:]
  /// How often in a row something had to be waited for.
  private var tries = 0
  /// When (uptime in ms) copies changed a file lately.
  private var taken: [Int64] = []

  /// From its name to the moment at which a copy, and the version that won, are whole.
  static let patience: Int64 = 300
  /// Two machines that could not agree would make each other copies without end, with nobody there.
  private static let most = 5
  private static let span: Int64 = 600_000

  mutating func want(at uptime: Int64) { deadline = deadline.map { min($0, uptime) } ?? uptime }

  /// What is being written now is looked at each second, and after a while each minute.
  mutating func wait(from uptime: Int64) {
    want(at: uptime + (tries < 10 ? 1000 : 60_000))
    tries += 1
  }

  /// What nobody writes and still does not work is tried again after a long while.
  mutating func tryLater(from uptime: Int64) { want(at: uptime + Copies.span) }

  mutating func isDue(at uptime: Int64) -> Bool {
    guard let deadline, deadline <= uptime else { return false }
    self.deadline = nil
    return true
  }

  /// Until when the next one waits; nil if it need not.
  mutating func pause(at uptime: Int64) -> Int64? {
    taken.removeAll { $0 + Copies.span <= uptime }
    return taken.count < Copies.most ? nil : taken.first.map { $0 + Copies.span }
  }

  mutating func note(_ copy: Taken, at uptime: Int64) {
    tries = 0
    if !copy.isNothing { taken.append(uptime) }
  }

  /// Somebody did something: a conflict after that is no answer to the last one.
  mutating func personActed() { taken = [] }
}

extension Copies.Taken {
  /// `3 new, 1 changed, 2 in the done file`.
  var words: String {
    let parts = [(new, "new"), (changed, "changed"), (gone, "gone"), (done, "in the done file")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
