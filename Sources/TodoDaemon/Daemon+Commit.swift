import TodoCore

/// What has become of the newest intent in the state.
enum IntentState {
  case none
  /// Its change is in the file: the next transaction confirms it.
  case open
  /// Its change is not in the file, and the state could not be told so yet.
  case toBeDropped
}

/// Every transaction goes this way.
extension Daemon {
  func commit(_ transaction: Transaction) throws(StateError) {
    try dropOwedIntent()
    try ports.state.commit(transaction)
    intent = transaction.intent == nil ? .none : .open
    noteStateSuccess()
  }

  /// To be called before anything else is written, which would confirm what is not in the file.
  func dropOwedIntent() throws(StateError) {
    guard intent == .toBeDropped else { return }
    try ports.state.dropIntent()
    intent = .none
  }

  /// Takes the intent back; the revision and the numbers of the steps that it had stay used.
  func dropIntent(of draft: Draft) {
    revision = draft.revision
    nextStep = draft.nextStep
    do throws(StateError) {
      try ports.state.dropIntent()
      intent = .none
    } catch {
      intent = .toBeDropped
      noteStateFailure(error, "an intent is taken back later")
    }
  }

  func noteStateFailure(_ error: StateError, _ consequence: String) {
    guard trouble.state == nil else { return }
    trouble.state = (error.words, ports.now())
    ports.journal(
      JournalEntry(.writeFailed, "the state cannot be written, \(consequence): \(error.words)", level: .error))
  }

  /// Something was written: what waited for that rings in this turn.
  func noteStateSuccess() {
    if trouble.state != nil {
      trouble.state = nil
      ports.journal(JournalEntry(.writeRecovered, "the state can be written again"))
    }
    guard let waited = trouble.unrecorded else { return }
    trouble.unrecorded = nil
    guard let slot = waited.notice, notices.remove(slot) != nil else { return }
    ports.withdraw(slot)
  }
}
