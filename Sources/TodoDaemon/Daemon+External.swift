import Linux
import TodoCore
import TodoProtocol
import TodoTxt

/// Edits that somebody else made to the file.
extension Daemon {
  /// Takes in what is now in the file.
  @discardableResult
  func absorb(_ bytes: [UInt8], at now: Instant, title: String = "external edit", cause: Cause = .file) -> Draft.Made {
    // Memory that is ahead of the file is not the text of its bytes.
    let saved =
      file.unwritten.isAhead
      ? TodoText(parsing: bytes) : TodoText(parsing: bytes, like: list.text, of: diskBytes)
    quiet.touched(at: ports.uptime())
    // What left for the done file is there first, if it was written at once.
    lookAtDoneFile()
    let appended = doneFile.lines(at: ports.uptime())
    var draft = draft(at: now)
    let stale = cause == .file ? staleMerge(saved) : nil
    let merged = stale ?? unwrittenMerge(saved)
    let title = stale != nil ? "stale save" : merged != nil ? "merge" : title
    let made = draft.step(title, by: merged == nil ? .editor : .merge, cause: cause) { list, context in
      guard let merged else {
        let matches = Identity.match(old: list.lines, new: saved.lines, appendedToDone: appended)
        return self.become(saved, matches, appended, &list, &context)
      }
      let matches = Identity.match(old: list.lines, merged: merged, appendedToDone: appended)
      return self.become(merged.text, matches, appended, clashes: merged.clashes, &list, &context)
    }
    file.lastStaleSave = merged == nil ? nil : bytes
    // Whoever saved knows what they saved, and nothing newer.
    if merged == nil { diskRevision = draft.revision }
    if stale != nil, let read = file.newestRead { diskRevision = read.revision }
    file.newestRead = merged == nil ? nil : StaleBase(revision: diskRevision, bytes: bytes)
    draft.reminders.fileLastChanged = now
    file.presence = .present
    diskBytes = bytes
    ports.file.adopt(bytes)
    let isTold = report(made, isStaleSave: stale != nil, title: title)
    suspect(made.outcome.changes.compactMap(\.new))
    if cause == .firstSight {
      beginHistory(with: draft)
      return Draft.Made(outcome: Outcome())
    }
    // An ordinary edit is in the file already.
    assert(merged != nil || draft.list.bytes == bytes)
    let isAhead = merged != nil && !draft.list.bytes.isSame(as: bytes)
    // Also where the merge is just what todod had: the file has something else.
    if isAhead, case .written = put(draft, draft.list.bytes) {
      settleDoneFile(made)
    } else {
      // A merge that could not be written stays in memory until it can be.
      keep(draft, isAhead: isAhead)
      settleDoneFile(made)
    }
    if !isTold, !bytes.isEmpty { tellTakenBack(by: draft.steps) }
    return made
  }

  /// The file as it is first seen is where its history begins: nobody made it by a step.
  private func beginHistory(with draft: Draft) {
    let step = nextStep
    adopt(draft, bytes: diskBytes)
    let version = StoredVersion(revision: revision, lines: list.rows.map(StoredLine.init), frame: list.frame)
    let records = draft.recorded.flatMap(StateRecord.records) + [.note(Daemon.seenNote, [1])]
    do throws(StateError) {
      try dropOwedIntent()
      try ports.state.adopt(version, records)
      nextStep = step
    } catch {
      // Then it begins with a step like any other, once that can be written.
      backlog.records += records
      backlog.steps += draft.steps
      noteStateFailure(error, "it is kept in memory")
    }
  }

  /// Memory follows the file, and the state as far as it can be written.
  func keep(_ draft: Draft, isAhead: Bool) {
    let onDisk = diskRevision
    adopt(draft, bytes: diskBytes)
    diskRevision = onDisk
    file.unwritten.isAhead = isAhead
    if isAhead { file.unwritten.wait(from: ports.uptime()) }
    record(draft.recorded, steps: draft.steps, extra: draft.extra)
  }

  /// The save of somebody who had not seen what todod wrote, merged with it; nil for an ordinary edit.
  private func staleMerge(_ saved: TodoText) -> Merged? {
    guard let read = file.newestRead, !ports.file.wasReadByOthers() else { return nil }
    let base = TodoText(parsing: read.bytes)
    let ours = list.text
    let versions = [
      StaleSave.Version(revision: read.revision, text: base, wasRead: true),
      StaleSave.Version(revision: revision, text: ours, wasRead: false),
    ]
    let decision = StaleSave.decide(
      versions: versions, save: saved, previousSave: file.lastStaleSave.map(TodoText.init(parsing:)))
    guard case .stale = decision, !isFormerVersion(saved.bytes) else { return nil }
    return mergeWithSave(base: base, ours: ours, saved: saved)
  }

  func become(
    _ text: TodoText, _ matches: Identity.Matches, _ appendedToDone: [Line], clashes: [(Int, Int)] = [],
    _ list: inout TaskList, _ context: inout ChangeContext
  ) -> Outcome {
    let continued = matches.lines
    let archived = zip(appendedToDone, matches.archived).compactMap { line, index -> StoredLine? in
      guard let index, case .task(let task) = list.rows[index] else { return nil }
      return StoredLine(id: task.id, uuid: task.uuid, line: line)
    }
    let since = context.now.adding(seconds: -90 * 86_400)
    // At a first sight, or after a flood of new lines, nobody asks what each was called once.
    var questions = continued.count(where: { $0 == nil }) > Daemon.formerIDLimit ? 0 : Daemon.formerIDLimit
    let formerID = ports.state.formerID
    var returned: [ItemID] = []
    let new = list.becoming(
      text, continued: continued,
      former: { line in
        guard questions > 0 else { return nil }
        questions -= 1
        let found = (try? formerID(line.bytes, since)) ?? nil
        if let id = found?.0 { returned.append(id) }
        return found
      }, uuids: &context.uuids)
    let changes = TaskList.changes(from: list, to: new, by: Delta(from: list, to: new))
    var outcome = Outcome(changes: changes, archived: archived)
    outcome.clashes = clashes.map { places in
      [places.0, places.1].compactMap { place in
        guard case .task(let task) = new.rows[place] else { return nil }
        return task.id
      }
    }.filter { $0.count == 2 }
    outcome.returned = returned.filter { list[$0] == nil }.compactMap { new[$0] }
    list = new
    return outcome
  }
  private static let formerIDLimit = 1000

