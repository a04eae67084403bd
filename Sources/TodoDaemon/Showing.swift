/// One notify-send and what the notifier wants of it.
final class Showing {
  /// Changes only when a popup given up is tried again.
  var slot: Int
  let process: NotifySend
  /// Popups whose place this one takes; they go once it is shown.
  var predecessors: [Showing] = []
  /// Nobody got its id in time: if it comes yet, the popup is closed.
  var isAbandoned = false
  /// It was told to close its popup and end.
  var isInterrupted = false
  /// A button was told: what follows is no news.
  var isAnswered = false

  init(slot: Int, _ process: NotifySend) {
    self.slot = slot
    self.process = process
  }
}
