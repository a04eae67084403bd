package import Linux
package import TodoProtocol

/// The answers to some questions, kept fresh: asked again whenever something changed, over restarts of the daemon.
package final class LiveFeed {
  /// What is new, one thing at a time.
  package enum News: Sendable {
    /// The answers, in the order of the questions.
    case fresh([Answer])
    case rang(TaskRow)
    /// There is no connection; it is tried again until there is one.
    case off(Problem)
    case keys([UInt8])
    case signal(Signal)
    case readerGone
    case timeUp
  }

  private enum State {
    case off(retry: Int64)
    /// Some answers are there.
    case asking([Answer])
    /// The answer to `watch` is awaited.
    case subscribing
    case watching
  }

  private let vigil: Vigil
  private let questions: [Command]
  private var state = State.off(retry: 0)
  private var answer = Answer()
  private var unread: [Response] = []
  private var isSubscribed = false
  private var isStale = false
  private var asked: Int64 = 0
  /// Since when there is no connection.
  private var wasOn = true

  package init(_ vigil: Vigil, _ questions: [Command]) {
    self.vigil = vigil
    self.questions = questions
  }

  /// A burst of changes is one question every so often; a change alone is asked about at once.
  private static let gap: Int64 = 100
  /// A look at a socket whose coming nothing may have told of.
  private static let retry: Int64 = 5000

  /// Waits for what is new.
  ///
  /// - Parameter deadline: in the vigil's uptime; nil for none.
  package func next(before deadline: Int64?) -> News {
    while true {
      do throws(Problem) {
        if let news = try step() { return news }
      } catch {
        if let news = off(error) { return news }
        continue
      }
      if !unread.isEmpty { continue }
      let now = vigil.uptime()
      if let deadline, deadline <= now { return .timeUp }
      let end = [deadline, wakeTime].compactMap(\.self).min()
      switch vigil.wait(end.map { Int32(clamping: max(0, $0 - now)) }) {
      case .said(let responses): unread = responses.reversed()
      case .lost(let problem): if let news = off(problem) { return news }
      case .appeared: if case .off = state { state = .off(retry: 0) }
      case .keys(let keys): return .keys(keys)
      case .signal(let signal): return .signal(signal)
      case .readerGone: return .readerGone
      case .timeUp: break
      }
    }
  }

  private var wakeTime: Int64? {
    switch state {
    case .off(let retry): retry
    case .watching: isStale ? asked + LiveFeed.gap : nil
    case .asking, .subscribing: nil
    }
  }

  /// Does what can be done now: connects, asks, reads one line.
  private func step() throws(Problem) -> News? {
    let now = vigil.uptime()
    if case .off(let retry) = state, retry <= now {
      try vigil.connect()
      (unread, isSubscribed, wasOn) = ([], false, true)
      try ask()
    } else if case .watching = state, isStale, asked + LiveFeed.gap <= now {
      try ask()
    }
    guard let response = unread.popLast() else { return nil }
    return try take(response)
  }

  private func ask() throws(Problem) {
    isStale = false
    asked = vigil.uptime()
    (state, answer) = (.asking([]), Answer())
    try vigil.send(questions.map { Request($0) })
  }

  private func take(_ response: Response) throws(Problem) -> News? {
    if case .event = response { return event(response) }
    switch state {
    case .off, .watching: return nil
    case .asking(var answers):
      guard answer.take(response) else { return nil }
      answers.append(answer)
      (state, answer) = (.asking(answers), Answer())
      guard answers.count == questions.count else { return nil }
      if isSubscribed { state = .watching } else { try subscribe(since: answers[0]) }
      return .fresh(answers)
    case .subscribing:
      if case .failed(_, let failure) = response { throw Problem(failure) }
      guard case .ok = response else {
        // Something changed between the answers and this.
        isStale = true
        return nil
      }
      (state, isSubscribed) = (.watching, true)
      return nil
    }
  }

  private func subscribe(since answer: Answer) throws(Problem) {
    state = .subscribing
    let revision = answer.attributes["rev"].flatMap { Int64($0) }
    try vigil.send([Request(.watch([.tasks, .reminders], since: revision, query: ""))])
  }

  private func event(_ response: Response) -> News? {
    isStale = true
    guard case .due(let row)? = WatchEvent(response) else { return nil }
    return .rang(row)
  }

  /// Nil where it was off before.
  private func off(_ problem: Problem) -> News? {
    let isNew = wasOn
    // What has just gone may be there again already.
    state = .off(retry: isNew ? 0 : vigil.uptime() + LiveFeed.retry)
    (unread, wasOn) = ([], false)
    return isNew ? .off(problem) : nil
  }
}
