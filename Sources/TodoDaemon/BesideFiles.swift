import Linux
import Systemd
import TodoCore
import TodoTxt

/// The done file and the other files in the todo file's directory that tasks are moved to.
///
/// Each is replaced as carefully as the todo file itself; nobody is watched for longer than one change takes.
final class BesideFiles {
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

  /// The bytes of a file; nil if there is none.
  func read(_ file: BesideFile) throws(FileFault) -> [UInt8]? {
    let keeper = try keeper(of: file)
    switch keeper.look(at: Instant(microseconds: Clock.realtime())) {
    case .changed(let bytes):
      keeper.adopt(bytes)
      known[file] = bytes
      return bytes
    case .same, .empty: return known[file] ?? []
    case .missing:
      known[file] = nil
      return nil
    case .busy: throw .busy(path: keeper.path)
    case .unusable(let reason): throw FileFault(reason, path: keeper.path)
    }
  }
  private var known: [BesideFile: [UInt8]] = [:]

  /// Replaces a file that still has `before`; what somebody wrote in between stays in front of what is added.
  func replace(_ file: BesideFile, with after: [UInt8], basedOn before: [UInt8]?) throws(FileFault) {
    let keeper = try keeper(of: file)
    switch keeper.replace(with: after, basedOn: before ?? [], create: before == nil, revision: 0) {
    case .done: known[file] = after
    case .foreign(let displaced, _):
      known[file] = after
      try bringBack(displaced, over: after, in: file, keeper)
    case .gone, .busy: throw .busy(path: keeper.path)
    case .failed(let error): throw .system(error, path: keeper.path)
    }
  }

  /// Somebody wrote while the file was exchanged: theirs is united with ours.
  private func bringBack(
    _ displaced: FileKeeper.Displaced, over ours: [UInt8], in file: BesideFile, _ keeper: FileKeeper
  ) throws(FileFault) {
    let merged = merge(
      base: TodoText(parsing: displaced.base ?? []), x: TodoText(parsing: ours), y: TodoText(parsing: displaced.bytes)
    ).text.bytes
    switch keeper.replace(with: merged, basedOn: ours, create: false, revision: 1) {
    case .done, .foreign:
      known[file] = merged
      keeper.release(displaced.name)
    case .gone, .busy: throw .busy(path: keeper.path)
    case .failed(let error): throw .system(error, path: keeper.path)
    }
  }

  private func keeper(of file: BesideFile) throws(FileFault) -> FileKeeper {
    if let keeper = keepers[file] { return keeper }
    let path =
      switch file {
      case .done: donePath
      case .named(let name): Path.join(directory, name)
      }
    do throws(SystemError) {
      let keeper = try FileKeeper(loop: loop, path: path, key: "done", stateDirectory: stateDirectory)
      keeper.onDisplacedChange = { [weak self, weak keeper] displaced in
        guard let self, let keeper else { return }
        try? self.bringBack(displaced, over: self.known[file] ?? [], in: file, keeper)
      }
      keepers[file] = keeper
      return keeper
    } catch {
      throw .system(error, path: path)
    }
  }
}
