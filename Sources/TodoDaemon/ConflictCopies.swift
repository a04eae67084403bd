internal import Linux
package import TodoCore
internal import TodoTxt

/// A conflict copy of the todo file or of the done file, where it lies.
package struct ConflictCopy: Hashable, Sendable {
  package enum Original: Hashable, Sendable { case done, todo }

  package var original: Original
  package var path: String

  package init(of original: Original, path: String) {
    self.original = original
    self.path = path
  }

  package var name: String { Path.name(of: path) }
}

/// Finds conflict copies beside the files, reads them whole, and moves them into the trash of the state directory.
package final class ConflictCopies {
  /// Where they go.
  package let trash: String
  private let originals: [(original: ConflictCopy.Original, path: String)]
  /// What each was when it was read: nothing else may go.
  private var stamps: [String: FileStamp] = [:]

  private static let limit = 16 << 20
  /// How long the trash keeps them, in days.
  private static let keeping = 90

  package init(todo: String, done: String, stateDirectory: String) {
    originals = [(.done, done), (.todo, todo)]
    trash = Path.join(stateDirectory, "trash")
  }

  /// Those of the done file first, each by name.
  package func all() -> [ConflictCopy] {
    originals.flatMap { original, path -> [ConflictCopy] in
      guard let target = try? ResolvedPath(path).target else { return [] }
      // A directory that is gone or cannot be read has none to show.
      let names = (try? Directory.names(in: target.directory)) ?? []
      return names.filter { ConflictCopyName.isCopy($0, of: target.name) }.map {
        ConflictCopy(of: original, path: Path.join(target.directory, $0))
      }
    }
  }

  /// The bytes of a copy; nil if it is gone. Busy while somebody writes it.
  package func read(_ copy: ConflictCopy) throws(FileFault) -> [UInt8]? {
    let found: FileKeeper.Look
    do throws(SystemError) { found = try look(copy.path) } catch {
      guard error.isMissing else { throw .system(error, path: copy.path) }
      // A name that is no UTF-8 is not the one that was found.
      guard !copy.name.unicodeScalars.contains("\u{FFFD}") else { throw .system(.notUTF8(copy.name), path: copy.path) }
      return nil
    }
    switch found {
    case .changed(let bytes): return bytes
    case .unusable(let reason): throw FileFault(reason, path: copy.path)
    case .same, .busy, .empty, .missing: throw .busy(path: copy.path)
    }
  }

  private func look(_ path: String) throws(SystemError) -> FileKeeper.Look {
    // A link is nothing that a sync tool makes.
    guard try FileStatus.ofLink(path).kind == .regular else { return .unusable(.notAFile) }
    let file = try FileDescriptor.open(path, .reading)
    let stamp = try file.status().stamp
    guard stamp.size <= Self.limit else { return .unusable(.tooLarge(bytes: stamp.size)) }
    let bytes = try file.readAll(limit: Self.limit)
    guard try file.status().stamp == stamp else { return .busy }
    switch ReadLease.ask(file) {
    case .noWriter: break
    case .writerPresent: return .busy
    case .unsupported: if Clock.realtimeNanoseconds() - stamp.changed < 1_000_000_000 { return .busy }
    }
    stamps[path] = stamp
    return .changed(bytes)
  }

  /// Moves a copy away, if it still is what was read; its new path is the result, or nil if it is gone already.
  package func discard(_ copy: ConflictCopy, at now: CivilTime) throws(FileFault) -> String? {
    do throws(SystemError) {
      guard let stamp = stamps[copy.path], try FileStatus.ofLink(copy.path).stamp == stamp else {
        throw SystemError.changedMeanwhile(copy.path)
      }
      try Directory.make(trash)
      let target = free(Path.join(trash, "\(now.date) \(copy.name)"))
      do throws(SystemError) { try Directory.renameWithoutReplacing(copy.path, to: target) } catch {
        guard error.isOtherMount else { throw error }
        try carry(copy.path, to: target)
      }
      stamps[copy.path] = nil
      // Its lines are on the disk: after a power cut it may stand at either place.
      for directory in [trash, Path.directory(of: copy.path)] { try? Directory.sync(directory) }
      sweep(before: now.date.adding(days: -Self.keeping))
      return target
    } catch {
      // Another machine took it in as well, and its going came here.
      if error.isMissing, (try? FileStatus.ofLink(copy.path)) == nil { return nil }
      if error.isWouldBlock { throw .busy(path: copy.path) }
      throw .system(error, path: copy.path)
    }
  }

  /// The same over the border of a mount: the copy goes once its bytes are on the disk there.
  private func carry(_ path: String, to target: String) throws(SystemError) {
    let bytes = try FileDescriptor.open(path, .reading).readAll(limit: Self.limit)
    let file = try FileDescriptor.open(target, .creating(mode: 0o600))
    do throws(SystemError) {
      try file.writeAll(bytes)
      try file.sync()
      try Directory.sync(trash)
      try Directory.unlink(path)
    } catch {
      try? Directory.unlink(target)
      throw error
    }
  }

  private func free(_ name: String) -> String {
    (try? FileStatus.ofLink(name)) == nil ? name : StateFiles.firstFree("\(name)+")
  }

  /// Lets go of what came there long ago, the day with which its name begins: one for each that comes, since a wrong
  /// clock must not empty the trash.
  private func sweep(before day: CivilDate) {
    let oldest = (try? Directory.names(in: trash))?.first { name in
      CivilDate(parsing: Array(name.utf8.prefix(10))[...]).map { $0 < day } ?? false
    }
    if let oldest { try? Directory.unlink(Path.join(trash, oldest)) }
  }
}
