import TodoCore
import TodoProtocol
import TodoTxt

/// The file as it was.
extension Daemon {
  func version(_ name: VersionName, _ request: Request, _ client: ClientID, in turn: inout Turn) throws(Unanswered) {
    let version = try finding { () throws(Refusal) in try fileVersion(named: name) }
    var lines = version.lines.map(\.line.bytes)
    let endsWithNewline = version.frame.endsWithNewline || lines.isEmpty
    // The mark is a byte of the file like others; without a line it stands alone, and has no newline.
    let isMarkAlone = version.frame.hasByteOrderMark && lines.isEmpty
    if version.frame.hasByteOrderMark {
      lines = isMarkAlone ? [TodoText.byteOrderMark] : [TodoText.byteOrderMark + lines[0]] + lines.dropFirst()
    }
    var said = [Attribute("rev", version.revision), Attribute("n", lines.count)]
    if !endsWithNewline || isMarkAlone { said.append(Attribute("newline", "0")) }
    let ok = Response.ok(tag: request.tag, said).bytes
    var rest = lines[...]
    var isClosed = false
    turn.answers.append(
      (
        client,
        .pieces(
          Pieces {
            guard !isClosed else { return nil }
            isClosed = rest.isEmpty
            guard !isClosed else { return ok }
            var bytes: [UInt8] = []
            for line in rest.prefix(Daemon.linesAtOnce) { Response.append(exactLine: line, to: &bytes) }
            rest = rest.dropFirst(Daemon.linesAtOnce)
            return bytes
          })
      ))
  }
  private static let linesAtOnce = 100

  private func fileVersion(named name: VersionName) throws(Refusal) -> StoredVersion {
    let wanted: Int64
    switch name {
    case .revision(let number): wanted = number
    case .step(let number):
      guard let step = try reading({ () throws(StateError) in try ports.state.step(number) }) else {
        throw .noSuchStep(number)
      }
      wanted = step.revision
    }
    guard let version = try reading({ () throws(StateError) in try fileVersion(at: wanted) }) else {
      throw .noSuchVersion(revision: wanted, now: revision)
    }
    return version
  }

  /// The file as it stood at a revision; nil where history does not reach back so far.
  func fileVersion(at wanted: Int64) throws(StateError) -> StoredVersion? {
    var current = StoredVersion(revision: revision, lines: list.rows.map(StoredLine.init), frame: list.frame)
    // The state knows nothing yet of what waits to be written into it.
    for step in backlog.steps.reversed() where step.revision > wanted {
      try current.apply(step.delta.inverse)
      current.revision = step.revision - 1
    }
    return try ports.state.version(wanted, current)
  }

  /// Makes the file what it was, as one step. Each task of that version is back under its id; a line that went to another
  /// file since comes from there, and one that had come from there goes back.
  func restore(_ name: VersionName, in draft: inout Draft) throws(Refusal) -> Draft.Made {
    let version = try fileVersion(named: name)
    let current = draft.list
    let wanted = TaskList(stored: version.lines, frame: version.frame, ids: current.ids)
    let moves = try reading { () throws(StateError) in try linesMoved(since: version.revision, current, wanted) }
    let file = moves.contains { $0.file == .done } ? .done : moves.first?.file ?? .done
    var made = draft.step("restore \(name)", by: .client, movingTo: file) { list, _ in
      var outcome = Outcome(changes: TaskList.changes(from: list, to: wanted, by: Delta(from: list, to: wanted)))
      for move in moves {
        guard let id = move.line.id else { continue }
        switch (move.file == file, move.isBack) {
        case (true, true): outcome.movedBack.append(move.line)
        case (true, false): outcome.movedOut.append(move.line)
        case (false, true): outcome.notes.append(.lineStays(id, file: self.name(of: move.file)))
        case (false, false): outcome.notes.append(.notPutBack(id, file: self.name(of: move.file)))
        }
      }
      self.leaveOutMissing(from: &outcome, in: file)
      list = wanted
      return outcome
    }
    guard made.step != nil else {
      made.outcome.notes.append(.sameVersion)
      return made
    }
    // That version is what is wanted, not what would follow from it.
    draft.owe(nothingFor: made.outcome.changes.compactMap(\.new?.id))
    return made
  }

  /// A line of another file that is to follow its task: from there (`isBack`), or to there.
  private struct Move {
    var line: StoredLine
    var file: BesideFile
    var isBack: Bool
    /// Where it stands among the lines of that file, roughly: that it has, taken back, its place again.
    var order: (step: Int64, place: Int)
  }

  /// What went to other files, or came from there, since a revision: of a task that is to come back where it went last,
  /// of one that is to go where it had come from first.
  private func linesMoved(
    since revision: Int64, _ current: TaskList, _ wanted: TaskList
  ) throws(StateError) -> [Move] {
    var moves: [ItemID: Move?] = [:]
    var steps = PastSteps(ports.state)
    while let step = try steps.next(), step.revision > revision {
      for effect in step.effects where effect.kind == .came || effect.kind == .gone {
        let id = effect.id
        let isBack = current[id] == nil && wanted[id] != nil
        let goes = current[id] != nil && wanted[id] == nil
        guard isBack && effect.kind == .gone && moves[id] == nil || goes && effect.kind == .came else { continue }
        moves[id] = .some(nil)
        guard let moved = step.moved, let place = moved.lines.firstIndex(where: { $0.id == id }) else { continue }
        moves[id] = Move(line: moved.lines[place], file: moved.file, isBack: isBack, order: (step.number, place))
      }
    }
    return moves.values.compactMap(\.self).sorted { $0.order < $1.order }
  }
}
