package import TodoCore
import TodoProtocol
import TodoTxt

/// The heart of todod: whatever happens comes in by one of its doors, and whatever it does goes out by its ports.
///
/// Not Sendable on purpose: there is one thread, and the clock is read once a turn. The doors are `start`, `connected`,
/// `received`, `receivedTooLong`, `turn`, `upkeep`, `fill`, `disconnected`, `fileChanged`, `displacedChanged`, `copySeen`,
/// `displacedRead`, `doneFileChanged`, `waited`, `alarm`, `clockChanged`, `popup`, `serverChanged`, `commandEnded`, `reloadNow` and `stop`.
package final class Daemon {
  let ports: Ports
  var configuration: Configuration
  /// The program's version.
  let version: String
  /// What is on disk, and what follows from it.
  var list = TaskList.empty
  var reminders: Reminders
  var revision: Int64 = 0
  var nextStep: Int64 = 1
  /// The bytes of the todo file as last read or written.
  var diskBytes: [UInt8] = [] { didSet { knownTrail = nil } }
  /// Of `diskBytes`, where it was computed.
  var knownTrail: FingerprintTrail?
  /// The newest version that is in them: what is swapped out is named by the one after it.
  var diskRevision: Int64 = 0
  var file = FileState()
  /// What is known of the files beside it.
  var besides: [BesideFile: BesideMemory] = [:]
  var doneFile = DoneFile()
  var owed = OwedRecurrences()
  var quiet = Quiet()
  var uuids: UUIDSource
  let epoch: String
  let started: Instant

  var queue: [PendingRequest] = []
  var waiting: [ClientID: [PendingRequest]] = [:]
  /// The uptime (ms) at which the file is looked at for those who wait, whatever others ask for until then.
  var nextLook: Int64?
  /// Who waits for a popup; what they said since is in `waiting`.
  var tests: [ClientID: PopupTest] = [:]
  var batches: [ClientID: Batch] = [:]
  /// Clients that have gone while something they asked for is still to be done.
  var gone: Set<ClientID> = []
  var watches: [ClientID: Watch] = [:]
  var changeLog = ChangeLog()
  var notices = Notices()
  var badValues = BadValues()
  var clashNotices = ClashNotices()
  var copies = Copies()
  var trouble = Trouble()
  var server = ServerState()
  /// Keys of the configuration that wait for a restart.
  var restartFor: String?
  /// Where a broken state was put at the start, for `status`.
  package var setAside: String?
  var backlog = Backlog()
  /// When old history was last thrown away.
  var trimmed: Instant
  var isTurnWanted = false
  var isUpkeepWanted = false
  /// The list before the last change: to let go of 10 000 tasks takes longer than to answer.
  var retired: TaskList?
  var isStopping = false
  var intent = IntentState.none

  package init(ports: Ports, configuration: Configuration, version: String, seed: UInt64) {
    self.ports = ports
    self.configuration = configuration
    self.version = version
    var source = UUIDSource(seed: seed)
    epoch = String(UInt16.random(in: .min ... .max, using: &source), radix: 16)
    uuids = source
    started = ports.now()
    trimmed = started
    reminders = Reminders(state: ReminderState(), settings: configuration.reminders, zone: ports.zone())
  }

  /// A copy of what is, for the changes of one turn.
  func draft(at now: Instant) -> Draft {
    Draft(
      list: list, reminders: reminders, owed: owed, revision: revision, nextStep: nextStep,
      context: ChangeContext(
        now: now, zone: ports.zone(), creationDates: configuration.creationDates,
        minimumTitle: configuration.minimumTitle, evening: configuration.reminders.evening, uuids: uuids))
  }
}
