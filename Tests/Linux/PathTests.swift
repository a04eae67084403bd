import Foundation
import Linux
import Support
import Testing

@Suite struct PathTests {
  let scratch: TestDirectory

  init() throws { scratch = try TestDirectory() }

  @Test(arguments: [
    ("/home/me/todo.txt", "/home/me", "todo.txt"), ("/todo.txt", "/", "todo.txt"), ("todo.txt", ".", "todo.txt"),
  ])
  func aPathIsADirectoryAndAName(path: String, directory: String, name: String) {
    #expect(Path.directory(of: path) == directory)
    #expect(Path.name(of: path) == name)
  }

  @Test func aChainOfLinksIsFollowedNameByName() throws {
    try Directory.make(scratch.file("real/deep"))
    try scratch.write("x", to: "real/deep/todo.txt")
    #expect(symlink("real", scratch.file("tasks")) == 0)
    #expect(symlink("tasks/deep/../deep/todo.txt", scratch.file("b")) == 0)
    #expect(symlink(scratch.file("b"), scratch.file("a")) == 0)
    let resolved = try ResolvedPath(scratch.file("a"))
    #expect(resolved.path == scratch.file("real/deep/todo.txt"))
    #expect(resolved.links.map(\.path) == ["a", "b", "tasks"].map(scratch.file))
    #expect(realpath(scratch.file("a"), nil).map { String(cString: $0) } == resolved.path)
  }

  @Test func aLinkToAFileThatIsNotThereYetHasATarget() throws {
    #expect(symlink("later/todo.txt", scratch.file("a")) == 0)
    #expect(try ResolvedPath(scratch.file("a")).path == scratch.file("later/todo.txt"))
  }

  @Test func linksInACircleAreAnError() throws {
    #expect(symlink("b", scratch.file("a")) == 0)
    #expect(symlink("a", scratch.file("b")) == 0)
    do throws(SystemError) {
      _ = try ResolvedPath(scratch.file("a"))
      Issue.record("a circle was resolved")
    } catch {
      #expect(error.name == "ELOOP")
    }
  }

  @Test func missingDirectoriesAreMadeForTheUserAlone() throws {
    try Directory.make(scratch.file("a/b/c"))
    try Directory.make(scratch.file("a/b/c"))
    #expect(try FileStatus.of(scratch.file("a")).mode == 0o700)
    #expect(try FileStatus.of(scratch.file("a/b/c")).mode == 0o700)
    try scratch.write("x", to: "file")
    #expect(throws: SystemError.self) { try Directory.make(scratch.file("file")) }
    #expect(throws: SystemError.self) { try Directory.make(scratch.file("file/below")) }
  }

  @Test func namesAreSwappedInOneStep() throws {
    let (one, other) = (try scratch.write("1", to: "one"), try scratch.write("2", to: "other"))
    try Directory.exchange(one, other)
    #expect(try scratch.text(of: "one") == "2")
    #expect(try scratch.text(of: "other") == "1")
    #expect(throws: SystemError(2, "exchange \(one)")) { try Directory.exchange(one, scratch.file("gone")) }
    #expect(throws: SystemError(17, "rename \(one)")) { try Directory.renameWithoutReplacing(one, to: other) }
    try Directory.sync(scratch.path)
    #expect(try Directory.names(in: scratch.path) == ["one", "other"])
  }
}
