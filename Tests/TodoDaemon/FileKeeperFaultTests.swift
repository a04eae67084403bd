import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore

@testable import TodoDaemon

/// On mounts of the test's own, where it may make some.
@Suite(.enabled(if: TinyMount.isPossible, "needs the right to mount"))
struct FileKeeperFaultTests {
  private func keeper(on mount: TinyMount, state: String, _ loop: EventLoop) throws -> FileKeeper {
    Signal.io.ignore()
    try Data("one\n".utf8).write(to: URL(fileURLWithPath: mount.file("todo.txt")))
    try waitUntilNobodyWrites(to: mount.file("todo.txt"))
    let keeper = try FileKeeper(
      loop: loop, path: mount.file("todo.txt"), key: "todo", stateDirectory: state)
    keeper.adopt("one\n".bytes)
    return keeper
  }

  private func text(_ keeper: FileKeeper) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: keeper.path)), as: UTF8.self)
  }

  @Test(arguments: [true, false])
  func aFullDiskLeavesTheOldFile(stateIsThere: Bool) throws {
    let scratch = try TestDirectory()
    let mount = try TinyMount(scratch.file("mount"))
    let loop = try EventLoop()
    let keeper = try keeper(on: mount, state: stateIsThere ? mount.file("state") : scratch.file("state"), loop)
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    guard case .failed(let error) = keeper.replace(with: large, basedOn: "one\n".bytes, create: false, revision: 1)
    else {
      Issue.record("it fitted")
      return
    }
    #expect(error.isFull)
    #expect(try text(keeper) == "one\n")
    #expect(keeper.look(at: Instant(microseconds: Clock.realtime())) == .same)
    #expect(try Directory.names(in: mount.path).filter { $0 != "state" } == ["todo.txt"])
    #expect(
      keeper.replace(with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 2)
        == .done(previousWasRead: true))
    withExtendedLifetime((keeper, mount)) {}
  }

  @Test func aFullDiskLeavesAFileThatIsWrittenInPlace() throws {
    let scratch = try TestDirectory()
    let mount = try TinyMount(scratch.file("mount"))
    let loop = try EventLoop()
    let keeper = try keeper(on: mount, state: scratch.file("state"), loop)
    #expect(link(keeper.path, mount.file("twin")) == 0)
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    guard case .failed(let error) = keeper.replace(with: large, basedOn: "one\n".bytes, create: false, revision: 1)
    else {
      Issue.record("it fitted")
      return
    }
    #expect(error.isFull)
    #expect(try text(keeper) == "one\n")
    #expect(try Directory.names(in: scratch.file("state")) == [])
    withExtendedLifetime((keeper, mount)) {}
  }

  @Test func aReadOnlyFilesystemIsAFailureAndIsStillRead() throws {
    let scratch = try TestDirectory()
    let mount = try TinyMount(scratch.file("mount"))
    let loop = try EventLoop()
    let keeper = try keeper(on: mount, state: scratch.file("state"), loop)
    try mount.makeReadOnly()
    guard
      case .failed(let error) = keeper.replace(
        with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 1)
    else {
      Issue.record("it was written")
      return
    }
    #expect(error.isReadOnly)
    #expect(try Directory.names(in: scratch.file("state")) == [])
    #expect(keeper.look(at: Instant(microseconds: Clock.realtime())) == .same)
    withExtendedLifetime((keeper, mount)) {}
  }

  @Test func aFileMountedByItselfIsWrittenInPlace() throws {
    let scratch = try TestDirectory()
    let mount = try TinyMount(scratch.file("mount"))
    let loop = try EventLoop()
    _ = try keeper(on: mount, state: scratch.file("state"), loop)
    try scratch.write("", to: "bound.txt")
    try TinyMount.run(["mount", "--bind", mount.file("todo.txt"), scratch.file("bound.txt")])
    defer { try? TinyMount.run(["umount", scratch.file("bound.txt")]) }
    let bound = try FileKeeper(
      loop: loop, path: scratch.file("bound.txt"), key: "todo", stateDirectory: scratch.file("state"))
    #expect(
      bound.replace(with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 1)
        == .done(previousWasRead: true))
    #expect(bound.inPlaceReason == .filesystem)
    #expect(try String(contentsOfFile: mount.file("todo.txt"), encoding: .utf8) == "two\n")
    withExtendedLifetime((bound, mount)) {}
  }

  @Test func theOwnerOfTheFileStaysItsOwner() throws {
    let scratch = try TestDirectory()
    let mount = try TinyMount(scratch.file("mount"))
    let loop = try EventLoop()
    let keeper = try keeper(on: mount, state: mount.file("state"), loop)
    #expect(chown(keeper.path, 12_345, 12_346) == 0)
    #expect(
      keeper.replace(with: "two\n".bytes, basedOn: "one\n".bytes, create: false, revision: 1)
        == .done(previousWasRead: true))
    #expect(keeper.inPlaceReason == nil)
    let status = try FileStatus.of(keeper.path)
    #expect(status.owner == 12_345 && status.group == 12_346)
    withExtendedLifetime((keeper, mount)) {}
  }
}

/// A tmpfs of 64 kB.
private final class TinyMount {
  let path: String

  static let isPossible: Bool = {
    guard getuid() == 0, let scratch = try? TestDirectory() else { return false }
    return (try? TinyMount(scratch.file("probe"))) != nil
  }()

  init(_ path: String) throws {
    self.path = path
    try Directory.make(path)
    try Self.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path])
  }

  deinit { try? Self.run(["umount", "-l", path]) }

  func file(_ name: String) -> String { Path.join(path, name) }

  func makeReadOnly() throws { try Self.run(["mount", "-o", "remount,ro", path]) }

  static func run(_ arguments: [String]) throws {
    let child = try ChildProcess(arguments, environment: Environment.current(), output: .null, errors: .null)
    guard try child.wait(milliseconds: 30_000) == .exited(0) else {
      throw FileKeeperFixture.ShellFailure(command: arguments.joined(separator: " "))
    }
  }
}