  /// A displaced file has bytes that nobody has taken in: somebody wrote while, or after, todod swapped it out.
  package func displacedChanged(_ displaced: FileKeeper.Displaced) {
    takeIn(displaced)
    after(ports.now())
  }

  /// Somebody had begun to read a version before todod replaced it, and has seen it now: it is no longer unread.
  package func displacedRead(_ revision: Int64) {
    guard let place = file.unread.firstIndex(where: { $0.displacedFor == revision }) else { return }
    let bytes = versionBefore(revision).bytes
    guard Fingerprint(of: bytes) == file.unread[place].fingerprint else { return }
    file.unread.remove(at: place)
    let read = StaleBase(revision: revision - 1, bytes: bytes)
    if let newest = file.newestRead, newest.revision < read.revision { file.newestRead = read }
    for index in file.unread.indices where file.unread[index].newestRead.revision < read.revision {
      file.unread[index].newestRead = read
    }
  }

  /// Merges what somebody wrote into a file that todod had swapped out; it is released once that is on disk.
  func takeIn(_ displaced: FileKeeper.Displaced) {
    let displaced = file.unwritten.joined(displaced)
    // Each merge may find the next save: programs that save without a pause must not keep clients from their answers.
    guard file.mergesUnderWay < Daemon.mostMergesUnderWay else {
      return file.unwritten.leave(displaced, until: ports.uptime())
    }
    file.mergesUnderWay += 1
    defer { file.mergesUnderWay -= 1 }
    let (base, theirs) = edit(of: displaced)
    quiet.touched(at: ports.uptime())
    lookAtDoneFile()
    let appended = doneFile.lines(at: ports.uptime())
    var draft = draft(at: ports.now())
    let merged = mergeWithSave(base: base, ours: draft.list.text, saved: theirs)
    let made = draft.step("merge", by: .merge, cause: .file) { list, context in
      let matches = Identity.match(old: list.lines, merged: merged, appendedToDone: appended)
      return self.become(merged.text, matches, appended, clashes: merged.clashes, &list, &context)
    }
    draft.reminders.fileLastChanged = draft.context.now
    guard case .written = write(draft) else { return postpone(displaced) }
    settleDoneFile(made)
    suspect(made.outcome.changes.compactMap(\.new))
    if made.step != nil {
      ports.journal(
        JournalEntry(.merged, "an edit that was saved while todod wrote is merged", revision: revision))
      tellTakenBack(by: draft.steps)
    }
    ports.file.release(displaced.name)
  }

  private static let mostMergesUnderWay = 4

  /// What somebody made of a displaced file. The stale save's rule holds there too: where nobody had read what stood in
  /// it, that counts as if it had been merged with their save then and there.
  private func edit(of displaced: FileKeeper.Displaced) -> (base: TodoText, theirs: TodoText) {
    let found = TodoText(parsing: displaced.bytes)
    guard let known = displaced.base else { return (versionBefore(displaced.revision), found) }
    let base = TodoText(parsing: known)
    let unread = file.unread.first { $0.displacedFor == displaced.revision && $0.fingerprint == Fingerprint(of: known) }
    guard let unread else { return (base, found) }
    return (base, mergeWithSave(base: TodoText(parsing: unread.newestRead.bytes), ours: base, saved: found).text)
  }

  /// Merges what somebody saved, as whoever moved tasks to the done file meant it.
  func mergeWithSave(base: TodoText, ours: TodoText, saved: TodoText) -> Merged {
    merge(base: base, x: ours, y: saved).without(archived: doneFile.lines(at: ports.uptime()), of: ours)
  }

  private func versionBefore(_ revision: Int64) -> TodoText {
    guard let version = (try? fileVersion(at: revision - 1)) ?? nil else { return list.text }
    return TaskList(stored: version.lines, frame: version.frame, ids: IDPool()).text
  }

  /// - Returns: A popup tells of it.
  private func report(_ made: Draft.Made, isStaleSave: Bool, title: String) -> Bool {
    guard let step = made.step else { return false }
    let changes = made.outcome.changes
    let gone = changes.count { $0.new == nil }
    let came = changes.count { $0.old == nil }
    let words = "\(came) new, \(gone) gone, \(changes.count - came - gone) changed"
    ports.journal(
      JournalEntry(
        isStaleSave ? .staleSave : .externalEdit,
        isStaleSave ? "a save that had not seen todod's changes is merged with them: \(words)" : "\(title): \(words)",
        revision: revision + 1, path: configuration.todo))
    let left = list.taskCount - gone + came
    let lost = gone - made.outcome.archived.count - came
    guard list.taskCount > 10, left > 0, lost > list.taskCount / 2, !hasTodoCopies else { return false }
    notice(.shrunk(gone: lost, left: left, of: list.taskCount, step: step))
    return true
  }
}
