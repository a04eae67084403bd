import Linux
import TodoCore
import TodoProtocol

@testable import TodoDaemon

/// The world as the stage plays it.
extension Stage {
  func ports() -> Ports {
    Ports(
      now: { [unowned self] in now }, uptime: { [unowned self] in uptime }, zone: { [unowned self] in zone },
      file: filePort(), state: statePort(),
      wake: { [unowned self] moment in
        guard wake != moment else { return }
        wake = moment
        note("! wake \(moment.map { zone.civil(of: $0).words } ?? "never")")
      },
      wait: { [unowned self] milliseconds in wait = milliseconds.map { self.uptime + $0 } },
      wantTurn: { [unowned self] in
        turnIsWanted = true
        sockets?.wantTurn()
      },
      wantUpkeep: { [unowned self] in upkeepIsWanted = true },
      show: { [unowned self] in
        note($0.words)
        buttons[$0.slot] = Dictionary($0.actions.map { ($0.word, $0.name) }) { $1 }
      },
      withdraw: { [unowned self] in note("! withdraw \(Notices.owns($0) ? "notice" : String($0))") },
      close: { [unowned self] in note("! close \($0.serverID) of \($0.owner)") },
      command: { [unowned self] in note("! command \(String(decoding: $0.dropLast(), as: UTF8.self))") },
      open: { [unowned self] in note("! open") },
      journal: { [unowned self] in note("! journal \($0.event.rawValue)") },
      announce: { _ in },
      send: { [unowned self] in if let sockets { sockets.send($0, $1) } else { tell($0.number, $1) } },
      clientCount: { [unowned self] in sockets?.clientCount ?? clients.count },
      program: { [unowned self] in programFacts },
      reloadConfiguration: { [unowned self] in
        badConfiguration.map(Reloaded.refused) ?? .configuration(configuration)
      })
  }

  func look() -> FileKeeper.Look {
    if isNoFile { return .unusable(.notAFile) }
    guard let file else { return .missing }
    if file == adopted { return .same }
    if isHeld { return .busy }
    return file.isEmpty && !(adopted ?? []).isEmpty ? .empty : .changed(file)
  }

  private func filePort() -> FilePort {
    FilePort(
      look: { [unowned self] in look() },
      adopt: { [unowned self] in
        adopted = $0
        isOurs = false
      },
      prepare: { _, _ in },
      replace: { [unowned self] in replace($0, basedOn: $1, create: $2, revision: $3) },
      wasReadByOthers: { [unowned self] in !isOurs || wasRead },
      release: { [unowned self] name in
        leftovers.removeAll { $0.name == name }
        note("! release \(name)")
      },
      leftovers: { [unowned self] in leftovers },
      readBeside: { [unowned self] file throws(FileFault) in
        if doneIsHeld, file == .done { throw .busy(path: "/home/u/done.txt") }
        return beside[file]
      },
      replaceBeside: { [unowned self] file, after, before throws(FileFault) in
        try writeBeside(file, after, basedOn: before)
      },
      leftoversBeside: { [unowned self] file in besideLeftovers.filter { $0.file == file }.map(\.displaced) },
      releaseBeside: { [unowned self] file, name in
        besideLeftovers.removeAll { $0.displaced.name == name }
        note("! release \(file.words) \(name)")
      },
      copies: { [unowned self] in foundCopies },
      readCopy: { [unowned self] copy throws(FileFault) in
        switch copyFault {
        case .held: throw .busy(path: copy.path)
        case .unreadable: throw .system(SystemError(13, "open"), path: copy.path)
        case .stuck, nil: return copies[copy.name]
        }
      },
      discardCopy: { [unowned self] copy, _ throws(FileFault) in
        guard !hasCrashed else { return "" }
        if copyFault == .stuck { throw .system(SystemError(30, "rename"), path: copy.path) }
        copies[copy.name] = nil
        note("! discard \(copy.name)")
        return "/home/u/.local/state/todod/trash/\(copy.name)"
      })
  }

  private var foundCopies: [ConflictCopy] {
    [ConflictCopy.Original.done, .todo].flatMap { original in
      let file = original == .done ? "done.txt" : "todo.txt"
      return copies.keys.sorted().filter { ConflictCopyName.isCopy($0, of: file) }.map {
        ConflictCopy(of: original, path: "/home/u/\($0)")
      }
    }
  }

  private func writeBeside(_ file: BesideFile, _ bytes: [UInt8]?, basedOn: [UInt8]?) throws(FileFault) {
    switch fault {
    case .crashBeside: (fault, hasCrashed) = (nil, true)
    case .besideFull:
      faultWasMet = true
      throw .system(SystemError(28, "write"), path: "/home/u/\(file.words).txt")
    case .gone, .full, .foreign, .foreignCrash, .crash, nil: break
    }
    guard !hasCrashed else { return }
    guard beside[file] == basedOn else { throw .busy(path: "/home/u/\(file.words).txt") }
    beside[file] = bytes
    note("! \(file.words) \(bytes.map(Stage.quoted) ?? "gone")")
  }

