import Linux
import Support
import Testing

@Suite struct ReadLeaseTests {
  let scratch: TestDirectory
  let path: String

  init() throws {
    scratch = try TestDirectory()
    path = try scratch.write("one\n", to: "todo.txt")
    Signal.io.ignore()
  }

  @Test func aFileThatNobodyCanWriteHasNoWriter() throws {
    let file = try FileDescriptor.open(path, .reading)
    // Another test's child may hold a copy of our descriptors for the moment of its start.
    #expect(eventually { ReadLease.ask(file) == .noWriter })
  }

  @Test func anOpenWriterIsSeenAlsoAfterARename() throws {
    let file = try FileDescriptor.open(path, .reading)
    do {
      let writer = try FileDescriptor.open(path, .appending(mode: 0))
      #expect(ReadLease.ask(file) == .writerPresent)
      try Directory.rename(path, to: scratch.file("elsewhere"))
      #expect(ReadLease.ask(file) == .writerPresent)
      _ = try writer.write([10])
    }
    #expect(eventually { ReadLease.ask(file) == .noWriter })
  }

  @Test func whoOpensForWritingWaitsForALeaseThatIsKept() throws {
    let file = try FileDescriptor.open(path, .reading)
    #expect(eventually { ReadLease.take(file) == .noWriter })
    #expect(ReadLease.isWaitedFor(file) == false)
    _ = try FileDescriptor.open(path, .reading)
    #expect(ReadLease.isWaitedFor(file) == false, "a reader does not wait")
    let writer = try ChildProcess(
      ["sh", "-c", "echo two >> \"$1\"", "sh", path], environment: Environment.current(), output: .null)
    #expect(eventually { ReadLease.isWaitedFor(file) })
    #expect(try scratch.text(of: "todo.txt") == "one\n")
    ReadLease.giveBack(file)
    #expect(try writer.wait(milliseconds: 10_000) == .exited(0))
    #expect(try scratch.text(of: "todo.txt") == "one\ntwo\n")
  }

  @Test func anotherProcessThatWritesIsSeenUntilItCloses() throws {
    let file = try FileDescriptor.open(path, .reading)
    let writer = try ChildProcess(
      ["sh", "-c", "exec 3>>\"$1\"; echo open; read _; echo two >&3; exec 3>&-; echo closed; read _", "sh", path],
      environment: Environment.current(), input: .pipe)
    let input = try #require(writer.input)
    let output = try #require(writer.output)
    #expect(try output.descriptor.wait(for: .reading, milliseconds: 10_000))
    #expect(try output.read() == .bytes(Array("open\n".utf8)))
    #expect(ReadLease.ask(file) == .writerPresent)
    try input.descriptor.writeAll([10])
    #expect(try output.descriptor.wait(for: .reading, milliseconds: 10_000))
    #expect(eventually { ReadLease.ask(file) == .noWriter })
    #expect(try scratch.text(of: "todo.txt") == "one\ntwo\n")
    try input.descriptor.writeAll([10])
    #expect(try writer.wait(milliseconds: 10_000) == .exited(0))
  }
}
