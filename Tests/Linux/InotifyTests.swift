import Support
import Testing

@testable import Linux

@Suite struct InotifyTests {
  let scratch: TestDirectory

  init() throws { scratch = try TestDirectory() }

  @Test func namesInADirectoryAreToldWhole() throws {
    let inotify = try Inotify()
    let watch = try inotify.add(scratch.path, .names)
    let name = "todo-" + String(repeating: "ä", count: 100)
    try scratch.write("x", to: name)
    try Directory.rename(scratch.file(name), to: scratch.file("b"))
    try Directory.unlink(scratch.file("b"))
    #expect(
      try inotify.read() == [
        .init(watch: watch, kind: .created, name: name), .init(watch: watch, kind: .movedFrom, name: name),
        .init(watch: watch, kind: .movedTo, name: "b"), .init(watch: watch, kind: .deleted, name: "b"),
      ])
    #expect(try inotify.read() == [])
  }

  @Test func anOpenFileIsWatchedWhateverItsName() throws {
    let inotify = try Inotify()
    let file = try FileDescriptor.open(try scratch.write("x", to: "a"), .reading)
    let watch = try inotify.add(file, [.modified, .closedAfterWriting, .closedAfterReading])
    try Directory.rename(scratch.file("a"), to: scratch.file("b"))
    #expect(try file.readAll(limit: 10) == [120])
    #expect(try inotify.read() == [], "our own reading through the open descriptor closes nothing")
    do { _ = try FileDescriptor.open(scratch.file("b"), .reading).readAll(limit: 10) }
    #expect(try inotify.read() == [.init(watch: watch, kind: .closedAfterReading, name: "")])
    do { _ = try FileDescriptor.open(scratch.file("b"), .appending(mode: 0)).write([1]) }
    #expect(try inotify.read().map(\.kind) == [.modified, .closedAfterWriting])
    inotify.remove(watch)
    #expect(try inotify.read().map(\.kind) == [.ignored])
  }

  @Test func theEndOfADirectoryIsTold() throws {
    try Directory.make(scratch.file("d"))
    let inotify = try Inotify()
    let watch = try inotify.add(scratch.file("d"), .names)
    let child = try ChildProcess(["rmdir", scratch.file("d")], environment: Environment.current())
    #expect(try child.wait(milliseconds: 20_000) == .exited(0))
    let events = try inotify.read()
    #expect(events.map(\.kind) == [.deletedSelf, .ignored])
    #expect(events.allSatisfy { $0.watch == watch })
  }
}
