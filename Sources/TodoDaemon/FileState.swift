/// What the daemon knows of the todo file beside its bytes.
struct FileState {
  /// Whether memory is what is on disk.
  enum Presence: Equatable {
    case present
    /// Never seen by todod: the first `add` makes it.
    case neverSeen
    /// It was there and is not: memory goes on ringing. Since this uptime (ms).
    case missing(since: Int64)
    /// The user said that it is meant to be gone: the next change makes it anew.
    case accepted
    case unusable(FileFault)
  }

  var presence = Presence.neverSeen { didSet { if presence == .present { wasSeen = true } } }
  /// It was read or written once, in this run or before.
  private(set) var wasSeen = false
  /// The last look found it held by a writer, away or empty, and not yet for long enough to be believed: since this
  /// uptime (ms).
  var unsettledSince: Int64?
  /// One popup said that the file is missing.
  var missingWasTold = false
  /// The newest version that somebody other than todod has seen, where that is not the current one.
  var newestRead: StaleBase?
  /// Versions that were swapped out before anybody had seen them, oldest first.
  var unread: [UnreadVersion] = []
  static let unreadLimit = 16
  /// What the last stale save had put into the file; the same bytes a second time are believed.
  var lastStaleSave: [UInt8]?
  var unwritten = Unwritten()
  /// How many merges of displaced files have begun: one inside the other, where the writing of each displaces the next.
  var mergesUnderWay = 0

  /// Memory may not be what is in the file just now.
  var isStale: Bool {
    switch presence {
    case .missing, .unusable: true
    case .present, .neverSeen, .accepted: unsettledSince != nil
    }
  }
}

/// A version of the file that somebody had seen before todod wrote over it.
struct StaleBase {
  /// The newest revision that is in it.
  var revision: Int64
  var bytes: [UInt8]
}

/// A version that todod wrote and replaced again before anybody else had read it.
struct UnreadVersion {
  /// The revision for which it was swapped out, as `FileKeeper.Displaced` says it.
  var displacedFor: Int64
  /// Of its bytes: the state has them, and sixteen copies of a large file are more than all that memory holds else.
  var fingerprint: Fingerprint
  /// The newest version that somebody had seen by then.
  var newestRead: StaleBase
}
