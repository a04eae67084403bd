import Linux
import Systemd
import TodoCore
import TodoTxt

/// The done file and the other files in the todo file's directory that tasks are moved to.
///
/// Each is replaced as carefully as the todo file itself. The done file is watched from the start, the others are looked
/// at when a task goes there.
final class BesideFiles {
  /// The done file was touched and has settled.
  var onDoneChange: () -> Void = {}
  /// The name of a conflict copy of the done file came or went.
  var onDoneCopy: () -> Void = {}
  private let loop: EventLoop
  private let stateDirectory: String
  private let directory: String
  private let donePath: String
  private var keepers: [BesideFile: FileKeeper] = [:]

  init(_ loop: EventLoop, configuration: Configuration, stateDirectory: String) {
    self.loop = loop
    self.stateDirectory = stateDirectory
    directory = Path.directory(of: configuration.todo)
    donePath = configuration.donePath
  }

  /// The bytes of a file; nil if there is none. What could not be united with it before is tried again first.
  func read(_ file: BesideFile) throws(FileFault) -> [UInt8]? {
    let keeper = try keeper(of: file)
    let found = try look(keeper)
    guard let waiting = ununited.removeValue(forKey: file) else { return found }
    for displaced in waiting { unite(displaced, in: file, keeper) }
    return try look(keeper)
  }
  private var ununited: [BesideFile: [FileKeeper.Displaced]] = [:]

  private func look(_ keeper: FileKeeper) throws(FileFault) -> [UInt8]? {
    switch keeper.look(at: Instant(microseconds: Clock.realtime())) {
    case .same: return keeper.adopted ?? []
    case .changed(let bytes):
      keeper.adopt(bytes)
      return bytes
    case .empty:
      keeper.adopt([])
      return []
    case .missing: return nil
    case .busy: throw .busy(path: keeper.path)
    case .unusable(let reason): throw FileFault(reason, path: keeper.path)
    }
  }

  /// Replaces a file that still has `before`, nil being a file that is not there; what somebody wrote in between is
  /// united with it.
  func replace(_ file: BesideFile, with after: [UInt8]?, basedOn before: [UInt8]?) throws(FileFault) {
    let keeper = try keeper(of: file)
    let replacement =
      if let after {
        keeper.replace(with: after, basedOn: before ?? [], create: before == nil, revision: 0)
      } else {
        keeper.remove(basedOn: before ?? [], revision: 0)
      }
    switch replacement {
    case .done: return
    case .foreign(let displaced, _): unite(displaced, in: file, keeper)
    case .gone, .busy: throw .busy(path: keeper.path)
    case .failed(let error): throw .system(error, path: keeper.path)
    }
  }

  /// Somebody wrote to a file that was swapped out or taken away: theirs is united with ours. Where it cannot be it
  /// stays, and comes in when the file is read next.
  private func unite(_ displaced: FileKeeper.Displaced, in file: BesideFile, _ keeper: FileKeeper) {
    let displaced = displaced.following(ununited[file]?.first { $0.name == displaced.name })
    ununited[file]?.removeAll { $0.name == displaced.name }
    do throws(FileFault) {
      let ours = try look(keeper)
      let merged = merge(
        base: TodoText(parsing: displaced.base ?? []), x: TodoText(parsing: ours ?? []),
        y: TodoText(parsing: displaced.bytes)
      ).text.bytes
      if merged != ours { try replace(file, with: merged, basedOn: ours) }
      keeper.release(displaced.name)
    } catch {
      ununited[file, default: []].append(displaced)
    }
  }

  func leftovers(of file: BesideFile) -> [FileKeeper.Displaced] { (try? keeper(of: file))?.leftovers() ?? [] }

  func release(_ name: String, of file: BesideFile) { (try? keeper(of: file))?.release(name) }

  /// Why the done file is looked at slowly; nil where it is watched.
  var doneWatchFault: String? { keepers[.done]?.watchFault }

  /// The files that were swapped out and are still kept.
  var keptNames: [String] { keepers.values.flatMap(\.keptNames) }

  private func keeper(of file: BesideFile) throws(FileFault) -> FileKeeper {
    if let keeper = keepers[file] { return keeper }
    let path =
      switch file {
      case .done: donePath
      case .named(let name): Path.join(directory, name)
      }
    do throws(SystemError) {
      let keeper = try FileKeeper(loop: loop, path: path, key: "done", stateDirectory: stateDirectory)
      // What is displaced is united at once; and a change that is taken back cannot wait for somebody's save.
      keeper.waitsForSaves = false
      keeper.onDisplacedChange = { [weak self, weak keeper] displaced in
        guard let self, let keeper else { return }
        self.unite(displaced, in: file, keeper)
        if file == .done { self.onDoneChange() }
      }
      if file == .done {
        keeper.onSettled = { [weak self] _ in self?.onDoneChange() }
        keeper.onCopy = { [weak self] in self?.onDoneCopy() }
      }
      keepers[file] = keeper
      return keeper
    } catch {
      throw .system(error, path: path)
    }
  }
}
