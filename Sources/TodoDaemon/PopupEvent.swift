/// What became of a popup.
package enum PopupEvent: Hashable, Sendable {
  /// The notification server took it, under this id; `owner` is the server's bus name, empty where that is unknown.
  case shown(serverID: UInt32, owner: String)
  /// It never came to be shown, and is gone.
  case failed(reason: String)
  /// Somebody pressed a button (`PopupAnswer`) and the popup is gone.
  case action(String)
  /// A person closed it; told only of a popup that stays.
  case closed
  /// A popup that does not stay is gone: closed, or its time was over, which look alike.
  case expired
  /// It was shown, but notify-send is gone and nobody knows what became of the popup.
  ///
  /// Its moments are to be tried again, as after `failed`. Not told when the server went with all its popups: that is `NotificationServer.onLoss`.
  case lost(reason: String)
}
