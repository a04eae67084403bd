package import Linux
package import Systemd

/// Watches over one file of the user's, the todo file or the done file: looks at it, waits until it is settled, and
/// replaces it without ever losing what somebody else writes meanwhile.
///
/// Not Sendable on purpose: it belongs to the loop's thread. It knows bytes only; what they mean, and how two versions
/// are merged, is the caller's matter. The caller says by `adopt` which bytes it holds for the file's content.
package final class FileKeeper {
  /// What one look found.
  package enum Look: Equatable {
    /// The bytes that were adopted.
    case same
    /// Other bytes, whole.
    case changed([UInt8])
    /// A writer holds the file and changed it within the last second: look again later.
    case busy
    /// No bytes, and the adopted ones were some.
    case empty
    /// The name leads nowhere.
    case missing
    case unusable(Unusable)
  }

  /// Why a file is not read.
  package enum Unusable: Equatable {
    /// A directory, a FIFO and the like.
    case notAFile
    case tooLarge(bytes: Int64)
    case failed(SystemError)
  }

  /// What became of a replacement. After `done` and `foreign` the file holds the new bytes, on disk; after the others
  /// the file is as it was.
  package enum Replacement: Equatable {
    /// - `previousWasRead`: whether anybody had read what was replaced, where that was ours (else true).
    case done(previousWasRead: Bool)
    /// Somebody had written in between: what was replaced is `displaced.bytes`, and must be merged in.
    case foreign(Displaced, previousWasRead: Bool)
    /// The name leads nowhere: somebody is saving. Settle and look again.
    case gone
    /// A writer holds the file, or it was saved or came into being just now. Settle and look again.
    case busy
    case failed(SystemError)
  }

  /// A file that once stood in the place of ours and is kept until its bytes are taken in and nobody can write to it.
  package struct Displaced: Hashable, Sendable {
    /// Its path; tells one from another.
    package let name: String
    /// The first revision that it does not have.
    package let revision: Int64
    /// The bytes of it that are taken in already; nil for one that is found at start.
    package let base: [UInt8]?
    package let bytes: [UInt8]
    /// Whether it is a copy made before the file was written in place, not a file that anybody can write to.
    package let isRecoveryCopy: Bool
  }

  /// Why a file is written in place instead of being exchanged: for `doctor`.
  package enum InPlaceReason: Hashable, Sendable {
    case hardLink, foreignOwner, likeness, directory, filesystem
  }

  /// Something happened that may have changed the file. Every event is only a hint.
  package var onHint: () -> Void = {}
  /// The file was looked at after it had settled, and is not the same: take it in. `missing` and `empty` come 2 s after;
  /// `same` comes only for a file that is back.
  package var onSettled: (Look) -> Void = { _ in }
  /// A displaced file has new bytes: merge them, then `release` it.
  package var onDisplacedChange: (Displaced) -> Void = { _ in }
  /// Somebody has read the version that was displaced for this revision, and may save what they make of it.
  package var onDisplacedRead: (_ revision: Int64) -> Void = { _ in }

  /// The name of a conflict copy of the file came or went beside it, or may have.
  package var onCopy: () -> Void = {}
  /// Our file is about to take the place of the one last looked at: the moment in which somebody can still save unseen.
  /// A test saves in it.
  var onExchange: () -> Void = {}
  /// It has taken its place, or was written there: the moment in which somebody can save over it before it is looked at.
  var onExchanged: () -> Void = {}
  /// A replacement is busy where somebody saved since the last look, or begins to, instead of displacing what they save.
  package var waitsForSaves = true

  /// When the file began to be unsettled, in microseconds of the monotonic clock; nil while it is settled.
  package internal(set) var unsettledSince: Int64?
  /// Why the last write was not an exchange.
  package internal(set) var inPlaceReason: InPlaceReason?
  /// Why the file cannot be watched and is looked at slowly instead; nil where it can.
  package internal(set) var watchFault: String?

  /// The path as configured; links in it are followed anew at each use.
  package let path: String

  let loop: EventLoop
  let key: String
  let stateDirectory: String
  let limit: Int
  /// What the caller holds for the content; nil before it has any.
  private(set) var adopted: [UInt8]?
  /// The file as last opened; kept open so that looking at it causes no close.
  var file: OpenFile?
  var seen: Seen?
  /// Whether somebody has closed our last file after reading; true where the file is not ours.
  var wasRead = true
  /// The file in place is watched since before it had its name, and nobody has written to it: then an equal stamp proves
  /// equal bytes, however young it is.
  var isGuarded = false
  /// The last look found that somebody could write to the file.
  var wasHeld = false
  /// Since when somebody has had open what is to be written in place, in microseconds of the monotonic clock.
  var crowdedSince: Int64?
  /// Whether a reader's close still means our bytes: ends with the first foreign write into our file.
  var countsReaders = false

  var inotify: InotifySource?
  var watched: [Inotify.Watch: Set<String>] = [:]
  var fileWatch: Inotify.Watch?
  var resolved: ResolvedPath?
  var needsRewatch = false
  var settling = Settling()
  var settleTimer: TimeSource?
  var slowTimer: TimeSource?

  var unfinished: Unfinished?
  var displaced: [String: Pending] = [:]
  /// Files that are gone and that somebody still reads.
  var readLate: [Pending] = []
  var reviewTimer: TimeSource?
  var reviewPlanned: Int64?
  private(set) lazy var machine = (try? FileDescriptor.open("/etc/machine-id", .reading).readAll(limit: 64)) ?? []
  /// Directories that proved to be of another mount than the file.
  var foreignMounts: Set<String> = []
  /// Devices whose filesystem proved to have no exchange.
  var withoutExchange: Set<UInt64> = []

  /// - Parameters:
  ///   - key: tells the keepers of one state directory apart: `todo`, `done`.
  ///   - limit: a file of more bytes is not read.
  package init(
    loop: EventLoop, path: String, key: String, stateDirectory: String, limit: Int = 16 << 20
  ) throws(SystemError) {
    (self.loop, self.path, self.key, self.stateDirectory, self.limit) = (loop, path, key, stateDirectory, limit)
    try startWatching()
  }

  /// Takes these bytes for what the caller holds; bytes that are not ours count as read by everybody.
  package func adopt(_ bytes: [UInt8]) {
    if !(adopted?.isSame(as: bytes) ?? false) { wasRead = true }
    adopted = bytes
  }

  /// Whether anybody has read what we wrote last; true where the content is not ours (the rule of the stale save).
  package var wasReadByOthers: Bool {
    drain()
    return wasRead
  }

  func holdAsOwn(_ bytes: [UInt8]) {
    adopted = bytes
    wasRead = false
    countsReaders = true
  }
}

extension FileKeeper {
  /// A file held open for reading.
  final class OpenFile {
    let descriptor: FileDescriptor
    let identity: FileStamp

    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
      identity = try descriptor.status().stamp
      self.descriptor = descriptor
    }

    convenience init(reading path: String) throws(SystemError) {
      try self.init(try FileDescriptor.open(path, .reading))
    }
  }

  /// What was read or written last.
  struct Seen {
    let stamp: FileStamp
    /// When the reading began, in nanoseconds since the epoch; nil where it was written: the stamp may be that of
    /// somebody's save already, and no clock tells.
    let readAt: Int64?
    let bytes: [UInt8]

    /// Whether an equal stamp proves equal bytes without a guard.
    var isProof: Bool { readAt.map { !stamp.isRacy(readAt: $0) } ?? false }
  }
}
