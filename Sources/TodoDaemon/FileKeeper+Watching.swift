internal import Linux
internal import Systemd
internal import TodoCore

extension FileKeeper {
  /// How often a file that cannot be watched is looked at, in microseconds.
  private static let slowly: Int64 = 15_000_000

  func startWatching() throws(SystemError) {
    settleTimer = try loop.timer(.monotonic, accuracy: 10_000) { [weak self] _ in self?.settle() }
    reviewTimer = try loop.timer(.monotonic, accuracy: 10_000) { [weak self] _ in self?.reviewDisplaced() }
    slowTimer = try loop.timer(.monotonic, accuracy: 1_000_000) { [weak self] _ in self?.lookSlowly() }
    do throws(SystemError) {
      inotify = try loop.inotify { [weak self] event in self?.handle(event) }
    } catch {
      watchFault = error.description
    }
    rewatch()
  }

  /// Sets the watches anew: on the directory of each link in the path and of the target, and on the file in place.
  func rewatch() {
    needsRewatch = false
    guard let inotify else { return lookSlowlyFromNowOn() }
    do throws(SystemError) {
      let resolved = try ResolvedPath(path)
      self.resolved = resolved
      var wanted: [Inotify.Watch: Set<String>] = [:]
      for place in resolved.links + [resolved.target] {
        let (watch, name) = try watchNearest(place, inotify)
        wanted[watch, default: []].insert(name)
      }
      for watch in watched.keys where wanted[watch] == nil { inotify.remove(watch) }
      watched = wanted
      watchFault = nil
      if case .untold(let name) = try Filesystem.of(existing(resolved.target.directory)) { watchFault = name }
      try watchFile(inotify)
    } catch {
      watchFault = error.description
    }
    if watchFault == nil { return }
    lookSlowlyFromNowOn()
  }

  /// Watches the directory of a place, or the nearest one above it that is there, for the name that leads on.
  private func watchNearest(
    _ place: Place, _ inotify: InotifySource
  ) throws(SystemError) -> (Inotify.Watch, String) {
    var (directory, name) = (place.directory, place.name)
    while true {
      do throws(SystemError) {
        return (try inotify.add(directory, .names), name)
      } catch {
        guard error.isMissing, directory != "/" else { throw error }
        (directory, name) = (Path.directory(of: directory), Path.name(of: directory))
      }
    }
  }

  private func existing(_ directory: String) -> String {
    var directory = directory
    while directory != "/", (try? FileStatus.of(directory)) == nil { directory = Path.directory(of: directory) }
    return directory
  }

  /// Watches the file that is open, and ends the watch on the one before.
  private func watchFile(_ inotify: InotifySource) throws(SystemError) {
    guard let file else { return }
    let kinds: Inotify.Kind = countsReaders && !wasRead ? Self.ownKinds : [.modified, .closedAfterWriting]
    let watch = try inotify.add(file.descriptor, kinds)
    if let old = fileWatch, old != watch, !displaced.values.contains(where: { $0.watch == old }) { inotify.remove(old) }
    fileWatch = watch
  }

  /// What is watched on a file of ours until somebody has read it.
  static var ownKinds: Inotify.Kind { [.modified, .closedAfterWriting, .closedAfterReading] }

  /// Takes the events that have come, before their turn.
  func drain() {
    // A failed reading loses nothing: the events stay.
    guard let inotify, let events = try? inotify.drain() else { return distrustStamps() }
    for event in events { handle(event) }
  }

  func handle(_ event: Inotify.Event) {
    guard let watch = event.watch else {
      needsRewatch = true
      distrustStamps()
      onCopy()
      return hint()
    }
    if watch == fileWatch {
      if event.kind.contains(.closedAfterReading) { noteReader() }
      if event.kind.contains(.ignored) { (fileWatch, isGuarded) = (nil, false) }
      if event.kind.isDisjoint(with: [.modified, .closedAfterWriting, .unmounted]) { return }
      countsReaders = false
      isGuarded = false
      return hint()
    }
    if let pending = displaced.values.first(where: { $0.watch == watch }) { return touched(pending, event) }
    if let pending = readLate.first(where: { $0.watch == watch }) { return touched(pending, event) }
    guard let names = watched[watch] else { return }
    if !event.kind.isDisjoint(with: [.deletedSelf, .movedSelf, .unmounted, .ignored]) {
      if event.kind.contains(.ignored) { watched[watch] = nil }
      needsRewatch = true
      return hint()
    }
    // Neighbours are nobody's business: a directory of many files wakes nothing.
    guard names.contains(event.name) else {
      if let target = resolved?.target, names.contains(target.name),
        ConflictCopyName.isCopy(event.name, of: target.name)
      {
        onCopy()
      }
      return
    }
    needsRewatch = true
    hint()
  }

  /// Events may be missing: only reading tells whether anybody has written.
  func distrustStamps() {
    isGuarded = false
    for pending in displaced.values { pending.stamp = nil }
  }

  private func noteReader() {
    if !countsReaders || wasRead { return }
    wasRead = true
    // One is enough: readers wake nobody from now on.
    if let file, let inotify { _ = try? inotify.add(file.descriptor, [.modified, .closedAfterWriting]) }
  }

  private func lookSlowlyFromNowOn() { try? slowTimer?.set(Clock.monotonic() + Self.slowly) }

  private func lookSlowly() {
    if watchFault == nil { return }
    rewatch()
    if (try? FileStatus.of(path))?.stamp != seen?.stamp { hint() }
    onCopy()
    lookSlowlyFromNowOn()
  }
}
