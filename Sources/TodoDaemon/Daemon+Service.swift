import TodoCore
import TodoProtocol

/// Reload, test, the clock and the end.
extension Daemon {
  func reload(_ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    switch reload() {
    case .refused(let words): throw .failure(Failure(.badRequest, words))
    case .configuration:
      replan(at: turn.draft.context.now)
      // Whatever else is asked in this turn goes by the new settings.
      turn.draft = draft(at: turn.draft.context.now)
      var attributes = [Attribute("rev", turn.draft.revision)]
      if let restartFor { attributes.append(Attribute("restart", restartFor)) }
      turn.answer(client, .ok(tag: request.tag, attributes))
    }
  }

  /// Reads the configuration again; a bad one leaves the old one as it is.
  @discardableResult
  package func reloadNow() -> Reloaded {
    let outcome = reload()
    guard case .configuration = outcome else { return outcome }
    let now = ports.now()
    replan(at: now)
    after(now)
    return outcome
  }

  private func replan(at now: Instant) {
    record([
      reminders.replan(
        tasks: list.tasks, cause: .settings, settings: configuration.reminders, zone: ports.zone(), at: now)
    ])
  }

  private func reload() -> Reloaded {
    let outcome = ports.reloadConfiguration()
    switch outcome {
    case .refused(let words):
      ports.journal(JournalEntry(.configurationRefused, "the configuration stays as it was: \(words)", level: .error))
    case .configuration(let new):
      let waiting = configuration.restartKeys(to: new)
      restartFor = waiting.isEmpty ? nil : waiting.joined(separator: ",")
      if let restartFor {
        ports.journal(JournalEntry(.restartNeeded, "\(restartFor) takes effect at the next start", level: .warning))
      }
      let (todo, done, socket) = (configuration.todo, configuration.done, configuration.socket)
      configuration = new
      (configuration.todo, configuration.done, configuration.socket) = (todo, done, socket)
      ports.journal(JournalEntry(.reloaded, "the configuration was read again"))
    }
    return outcome
  }

  /// The clock was set, the machine woke, or the zone is another: all is planned anew.
  package func clockChanged(zoneChanged: Bool) {
    let now = ports.now()
    let zone = ports.zone()
    // It was counted on a clock that no longer holds.
    trouble.unrecorded?.again = now
    if zoneChanged {
      ports.journal(JournalEntry(.zoneChanged, "the zone is \(zone.name)"))
    } else {
      ports.journal(JournalEntry(.clockStep, "the clock was set, or the machine woke up"))
    }
    look(at: now)
    record([reminders.replan(tasks: list.tasks, cause: .start, zone: zone, at: now)])
    after(now)
  }

  /// Ends in order: requests that were read are answered, and the state knows which popups were open.
  package func stop() {
    guard !isStopping else { return }
    isStopping = true
    ports.announce("stopping")
    ports.journal(JournalEntry(.stopping, "stopping"))
    turn()
    // Each round refuses what every client waits for, and does what it said behind that.
    while waiting.values.contains(where: { $0.first?.needsSettledFile ?? false }) {
      refuseOverdue(at: .max)
      turn()
    }
    endTests("todod is stopping")
    // Else the next start would take it for a change that a crash had interrupted.
    record([], confirming: true)
    checkpoint()
    ports.wake(nil)
    ports.wait(nil)
  }
}
