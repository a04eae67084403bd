import Linux
import TodoCore

/// What a notify-send says, and what follows from it.
extension Notifier {
  func heard(_ event: NotifySend.Event, _ showing: Showing) {
    guard leaving[ObjectIdentifier(showing)] == nil else { return heardLeaving(event, showing) }
    guard showings[showing.slot] === showing else { return heardPredecessor(event, showing) }
    switch event {
    case .id(0): fail(showing, showing.process.complaint ?? "the notification server refused it")
    case .id(let id): shown(showing, id)
    case .action(let name): answered(showing, name)
    case .alarm where showing.process.serverID == nil:
      abandon(showing)
    // Its id came just before.
    case .alarm: return
    case .ended(let ending): ended(showing, ending)
    }
  }

  private func shown(_ showing: Showing, _ id: UInt32) {
    showing.process.forgetAlarm()
    for old in showing.predecessors {
      if old.process.serverID == id {
        // Its popup is ours now: an interrupt would close it.
        leaving[ObjectIdentifier(old)] = old
        old.process.send(.kill)
      } else {
        leave(old)
      }
    }
    showing.predecessors = []
    report(showing.slot, .shown(serverID: id, owner: server.owner ?? ""))
  }

  private func answered(_ showing: Showing, _ name: String) {
    guard !showing.isAnswered else { return }
    showing.isAnswered = true
    remove(showing)
    // It closes the popup and ends by itself.
    leaving[ObjectIdentifier(showing)] = showing
    showing.process.remind(after: deadlines.withdrawal)
    report(showing.slot, .action(name))
  }

  private func ended(_ showing: Showing, _ ending: ChildProcess.Ending) {
    remove(showing)
    let event: PopupEvent
    switch (ending, showing.process.serverID) {
    case (.exited(0), .some): event = showing.process.popup.stays ? .closed : .expired
    case (_, .some): event = .lost(reason: reason(showing, ending))
    case (_, nil): event = .failed(reason: reason(showing, ending))
    }
    for old in showing.predecessors { leave(old) }
    report(showing.slot, event)
  }

  /// No id came in time. If one comes later it is known what to close.
  private func abandon(_ showing: Showing) {
    let seconds = Double(deadlines.shown) / 1000
    let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    let reason = showing.process.complaint ?? "the notification server did not answer within \(limit) s"
    remove(showing)
    showing.isAbandoned = true
    leaving[ObjectIdentifier(showing)] = showing
    showing.process.remind(after: max(0, deadlines.abandoned - deadlines.shown))
    for old in showing.predecessors { leave(old) }
    showing.predecessors = []
    report(showing.slot, .failed(reason: reason))
  }

  private func fail(_ showing: Showing, _ reason: String) {
    remove(showing)
    leaving[ObjectIdentifier(showing)] = showing
    showing.process.send(.kill)
    for old in showing.predecessors { leave(old) }
    showing.predecessors = []
    report(showing.slot, .failed(reason: reason))
  }

  /// Closes the popup by ending its notify-send; one that has no id yet is ended when it has.
  func leave(_ showing: Showing) {
    leaving[ObjectIdentifier(showing)] = showing
    guard showing.process.serverID != nil else {
      return showing.process.remind(after: deadlines.abandoned)
    }
    interrupt(showing)
  }

  private func interrupt(_ showing: Showing) {
    showing.isInterrupted = true
    showing.process.send(.interrupt)
    showing.process.remind(after: deadlines.withdrawal)
  }

  private func heardLeaving(_ event: NotifySend.Event, _ showing: Showing) {
    switch event {
    case .id(0): showing.process.send(.kill)
    case .id: interrupt(showing)
    case .action: return
    case .alarm: showing.process.send(.kill)
    case .ended(let ending):
      leaving[ObjectIdentifier(showing)] = nil
      // It ignored the interrupt, or had no handler for it yet (it says the id first): its popup is still there.
      if showing.isInterrupted, ending != .exited(0), let id = showing.process.serverID, id != 0 { server.close(id) }
      finishIfEmpty()
    }
  }

  /// Of a popup whose successor is not shown yet: only a button is news.
  private func heardPredecessor(_ event: NotifySend.Event, _ showing: Showing) {
    guard let successor = showings[showing.slot] else { return }
    switch event {
    case .action(let name):
      guard !showing.isAnswered else { return }
      showing.isAnswered = true
      report(showing.slot, .action(name))
    case .ended: successor.predecessors.removeAll { $0 === showing }
    case .id, .alarm: return
    }
  }

  private func remove(_ showing: Showing) {
    if showings[showing.slot] === showing { showings[showing.slot] = nil }
  }

  /// The server went: its popups are gone, and notify-send would wait for them for ever.
  func serverLost() {
    let gone = showings.values.sorted { $0.slot < $1.slot }
    showings = [:]
    for showing in gone + gone.flatMap(\.predecessors) {
      showing.predecessors = []
      leaving[ObjectIdentifier(showing)] = showing
    }
    for showing in leaving.values {
      showing.isAbandoned = false
      showing.process.send(.kill)
    }
    for showing in gone where showing.process.serverID == nil {
      report(showing.slot, .failed(reason: "the notification server went away"))
    }
  }

  private func reason(_ showing: Showing, _ ending: ChildProcess.Ending) -> String {
    if let complaint = showing.process.complaint { return complaint }
    switch ending {
    case .exited(0): return "notify-send ended without an id"
    case .exited(let code): return "notify-send ended with code \(code)"
    case .signalled(let number): return "notify-send was ended by signal \(number)"
    }
  }
}