  private func replace(_ bytes: [UInt8], basedOn: [UInt8], create: Bool, revision: Int64) -> FileKeeper.Replacement {
    let previousWasRead = !isOurs || wasRead
    switch fault {
    case .gone:
      fault = nil
      return .gone
    case .full:
      faultWasMet = true
      return .failed(SystemError(28, "write"))
    case .crash(false): return crash()
    case .crash(true):
      leftovers.append(Stage.displaced(revision, base: nil, file ?? []))
      file = bytes
      return crash()
    case .foreignCrash(let saved):
      leftovers.append(Stage.displaced(revision, base: nil, saved))
      file = bytes
      return crash()
    case .foreign(let saved): (fault, file) = (nil, saved)
    case .crashBeside, .besideFull, nil: break
    }
    if hasCrashed { return .failed(SystemError(5, "crash")) }
    guard let old = file ?? (create ? [] : nil) else { return .gone }
    (file, adopted, isOurs, wasRead) = (bytes, bytes, true, false)
    note("! file \(Stage.quoted(bytes))")
    swappedOut = Stage.displaced(revision, base: basedOn, old)
    guard old != basedOn else { return .done(previousWasRead: previousWasRead) }
    return .foreign(Stage.displaced(revision, base: basedOn, old), previousWasRead: previousWasRead)
  }

  private func crash() -> FileKeeper.Replacement {
    (fault, hasCrashed) = (nil, true)
    return .failed(SystemError(5, "crash"))
  }

  static func displaced(_ revision: Int64, base: [UInt8]?, _ bytes: [UInt8]) -> FileKeeper.Displaced {
    FileKeeper.Displaced(
      name: "displaced-\(revision)", revision: revision, base: base, bytes: bytes, isRecoveryCopy: false)
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    // Scalar by scalar: CR LF is one character to Swift.
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar {
      case "\r": "\\r"
      case "\n": "\\n"
      default: String(scalar)
      }
    }
    return "\"\(text.joined())\""
  }

  private func statePort() -> StatePort {
    StatePort(
      commit: { [unowned self] transaction throws(StateError) in
        try writeState { () throws(StateError) in try store.commit(transaction) }
      },
      dropIntent: { [unowned self] () throws(StateError) in
        if dropFails { throw Stage.stateIsFull }
        try writeState { () throws(StateError) in try store.dropIntent() }
      },
      step: { [unowned self] number throws(StateError) in try store.step(number) },
      newestUndoable: { [unowned self] () throws(StateError) in try store.newestUndoable() },
      newestRedoable: { [unowned self] () throws(StateError) in try store.newestRedoable() },
      steps: { [unowned self] count, before throws(StateError) in try store.steps(newest: count, before: before) },
      outlines: { [unowned self] count, before throws(StateError) in
        try store.outlines(newest: count, before: before)
      },
      formerID: { [unowned self] line, since throws(StateError) in try store.formerID(of: line, since: since) },
      version: { [unowned self] revision, current throws(StateError) in
        try store.version(at: revision, from: current)
      },
      checkpointIfNeeded: { [unowned self] revision, current throws(StateError) in
        try writeState { () throws(StateError) in try store.checkpointIfNeeded(revision, current) }
      },
      trimHistory: { [unowned self] now throws(StateError) in
        try writeState { () throws(StateError) in try store.trimHistory(now: now) }
      },
      adopt: { [unowned self] version, records throws(StateError) in
        try writeState { () throws(StateError) in try store.adopt(version, records: records) }
      })
  }

  /// A program that is gone writes nothing.
  private func writeState(_ write: () throws(StateError) -> Void) throws(StateError) {
    guard !hasCrashed else { return }
    if stateFails { throw Stage.stateIsFull }
    try write()
  }

  private static let stateIsFull = StateError.sqlite(SQLiteError(code: 13, message: "database or disk is full"))
}

extension CivilTime {
  var words: String { "\(date)T\(time)" }
}

extension BesideFile {
  fileprivate var words: String {
    switch self {
    case .done: "done"
    case .named(let name): name
    }
  }
}

extension Popup {
  /// `! notify 1 Call mum [done Done]`, the body after a bar.
  fileprivate var words: String {
    let place = Notices.owns(slot) ? "notice" : String(slot)
    let buttons = actions.map(\.word).filter { $0 != "default" }
    return "! notify \(place) \(summary)" + (buttons.isEmpty ? "" : " [\(buttons.joined(separator: " "))]")
  }
}

extension Popup.Action {
  /// Its name, or its label (`remind-mon-9:00`) where that says more.
  fileprivate var word: String {
    guard case .remind = PopupAnswer(name: name) else { return name }
    return label.lowercased().replacing(" ", with: "-")
  }
}
