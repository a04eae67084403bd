import Foundation
import Linux
import Support
import Systemd
import Testing
import TodoCore

@testable import TodoDaemon

/// The done file and other files in its directory, real ones.
struct BesideFilesTests {
  private let scratch: TestDirectory
  private let loop: EventLoop
  private let files: BesideFiles

  init() throws {
    Signal.io.ignore()
    scratch = try TestDirectory()
    loop = try EventLoop()
    var configuration = Configuration(home: scratch.path)
    configuration.todo = scratch.file("todo.txt")
    configuration.done = scratch.file("archive/done.txt")
    try Directory.make(scratch.file("archive"))
    files = BesideFiles(loop, configuration: configuration, stateDirectory: scratch.file("state"))
  }

  @Test func eachFileIsInItsPlace() throws {
    #expect(try files.read(.done) == nil && files.read(.named("someday.txt")) == nil)
    try files.replace(.done, with: "x one\n".bytes, basedOn: nil)
    try files.replace(.named("someday.txt"), with: "two\n".bytes, basedOn: nil)
    #expect(try scratch.text(of: "archive/done.txt") == "x one\n")
    #expect(try scratch.text(of: "someday.txt") == "two\n")
    #expect(try files.read(.done) == "x one\n".bytes && files.read(.named("someday.txt")) == "two\n".bytes)
  }

  @Test func whatIsThereIsReadAndReplaced() throws {
    try scratch.write("x one\n", to: "archive/done.txt")
    #expect(try files.read(.done) == "x one\n".bytes)
    try files.replace(.done, with: "x one\nx two\n".bytes, basedOn: "x one\n".bytes)
    #expect(try scratch.text(of: "archive/done.txt") == "x one\nx two\n")
    try scratch.write("", to: "archive/done.txt")
    #expect(try files.read(.done) == [])
  }

  @Test func whatSomebodyAddedSinceItWasReadStays() throws {
    try scratch.write("x one\n", to: "archive/done.txt")
    _ = try files.read(.done)
    try scratch.write("x one\nx theirs\n", to: "archive/done.txt")
    try files.replace(.done, with: "x one\nx ours\n".bytes, basedOn: "x one\n".bytes)
    let lines = try scratch.text(of: "archive/done.txt").split(separator: "\n").sorted()
    #expect(lines == ["x one", "x ours", "x theirs"])
    #expect(try files.read(.done).map { String(decoding: $0, as: UTF8.self) } == scratch.text(of: "archive/done.txt"))
  }

  @Test func aFileThatWasMadeForAChangeCanGoWithIt() throws {
    try files.replace(.named("new.txt"), with: "one\n".bytes, basedOn: nil)
    try files.replace(.named("new.txt"), with: nil, basedOn: "one\n".bytes)
    #expect(try files.read(.named("new.txt")) == nil)
    #expect(try !scratch.names().contains("new.txt"))
  }

  @Test func whatIsNoFileIsRefusedByItsPath() throws {
    try Directory.make(scratch.file("folder.txt"))
    #expect(throws: FileFault.notAFile(path: scratch.file("folder.txt"))) { try files.read(.named("folder.txt")) }
  }

  @Test func theDirectoryOfTheDoneFileIsMadeAgain() throws {
    try FileManager.default.removeItem(atPath: scratch.file("archive"))
    try files.replace(.done, with: "x one\n".bytes, basedOn: nil)
    #expect(try scratch.text(of: "archive/done.txt") == "x one\n")
  }
}
