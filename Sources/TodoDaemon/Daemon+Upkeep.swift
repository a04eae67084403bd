import TodoCore

/// What no client waits for: it is done once the answers have left.
extension Daemon {
  func wantUpkeep() {
    guard !isUpkeepWanted else { return }
    isUpkeepWanted = true
    ports.wantUpkeep()
  }

  /// Keeps the state small, and tells the service manager how things stand.
  package func upkeep() {
    isUpkeepWanted = false
    retired = nil
    guard !isStopping else { return }
    checkpoint()
    ports.announce(announcement)
  }

  func checkpoint() {
    do throws(StateError) {
      try ports.state.checkpointIfNeeded(revision) {
        StoredVersion(revision: revision, lines: list.rows.map(StoredLine.init), frame: list.frame)
      }
    } catch {
      noteStateFailure(error, "there is no checkpoint")
    }
  }
}
