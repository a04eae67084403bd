internal import Linux
internal import Systemd

extension FileKeeper {
  /// Takes the file away, on disk when it returns; where that cannot be done it is left without a byte.
  ///
  /// - Parameters:
  ///   - expected: the content that the file is believed to have; what somebody writes meanwhile comes back as `foreign`.
  ///   - revision: names the file until nobody can write to it any more.
  package func remove(basedOn expected: [UInt8], revision: Int64) -> Replacement {
    drain()
    do throws(SystemError) {
      let target = try ResolvedPath(path).target
      let status = try FileStatus.of(target.path)
      guard status.kind == .regular else { return .failed(.notARegularFile(path)) }
      return try remove(Job(bytes: [], expected: expected, revision: revision, target: target, status: status))
    } catch {
      if error.isMissing { return .gone }
      return replace(with: [], basedOn: expected, create: false, revision: revision)
    }
  }

  private func remove(_ job: Job) throws(SystemError) -> Replacement {
    for name in freeNames(job) {
      do throws(SystemError) { try Directory.renameWithoutReplacing(job.target.path, to: name) } catch {
        let directory = Path.directory(of: name)
        guard error.isOtherMount, directory != job.target.directory else { throw error }
        foreignMounts.insert(directory)
        continue
      }
      do throws(SystemError) {
        return try lookBack(at: job, displacedTo: name)
      } catch {
        displaced[name] = nil
        try? Directory.renameWithoutReplacing(name, to: job.target.path)
        throw error
      }
    }
    return .gone
  }

  private func lookBack(at job: Job, displacedTo name: String) throws(SystemError) -> Replacement {
    drainOwn(job.target)
    let oldWatch = fileWatch
    (file, seen, fileWatch, needsRewatch) = (nil, nil, nil, true)
    let pending = Pending(
      name: name, revision: job.revision, file: try OpenFile(reading: name), known: job.expected, countsReaders: false)
    keep(pending)
    if let oldWatch, oldWatch != pending.watch { inotify?.remove(oldWatch) }
    for directory in Set([job.target.directory, Path.directory(of: name)]) { try Directory.sync(directory) }
    guard let found = look(at: pending) else { return .done(previousWasRead: true) }
    return .foreign(found, previousWasRead: true)
  }
}
