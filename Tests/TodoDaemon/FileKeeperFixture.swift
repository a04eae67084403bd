import Foundation
import Linux
import Support
import Systemd
import TodoCore

@testable import TodoDaemon

/// A keeper of a file in a directory of its own, on a loop of its own, with what it told.
final class FileKeeperFixture {
  let scratch: TestDirectory
  let loop: EventLoop
  let keeper: FileKeeper
  var settled: [FileKeeper.Look] = []
  var displaced: [FileKeeper.Displaced] = []
  var hints = 0

  init(_ text: String?, name: String = "tasks/todo.txt", state: String = "state") throws {
    Signal.io.ignore()
    scratch = try TestDirectory()
    loop = try EventLoop()
    try Directory.make(scratch.file(Path.directory(of: name)))
    if let text { try scratch.write(text, to: name) }
    keeper = try FileKeeper(
      loop: loop, path: scratch.file(name), key: "todo", stateDirectory: scratch.file(state))
    keeper.onSettled = { [unowned self] in settled.append($0) }
    keeper.onDisplacedChange = { [unowned self] in displaced.append($0) }
    keeper.onHint = { [unowned self] in hints += 1 }
    if let text { keeper.adopt(Array(text.utf8)) }
  }

  /// A second keeper of the same file: what the next start makes.
  func restarted() throws -> FileKeeper {
    try FileKeeper(loop: loop, path: keeper.path, key: "todo", stateDirectory: keeper.stateDirectory)
  }

  /// Whether somebody has read what we wrote. A child that another test has just forked holds what this process has closed
  /// after reading, until its exec: only then is it told.
  var isRead: Bool { eventually { keeper.wasReadByOthers } }

  func look() -> FileKeeper.Look { keeper.look(at: Instant(microseconds: Clock.realtime())) }

  /// - Parameter isHeld: a writer has the file open, so that busy is the answer. Else it is tried again, as in
  ///   `waitUntilNobodyWrites`.
  func replace(
    _ text: String, basedOn expected: String, create: Bool = false, revision: Int64 = 1, isHeld: Bool = false
  ) -> FileKeeper.Replacement {
    var replacement = FileKeeper.Replacement.busy
    _ = eventually {
      replacement = keeper.replace(
        with: Array(text.utf8), basedOn: Array(expected.utf8), create: create, revision: revision)
      return isHeld || replacement != .busy
    }
    return replacement
  }

  /// The same with nobody left who closes the new file after writing: a child that another test has just forked does, and
  /// ends the counting of readers.
  func replaceAlone(_ text: String, basedOn expected: String) -> Bool {
    var expected = expected
    return eventually {
      guard case .done = replace(text, basedOn: expected) else { return false }
      expected = text
      let isHeld = keeper.isHeldByWriter
      keeper.drain()
      return !isHeld && keeper.countsReaders
    }
  }

  var text: String? {
    (try? Data(contentsOf: URL(fileURLWithPath: keeper.path))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in the state directory.
  var stateNames: [String] { (try? Directory.names(in: keeper.stateDirectory)) ?? [] }

  /// Turns the loop until a condition holds; false when it does not within `seconds`.
  func turn(within seconds: Double = 15, until condition: () throws -> Bool) throws -> Bool {
    let end = Clock.monotonic() + Int64(seconds * 1e6)
    while try !condition() {
      if Clock.monotonic() > end { return false }
      try loop.turn(milliseconds: 20)
    }
    return true
  }

  /// Turns the loop until nothing comes for 300 ms.
  func turnUntilQuiet() throws {
    while try loop.turn(milliseconds: 300) {}
  }

  /// Runs a shell command to its end; `$F` is the file.
  func shell(_ command: String) throws {
    let child = try ChildProcess(
      ["bash", "-ec", command], environment: Environment.current().merging(["F": keeper.path]) { $1 },
      output: .null, errors: .inherited)
    guard try child.wait(milliseconds: 30_000) == .exited(0) else { throw ShellFailure(command: command) }
  }

  struct ShellFailure: Error { let command: String }

  /// Another program that holds the file open for appending, and writes and closes when told.
  final class Writer {
    private let child: ChildProcess

    init(_ path: String) throws {
      child = try ChildProcess(
        ["bash", "-ec", "exec 3>>\"$F\"; echo open; while read -r line; do echo \"$line\" >&3; done"],
        environment: Environment.current().merging(["F": path]) { $1 }, input: .pipe)
      guard let output = child.output, try output.descriptor.wait(for: .reading, milliseconds: 30_000) else {
        throw ShellFailure(command: "writer")
      }
      _ = try output.read()
    }

    func write(_ line: String) throws {
      guard let input = child.input else { throw ShellFailure(command: "writer") }
      try input.descriptor.writeAll(Array("\(line)\n".utf8))
    }

    func close() throws {
      try child.send(.kill)
      _ = try child.wait(milliseconds: 30_000)
    }
  }
}

extension FileKeeper {
  /// Somebody saves between the last look and the next exchange.
  func onceBeforeTheExchange(_ save: @escaping () throws -> Void) { once(at: \.onExchange, save) }

  /// The same between the next exchange and the look back at it, which comes when equal times would prove something.
  func onceLongBeforeTheLookBack(_ save: @escaping () throws -> Void) {
    once(at: \.onExchanged) { [path] in
      try save()
      let stamp = try FileStatus.of(path).stamp
      precondition(eventually { !stamp.isRacy(readAt: Clock.realtimeNanoseconds()) }, "the clock stands still")
    }
  }

  private func once(
    at moment: ReferenceWritableKeyPath<FileKeeper, () -> Void>, _ save: @escaping () throws -> Void
  ) {
    self[keyPath: moment] = { [unowned self] in
      self[keyPath: moment] = {}
      do { try save() } catch { fatalError("the save failed: \(error)") }
    }
  }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
