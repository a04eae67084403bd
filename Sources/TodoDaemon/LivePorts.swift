import Linux
import Systemd
import TodoCore

/// The ports of the running program, made of its parts.
extension Program {
  func makePorts() -> Ports {
    Ports(
      now: { Instant(microseconds: Clock.realtime()) },
      uptime: { Clock.monotonic() / 1000 },
      zone: { [unowned self] in zone },
      file: makeFilePort(),
      state: makeStatePort(),
      wake: { [unowned self] moment in try? alarm?.set(moment?.microseconds) },
      wait: { [unowned self] milliseconds in
        try? waiting?.set(milliseconds.map { Clock.monotonic() + $0 * 1000 })
      },
      wantTurn: { [unowned self] in server?.wantTurn() },
      wantUpkeep: { [unowned self] in upkeep?.wake() },
      show: { [unowned self] popup in notifier.show(popup) },
      withdraw: { [unowned self] slot in notifier.withdraw(slot) },
      close: { [unowned self] old in notifier.close(old) },
      command: { [unowned self] input in commands.run(configuration.onRemind, input) },
      open: { [unowned self] in openFile() },
      journal: { [unowned self] entry in log(entry) },
      announce: { [unowned self] words in announce(words) },
      send: { [unowned self] client, answer in server?.send(client, answer) },
      clientCount: { [unowned self] in server?.clientCount ?? 0 },
      program: { [unowned self] in facts() },
      reloadConfiguration: { [unowned self] in reloadConfiguration() })
  }

  private func facts() -> ProgramFacts {
    var parts = ProgramFacts()
    parts.configuration = places.configuration
    parts.socket = configuration.socket ?? places.socket
    parts.isSocketHandedOver = isSocketHandedOver
    parts.stateDirectory = places.stateDirectory
    parts.inPlaceReason = todo.inPlaceReason
    parts.watchFault = todo.watchFault
    parts.doneWatchFault = beside.doneWatchFault
    parts.displaced = (todo.keptNames + beside.keptNames).sorted()
    parts.isBusConnected = bus.isConnected
    parts.capabilities = desktop.information?.capabilities.map(Array.init)
    parts.notifySend = configuration.notifySend
    parts.notifySendPath = Environment.executable(configuration.notifySend, in: environment)
    return parts
  }

  private func makeFilePort() -> FilePort {
    let todo = todo
    return FilePort(
      look: { todo.look(at: Instant(microseconds: Clock.realtime())) },
      adopt: { todo.adopt($0) },
      prepare: { todo.prepare($0, revision: $1) },
      replace: { todo.replace(with: $0, basedOn: $1, create: $2, revision: $3) },
      wasReadByOthers: { todo.wasReadByOthers },
      release: { todo.release($0) },
      leftovers: { todo.leftovers() },
      readBeside: { [unowned self] file throws(FileFault) in try beside.read(file) },
      replaceBeside: { [unowned self] file, after, before throws(FileFault) in
        try beside.replace(file, with: after, basedOn: before)
      },
      leftoversBeside: { [unowned self] file in beside.leftovers(of: file) },
      releaseBeside: { [unowned self] file, name in beside.release(name, of: file) },
      copies: { [unowned self] in copies.all() },
      readCopy: { [unowned self] copy throws(FileFault) in try copies.read(copy) },
      discardCopy: { [unowned self] copy, now throws(FileFault) in try copies.discard(copy, at: now) })
  }

  private func makeStatePort() -> StatePort {
    let store = store
    return StatePort(
      commit: { transaction throws(StateError) in try store.commit(transaction) },
      dropIntent: { () throws(StateError) in try store.dropIntent() },
      step: { number throws(StateError) in try store.step(number) },
      newestUndoable: { () throws(StateError) in try store.newestUndoable() },
      newestRedoable: { () throws(StateError) in try store.newestRedoable() },
      steps: { count, before throws(StateError) in try store.steps(newest: count, before: before) },
      outlines: { count, before throws(StateError) in try store.outlines(newest: count, before: before) },
      formerID: { line, since throws(StateError) in try store.formerID(of: line, since: since) },
      version: { revision, current throws(StateError) in try store.version(at: revision, from: current) },
      checkpointIfNeeded: { revision, current throws(StateError) in
        try store.checkpointIfNeeded(revision, current)
      },
      trimHistory: { now throws(StateError) in try store.trimHistory(now: now) },
      adopt: { version, records throws(StateError) in try store.adopt(version, records: records) })
  }
}
