import Foundation
import Testing
import TodoClient

struct FileFinderTests {
  private func found(_ files: [String: String], _ environment: [String: String] = [:]) -> [String] {
    let environment = environment.merging(["HOME": "/h"]) { given, _ in given }
    let finder = FileFinder(
      environment: { environment[$0] }, read: { files[$0].map { Array($0.utf8) } }, exists: { files[$0] != nil })
    return finder.candidates().map { "\($0.todo) \($0.done) \($0.reason)" }
  }

  @Test func theEnvironmentCountsFirst() {
    #expect(
      found(["/h/todo.txt": ""], ["TODO_FILE": "/a/my.txt", "TODO_DIR": "/b", "DONE_FILE": "/c/done.txt"]) == [
        "/a/my.txt /c/done.txt TODO_FILE", "/b/todo.txt /c/done.txt TODO_DIR", "/h/todo.txt /h/done.txt it is there",
      ])
    #expect(found([:], ["TODO_FILE": "relative.txt"]) == [])
  }

  @Test(arguments: [
    ("export TODO_DIR=\"$HOME/todo\"\nexport TODO_FILE=\"$TODO_DIR/todo.txt\"", "/h/todo/todo.txt /h/todo/done.txt"),
    ("TODO_DIR=~/x", "/h/x/todo.txt /h/x/done.txt"),
    ("  export TODO_DIR='/a b'  # comment\nDONE_FILE=${TODO_DIR}/old/done.txt", "/a b/todo.txt /a b/old/done.txt"),
    ("TODO_DIR=/a\\ b; export TODO_DIR", "/a b/todo.txt /a b/done.txt"),
    ("# TODO_DIR=/no\nTODO_DIR=/first\nTODO_DIR=/second", "/second/todo.txt /second/done.txt"),
  ])
  func theConfigurationOfTheShellClientIsReadNotRun(text: String, file: String) {
    #expect(found(["/h/.todo/config": text]) == ["\(file) /h/.todo/config"])
    #expect(found(["/etc/todo/config": text]) == ["\(file) /etc/todo/config"])
  }

  @Test func whatOnlyAShellCouldKnowIsLeftOut() {
    for text in ["TODO_DIR=$(dirname \"$0\")", "TODO_DIR=`pwd`", "TODO_DIR=$UNSET/x", "TODO_DIR=\"/open", "TODO_DIR="] {
      #expect(found(["/h/.todo/config": text]) == [], "\(text)")
    }
  }

  @Test func topydoAndSleekAreUnderstood() {
    #expect(
      found([
        "/h/.config/topydo/config":
          "[add]\nfilename = no\n[topydo]\n; x\nfilename = ~/t.txt\narchive_filename = ~/d.txt\n"
      ])
        == ["/h/t.txt /h/d.txt /h/.config/topydo/config"])
    let sleek = #"""
      {"settings":{"files":[{"active":false,"todoFileName":"a","todoFilePath":"/s/a.txt","doneFilePath":null},
      {"active": true, "todoFilePath": "/s/b \"q\".txt", "doneFilePath": "/s/b_done.txt"}]}}
      """#
    #expect(
      found(["/h/.config/sleek/config.json": sleek]) == ["/s/b \"q\".txt /s/b_done.txt /h/.config/sleek/config.json"])
  }

  @Test func theUsualPlacesAreTriedAndEachFileStandsOnce() {
    #expect(
      found(["/h/todo.txt": "", "/h/Dropbox/todo/todo.txt": "", "/h/.todo/config": "TODO_DIR=/h"]) == [
        "/h/todo.txt /h/done.txt /h/.todo/config",
        "/h/Dropbox/todo/todo.txt /h/Dropbox/todo/done.txt it is there",
      ])
  }
}

struct ConfigurationEditTests {
  private static let pairs = [(key: "Todo", value: "/t.txt"), (key: "Done", value: "/d.txt")]

  @Test(arguments: [
    ("", "[File]\nTodo=/t.txt\nDone=/d.txt\n"),
    ("# mine\n[Reminders]\nEvening=18:00", "# mine\n[Reminders]\nEvening=18:00\n\n[File]\nTodo=/t.txt\nDone=/d.txt\n"),
    ("[File]\n# where\nTodo=/old\n\n[X]\nDone=1\n", "[File]\nDone=/d.txt\n# where\nTodo=/t.txt\n\n[X]\nDone=1\n"),
    ("[File]\nDone = a\n#Todo=b\n", "[File]\nTodo=/t.txt\nDone=/d.txt\n#Todo=b\n"),
    ("[File]\nTodo=/t.txt\nDone=/d.txt\n", "[File]\nTodo=/t.txt\nDone=/d.txt\n"),
  ])
  func keysAreSetAndTheRestStays(old: String, new: String) {
    let edited = ConfigurationEdit.setting(Self.pairs, inSection: "File", of: Array(old.utf8))
    #expect(String(decoding: edited, as: UTF8.self) == new)
    #expect(ConfigurationEdit.setting(Self.pairs, inSection: "File", of: edited) == edited)
  }
}

/// `init` with real files in a directory of its own.
struct InitialiseTests {
  private func inDirectory(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("todoctl-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func world(_ home: String) -> World {
    let world = World()
    world.environment = ["HOME": home, "XDG_CONFIG_HOME": "\(home)/config", "XDG_RUNTIME_DIR": home]
    world.isRunning = false
    return world
  }

  private func configuration(_ home: String) -> String? {
    try? String(contentsOfFile: "\(home)/config/todod/todod.conf", encoding: .utf8)
  }

  @Test func theOnlyFileIsTakenAndSaid() throws {
    try inDirectory { home in
      try "a\n".write(toFile: "\(home)/todo.txt", atomically: true, encoding: .utf8)
      let world = world(home)
      #expect(world.run(["init"]) == 0)
      #expect(configuration(home) == "[File]\nTodo=\(home)/todo.txt\nDone=\(home)/done.txt\n")
      #expect(world.output.hasPrefix("todo file: \(home)/todo.txt  (it is there)\n"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home)/config/todod") == ["todod.conf"])
    }
  }

  @Test func ofSeveralATerminalIsAskedAndAPipeIsTold() throws {
    try inDirectory { home in
      try FileManager.default.createDirectory(atPath: "\(home)/Documents", withIntermediateDirectories: true)
      for file in ["todo.txt", "Documents/todo.txt"] {
        try "a\n".write(toFile: "\(home)/\(file)", atomically: true, encoding: .utf8)
      }
      let pipe = world(home)
      #expect(pipe.run(["init"]) == 2)
      #expect(configuration(home) == nil)
      #expect(pipe.complaints.hasPrefix("todoctl: there are 2 files: say which: todoctl init FILE\n"))
      let asked = world(home)
      asked.isTerminal = true
      asked.replies = ["2"]
      #expect(asked.run(["init"]) == 0)
      #expect(configuration(home)?.contains("Todo=\(home)/Documents/todo.txt\n") == true)
      let bad = world(home)
      bad.isTerminal = true
      bad.replies = ["3"]
      #expect(bad.run(["init"]) == 2)
    }
  }

  @Test func aNamedFileNeedNotExistAndAnOldConfigurationKeepsTheRest() throws {
    try inDirectory { home in
      try FileManager.default.createDirectory(atPath: "\(home)/config/todod", withIntermediateDirectories: true)
      let old = "# mine\n[File]\nTodo=/old\nDone=/olddone\n[Reminders]\nEvening=19:00\n"
      try old.write(toFile: "\(home)/config/todod/todod.conf", atomically: true, encoding: .utf8)
      let world = world(home)
      #expect(world.run(["init", "\(home)/new/list.txt"]) == 0)
      #expect(
        configuration(home)
          == "# mine\n[File]\nTodo=\(home)/new/list.txt\nDone=\(home)/new/done.txt\n[Reminders]\nEvening=19:00\n")
      #expect(world.output.contains("the file does not exist yet"))
    }
  }

  @Test func withNothingFoundTheUsualPlaceIsUsedUnlessAPersonSaysNo() throws {
    try inDirectory { home in
      let no = world(home)
      no.isTerminal = true
      no.replies = ["n"]
      #expect(no.run(["init"]) == 2)
      #expect(configuration(home) == nil)
      #expect(world(home).run(["init"]) == 0)
      #expect(configuration(home)?.contains("Todo=\(home)/todo.txt\n") == true)
    }
  }
}
