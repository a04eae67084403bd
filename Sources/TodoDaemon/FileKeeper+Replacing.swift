internal import Linux
internal import Systemd

extension FileKeeper {
  /// Puts new bytes in the place of the file's, on disk when it returns.
  ///
  /// - Parameters:
  ///   - expected: the content that `bytes` was made from.
  ///   - create: makes the file where its name is free; without it a missing file is `gone`.
  ///   - revision: names the file that is displaced.
  package func replace(
    with bytes: [UInt8], basedOn expected: [UInt8], create: Bool, revision: Int64
  ) -> Replacement {
    drain()
    defer { discardUnfinished() }
    do throws(SystemError) {
      let target = try ResolvedPath(path).target
      let status: FileStatus
      do throws(SystemError) { status = try FileStatus.of(target.path) } catch {
        guard error.isMissing else { throw error }
        return create ? try self.create(bytes, at: target, revision) : .gone
      }
      guard status.kind == .regular else { return .failed(.notARegularFile(path)) }
      let job = Job(bytes: bytes, expected: expected, revision: revision, target: target, status: status)
      if status.links > 1 { return try writeInPlace(job, because: .hardLink) }
      let user = CurrentProcess.user
      if status.owner != user && user != 0 { return try writeInPlace(job, because: .foreignOwner) }
      if withoutExchange.contains(status.stamp.device) { return try writeInPlace(job, because: .filesystem) }
      // Two steps, since to be alone in the file the other must first have let go of it.
      switch try exchange(job) {
      case .made(let replacement): return replacement
      case .impossible(let reason): return try writeInPlace(job, because: reason)
      }
    } catch {
      // Taken away since it was looked at: somebody is saving.
      return error.isMissing ? .gone : .failed(error)
    }
  }

  /// One replacement under way.
  struct Job {
    let bytes: [UInt8]
    let expected: [UInt8]
    let revision: Int64
    let target: Place
    let status: FileStatus
  }

  private func create(_ bytes: [UInt8], at target: Place, _ revision: Int64) throws(SystemError) -> Replacement {
    try Directory.make(target.directory)
    let name = freeName(beside: target, revision)
    let made = try write(bytes, to: name) { new throws(SystemError) in
      try new.setMode(0o666 & ~CurrentProcess.umask)
      return []
    }
    do throws(SystemError) {
      try Directory.renameWithoutReplacing(name, to: target.path)
    } catch {
      try? Directory.unlink(name)
      if error.isTaken { return .busy }
      throw error
    }
    onExchanged()
    do throws(SystemError) { try Directory.sync(target.directory) } catch {
      // A name that may not last is taken back; what somebody wrote there meanwhile is not.
      if (try? Directory.renameWithoutReplacing(target.path, to: name)) != nil { giveUp(name, bytes, revision) }
      throw error
    }
    hold(made.file, bytes)
    inPlaceReason = nil
    return .done(previousWasRead: true)
  }

  /// A new file that takes the place of another.
  struct Displacing {
    let file: OpenFile
    /// The name that it had, and that the other has now.
    let name: String
    /// Tells whether anybody reads it.
    let watch: Inotify.Watch?
  }

  private enum Exchange {
    case made(Replacement)
    case impossible(InPlaceReason)
  }

  private func exchange(_ job: Job) throws(SystemError) -> Exchange {
    for name in freeNames(job) {
      let directory = Path.directory(of: name)
      let old = try openedForLikeness(job)
      let made: Made
      do throws(SystemError) {
        made = try write(job.bytes, to: name) { new throws(SystemError) in
          try new.takeLikeness(of: old.descriptor)
        }
      } catch {
        // The state directory may be what is wrong: the other place has its own say.
        if error.isFull || directory == job.target.directory { return try impossible(job, error) }
        continue
      }
      if !made.unlike.isEmpty {
        try? Directory.unlink(name)
        return .impossible(.likeness)
      }
      let new = Displacing(file: made.file, name: name, watch: watchReaders(of: made.file))
      let lease = keepWritersOut(of: old)
      do throws(SystemError) {
        defer { letWritersIn(to: old, lease) }
        onExchange()
        if isSavedSince(job, old, lease) {
          discard(new)
          return .made(.busy)
        }
        try Directory.exchange(name, job.target.path)
      } catch {
        discard(new)
        if error.isMissing { return .made(.gone) }
        if error.isOtherMount && directory != job.target.directory {
          foreignMounts.insert(directory)
          continue
        }
        return try impossible(job, error)
      }
      onExchanged()
      return .made(try lookBack(job, old, new))
    }
    return .impossible(.directory)
  }

  /// The file as it is now, for its likeness and for looking back at it.
  func openedForLikeness(_ job: Job) throws(SystemError) -> OpenFile {
    if let file, file.identity.isSameFile(as: job.status.stamp) { return file }
    return try OpenFile(reading: job.target.path)
  }

  /// A full disk is a failure; what the filesystem or its permissions do not allow can be written in place.
  private func impossible(_ job: Job, _ error: SystemError) throws(SystemError) -> Exchange {
    if error.isDenied || error.isReadOnly { return .impossible(.directory) }
    if error.isUnsupported { withoutExchange.insert(job.status.stamp.device) }
    if error.isUnsupported || error.isOtherMount || error.isMountPoint { return .impossible(.filesystem) }
    throw error
  }

