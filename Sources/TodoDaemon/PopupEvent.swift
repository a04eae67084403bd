/// What became of a popup.
package enum PopupEvent: Hashable, Sendable {
  /// The notification server took it, under this id; `owner` is the server's bus name, empty where that is unknown.
  case shown(serverID: UInt32, owner: String)
  /// It never came to be shown, and is gone.
  case failed(reason: String)
  /// Somebody pressed a button (`PopupAnswer`) and the popup is gone.
  case action(String)
  /// A person closed it, or a popup that does not stay ended by its time.
  case closed
  /// It was shown, but notify-send is gone and nobody knows what became of the popup.
  ///
  /// Not told when the server went with all its popups: that is `NotificationServer.onLoss`.
  case lost(reason: String)
}
