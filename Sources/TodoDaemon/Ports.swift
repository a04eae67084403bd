package import TodoCore

/// All that the daemon asks of the world. The live ones are made in `LivePorts`; tests hand in fakes that record.
package struct Ports {
  /// The wall clock, read once a turn.
  package var now: () -> Instant
  /// Milliseconds of a clock that nobody sets: for waiting, never for ringing.
  package var uptime: () -> Int64
  package var zone: () -> Zone

  package var file: FilePort
  package var state: StatePort

  /// Arms the one timer of the wall clock, or disarms it: `Daemon.alarm()`.
  package var wake: (Instant?) -> Void
  /// Arms the one timer of the uptime, in milliseconds from now, or disarms it: `Daemon.waited()`.
  package var wait: (Int64?) -> Void
  /// Asks for `Daemon.turn()` once everything that can be read has been.
  package var wantTurn: () -> Void
  /// Asks for `Daemon.upkeep()` once the answers have left.
  package var wantUpkeep: () -> Void

  package var show: (Popup) -> Void
  package var withdraw: (_ slot: Int) -> Void
  /// Closes a popup of an earlier run.
  package var close: (Popup.Replaced) -> Void
  /// Runs the command of `OnRemind=` with this on its standard input.
  package var command: ([UInt8]) -> Void
  /// Opens the todo file, or runs what `Open=` says.
  package var open: () -> Void
  package var journal: (JournalEntry) -> Void
  /// The line `systemctl status` shows. Never task text.
  package var announce: (String) -> Void
  package var send: (ClientID, Answer) -> Void
  package var clientCount: () -> Int
  /// What `doctor` tells of the program's parts.
  package var program: () -> ProgramFacts
  /// Reads the configuration again: the settings, or what is wrong with them.
  package var reloadConfiguration: () -> Reloaded
}

/// The todo file and its neighbours, as the daemon uses them; see `FileKeeper` for what each promises.
package struct FilePort {
  package var look: () -> FileKeeper.Look
  /// These bytes are what memory holds for the file's content.
  package var adopt: ([UInt8]) -> Void
  /// What `replace` will soon be asked for; nil for nothing after all.
  package var prepare: (_ bytes: [UInt8]?, _ revision: Int64) -> Void
  package var replace:
    (_ bytes: [UInt8], _ basedOn: [UInt8], _ create: Bool, _ revision: Int64) -> FileKeeper.Replacement
  package var wasReadByOthers: () -> Bool
  /// The bytes of a displaced file are in the file now.
  package var release: (_ name: String) -> Void
  /// What an earlier run had displaced and not released.
  package var leftovers: () -> [FileKeeper.Displaced]

  /// The bytes of the done file, or of another file beside the todo file; nil if there is none.
  package var readBeside: (BesideFile) throws(FileFault) -> [UInt8]?
  /// Replaces a file beside the todo file, which still has `before`; nil is a file that is not there, before or after.
  package var replaceBeside: (BesideFile, _ after: [UInt8]?, _ before: [UInt8]?) throws(FileFault) -> Void
  /// What an earlier run had displaced of such a file and not released.
  package var leftoversBeside: (BesideFile) -> [FileKeeper.Displaced]
  package var releaseBeside: (BesideFile, _ name: String) -> Void

  /// The conflict copies of the todo file and of the done file, those of the latter first.
  package var copies: () -> [ConflictCopy]
  /// The bytes of a copy; nil if it is gone.
  package var readCopy: (ConflictCopy) throws(FileFault) -> [UInt8]?
  /// Moves a copy that still is what was read into the trash; its new path is the result, or nil if it
  /// is gone already.
  package var discardCopy: (ConflictCopy, _ now: CivilTime) throws(FileFault) -> String?
}

/// The state, as the daemon uses it; see `StateStore` for what each promises.
package struct StatePort {
  package var commit: (Transaction) throws(StateError) -> Void
  package var dropIntent: () throws(StateError) -> Void
  package var step: (Int64) throws(StateError) -> Step?
  package var newestUndoable: () throws(StateError) -> Step?
  package var newestRedoable: () throws(StateError) -> (undo: Step?, since: Int64?)
  /// The newest steps, newest first: so many, below a number.
  package var steps: (_ count: Int, _ before: Int64?) throws(StateError) -> [Step]
  /// The same of these, without their lines.
  package var outlines: (_ count: Int, _ before: Int64?) throws(StateError) -> [StepOutline]
  package var formerID: (_ line: [UInt8], _ since: Instant) throws(StateError) -> (ItemID, TaskUUID)?
  package var version: (_ revision: Int64, _ current: StoredVersion) throws(StateError) -> StoredVersion?
  package var checkpointIfNeeded: (_ revision: Int64, _ current: () -> StoredVersion) throws(StateError) -> Void
  package var trimHistory: (_ now: Instant) throws(StateError) -> Void
  /// At the first sight of a file: history begins with this version.
  package var adopt: (StoredVersion, [StateRecord]) throws(StateError) -> Void
}
