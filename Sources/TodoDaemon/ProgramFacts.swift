/// What the parts of the running program know of themselves, for `doctor`; the daemon itself has no use for it.
package struct ProgramFacts {
  /// The path of the configuration, whether there is one or not.
  package var configuration = ""
  package var socket = ""
  /// systemd listens on it and handed it over.
  package var isSocketHandedOver = false
  package var stateDirectory = ""
  /// Why the last write of the todo file was no exchange.
  package var inPlaceReason: FileKeeper.InPlaceReason?
  /// Why a file is looked at slowly instead of being watched.
  package var watchFault: String?
  package var doneWatchFault: String?
  /// Files that were swapped out and are kept: somebody may still write to them, or what they have is not taken in.
  package var displaced: [String] = []
  package var isBusConnected = false
  /// What the notification server says it can; nil where it did not say.
  package var capabilities: [String]?
  /// The program that shows popups, and where it was found; nil where it was not.
  package var notifySend = ""
  package var notifySendPath: String?

  package init() {}
}

extension FileKeeper.InPlaceReason {
  /// The word for it on the socket.
  var word: String {
    switch self {
    case .hardLink: "hard-link"
    case .foreignOwner: "foreign-owner"
    case .likeness: "likeness"
    case .directory: "directory"
    case .filesystem: "filesystem"
    }
  }
}