  /// Sets the watch that tells whether anybody reads the new file, before it has its name.
  private func watchReaders(of file: OpenFile) -> Inotify.Watch? {
    try? inotify?.add(file.descriptor, Self.ownKinds)
  }

  /// It never had the other's name.
  private func discard(_ new: Displacing) {
    if let watch = new.watch { inotify?.remove(watch) }
    try? Directory.unlink(new.name)
  }

  private func lookBack(_ job: Job, _ previous: OpenFile, _ new: Displacing) throws(SystemError) -> Replacement {
    let (name, watch) = (new.name, new.watch)
    let early = drainOwn(job.target, new: watch)
    let previousWasRead = wasRead
    let (lastSeen, heldFile) = (seen, file)
    let (countedReaders, wasGuarded) = (countsReaders, isGuarded)
    let oldWatch = fileWatch
    fileWatch = watch
    hold(new.file, job.bytes)
    isGuarded = watch != nil && watchFault == nil && early != nil
    for event in early ?? [] { handle(event) }
    inPlaceReason = nil
    let pending: Pending
    do throws(SystemError) {
      // What was swapped out may be another file than the one looked at before.
      let stamp = try FileStatus.of(name).stamp
      let old = previous.identity.isSameFile(as: stamp) ? previous : try OpenFile(reading: name)
      let isHeldFile = heldFile?.identity.isSameFile(as: stamp) ?? false
      let isKnownFile = isHeldFile && lastSeen?.bytes.isSame(as: job.expected) ?? false
      pending = Pending(
        name: name, revision: job.revision, file: old, known: job.expected, countsReaders: countedReaders && isKnownFile
      )
      keep(pending)
      if isKnownFile, let lastSeen {
        let isHeard = wasGuarded && pending.watch != nil && pending.watch == oldWatch
        if isHeard || lastSeen.isProof { pending.stamp = lastSeen.stamp }
      }
      if let oldWatch, oldWatch != pending.watch { inotify?.remove(oldWatch) }
      // The other directory can wait: what it names is an old version, which history has too. Should the power fail now,
      // either version may stand under that name, and a start knows both.
      try Directory.sync(job.target.directory)
    } catch {
      takeBack(job, name)
      throw error
    }
    noteMovesSince(job.target, new.file)
    guard let found = look(at: pending) else { return .done(previousWasRead: previousWasRead) }
    return .foreign(found, previousWasRead: previousWasRead)
  }

  /// Takes the events of our own exchange out of the queue, so that they wake nobody; what else came counts.
  ///
  /// - Returns: what happened to the new file already: to be handled once that is the one in place; nil if nobody knows.
  @discardableResult
  func drainOwn(_ target: Place, new: Inotify.Watch? = nil) -> [Inotify.Event]? {
    guard let inotify, let events = try? inotify.drain() else {
      distrustStamps()
      return nil
    }
    for event in events where !isMoveOf(target, event) && !(new != nil && event.watch == new) { handle(event) }
    return events.filter { new != nil && $0.watch == new }
  }

  private func isMoveOf(_ target: Place, _ event: Inotify.Event) -> Bool {
    guard let watch = event.watch, let names = watched[watch], names.contains(target.name) else { return false }
    return event.name == target.name && !event.kind.isDisjoint(with: [.movedFrom, .movedTo])
  }

  /// Among the moves not listened to may have been somebody's: then the name leads elsewhere now.
  private func noteMovesSince(_ target: Place, _ new: OpenFile) {
    if let now = try? FileStatus.of(target.path).stamp, now.isSameFile(as: new.identity) { return }
    needsRewatch = true
    hint()
  }

  /// Takes a file of ours for the one in place.
  func hold(_ new: OpenFile, _ bytes: [UInt8]) {
    file = new
    (isGuarded, wasHeld) = (false, false)
    holdAsOwn(bytes)
    seen = (try? new.descriptor.status().stamp).map { Seen(stamp: $0, readAt: nil, bytes: bytes) }
    if fileWatch == nil { needsRewatch = true }
  }

  /// A new file, synced, held open for reading.
  struct Made {
    let file: OpenFile
    let unlike: FileDescriptor.Unlike
  }

  /// Writes a new file under its name; until it is whole it has a name that a start throws away unread.
  func write(
    _ bytes: [UInt8], to name: String,
    likeness: (borrowing FileDescriptor) throws(SystemError) -> FileDescriptor.Unlike
  ) throws(SystemError) -> Made {
    let unfinishedName = name + Self.unfinishedMark
    do throws(SystemError) {
      let made = try finish(unfinishedFile(unfinishedName, bytes), likeness)
      try Directory.rename(unfinishedName, to: name)
      return made
    } catch {
      try? Directory.unlink(unfinishedName)
      throw error
    }
  }

  private func finish(
    _ new: Unfinished, _ likeness: (borrowing FileDescriptor) throws(SystemError) -> FileDescriptor.Unlike
  ) throws(SystemError) -> Made {
    let unlike = try likeness(new.descriptor)
    try new.descriptor.sync()
    // Opened before the writer's end closes and before any watch: closing it later is nobody's reading.
    return Made(file: try OpenFile(reading: new.name), unlike: unlike)
  }
}
