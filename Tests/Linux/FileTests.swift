import Foundation
import Linux
import Support
import Testing

@Suite struct FileTests {
  let scratch: TestDirectory

  init() throws { scratch = try TestDirectory() }

  @Test func aWholeFileIsReadTwiceFromOneDescriptor() throws {
    let text = String(repeating: "buy milk +home\n", count: 20_000)
    let file = try FileDescriptor.open(try scratch.write(text, to: "todo.txt"), .reading)
    #expect(try file.readAll(limit: 1 << 20) == Array(text.utf8))
    #expect(try file.readAll(limit: 1 << 20) == Array(text.utf8))
  }

  @Test func anEmptyFileIsNoBytes() throws {
    let file = try FileDescriptor.open(try scratch.write("", to: "todo.txt"), .reading)
    #expect(try file.readAll(limit: 10) == [])
  }

  @Test(arguments: [(9, true), (10, true), (11, false)])
  func aFileOverTheLimitIsRefused(size: Int, fits: Bool) throws {
    let file = try FileDescriptor.open(try scratch.write(String(repeating: "x", count: size), to: "f"), .reading)
    if fits {
      #expect(try file.readAll(limit: 10).count == size)
    } else {
      #expect(throws: SystemError(27, "read")) { try file.readAll(limit: 10) }
    }
  }

  @Test func overwritingLeavesNothingOfALongerFile() throws {
    let path = try scratch.write("a long line that was here before\n", to: "f")
    let before = try FileStatus.of(path)
    let file = try FileDescriptor.open(path, .readingAndWriting)
    try file.overwrite(with: Array("short\n".utf8))
    try file.sync()
    #expect(try scratch.text(of: "f") == "short\n")
    #expect(try FileStatus.of(path).stamp.isSameFile(as: before.stamp))
  }

  @Test func aDescriptorIsClosedWhenItsOwnerGoes() throws {
    let path = scratch.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    do {
      let reader = try FileDescriptor.open(path, .reading)
      let writer = try FileDescriptor.open(path, .writing)
      #expect(try reader.read() == .wouldBlock)
      #expect(try writer.write([1]) == .wrote(1))
    }
    // Nobody reads any more: opening for writing without waiting is ENXIO.
    #expect(throws: SystemError(6, "open \(path)")) { _ = try FileDescriptor.open(path, .writing).raw }
  }

  @Test func aStampIsRacyForTwentyMillisecondsAfterTheChange() {
    let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: 1_000_000_000, changed: 1_000_000_000)
    #expect(stamp.isRacy(readAt: 1_000_000_000))
    #expect(stamp.isRacy(readAt: 1_019_999_999))
    #expect(!stamp.isRacy(readAt: 1_020_000_000))
    let touched = FileStamp(device: 1, inode: 2, size: 3, modified: 0, changed: 1_000_000_000)
    #expect(touched.isRacy(readAt: 1_010_000_000), "a date set back by hand hides no change")
  }

  @Test func aNewFileTakesModeAndAttributesOfTheOld() throws {
    let old = try scratch.write("x", to: "old")
    #expect(chmod(old, 0o640) == 0)
    let hasAttributes = Array("phone".utf8).withUnsafeBytes { setxattr(old, "user.origin", $0.baseAddress, 5, 0) } == 0
    let from = try FileDescriptor.open(old, .reading)
    let to = try FileDescriptor.open(scratch.file("new"), .creating(mode: 0o600))
    #expect(try to.takeLikeness(of: from) == [])
    #expect(try to.status().mode == 0o640)
    if hasAttributes {
      var value = [UInt8](repeating: 0, count: 16)
      let size = getxattr(scratch.file("new"), "user.origin", &value, 16)
      #expect(size == 5 && Array(value.prefix(5)) == Array("phone".utf8))
    }
  }

  @Test func roomForAFileThatCannotFitIsRefusedBeforeAnyByte() throws {
    let file = try FileDescriptor.open(try scratch.write("kept\n", to: "f"), .readingAndWriting)
    try file.reserve(100_000)
    #expect(try file.status().stamp.size == 5)
    do throws(SystemError) {
      try file.reserve(1 << 60)
      Issue.record("an exabyte fitted")
    } catch {
      #expect(error.isFull || error.isTooLarge)
    }
    #expect(try scratch.text(of: "f") == "kept\n")
  }
}

// Not in Swift's Glibc module.
@_silgen_name("setxattr")
private func setxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int, _ flags: CInt
) -> CInt
@_silgen_name("getxattr")
private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
) -> Int
