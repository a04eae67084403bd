import Foundation
import Linux
import Support
import Testing
import TodoClient
import TodoProtocol
import TodoTxt

/// `edit`: what is made of the text that an editor leaves.
struct EditTests {
  private static func row(_ id: Int32, _ line: String) -> TaskRow { TaskRow(id: id, .init(), line: Array(line.utf8)) }

  /// `1:call dad` is a changed task, `-2` one that is gone, `+x` a new line.
  private static func intent(_ opened: [String], _ edited: String) -> [String] {
    let rows = opened.enumerated().map { row(Int32($0.offset + 1), $0.element) }
    let intent = EditedText(rows).intent(of: Array(edited.utf8))
    return intent.changed.map { "\($0.row.id):\($0.line)" } + intent.removed.map { "-\($0.id)" }
      + intent.added.map { "+\($0)" }
  }

  @Test(arguments: [
    // Nothing was done.
    (["one", "two"], "one\ntwo\n", []),
    (["one", "two"], "one\ntwo", []),
    (["one", "two"], "two\none\n", []),
    (["one", "two"], "\none\n\n  \ntwo\n\n", []),
    (["one", "two"], "one\r\ntwo\r\n", []),
    (["one", "two"], "\u{FEFF}one\ntwo\n", []),
    (["same", "same"], "same\nsame\n", []),
    // A word, a line, and both.
    (["call mum", "buy milk"], "call dad\nbuy milk\n", ["1:call dad"]),
    (["call mum", "buy milk"], "buy milk\n", ["-1"]),
    (["call mum", "buy milk"], "call mum\nbuy milk\nread\n", ["+read"]),
    (["call mum now", "buy milk"], "buy milk\ncall mum soon\n", ["1:call mum soon"]),
    (["same", "same"], "same\n", ["-2"]),
    (["one"], "", ["-1"]),
    // Other words altogether.
    (["call mum"], "pay the rent\n", ["1:pay the rent"]),
    (["one", "call mum", "three"], "one\npay the rent\nthree\n", ["2:pay the rent"]),
    (["one", "call mum"], "one\npay the rent\n", ["2:pay the rent"]),
    (["one", "call mum"], "one\npay the rent\nread\n", ["-2", "+pay the rent", "+read"]),
    (["one", "call mum", "three"], "one\npay the rent\nread\nthree\n", ["-2", "+pay the rent", "+read"]),
    // What begins like a comment is a task.
    (["one"], "# one\n", ["1:# one"]),
    (["one\r"], "one\r\r\n", []),
  ])
  func theTextSaysWhatIsWanted(opened: [String], edited: String, wanted: [String]) {
    #expect(Self.intent(opened, edited) == wanted)
  }

  @Test func aThousandLinesInAnotherOrderWithAWordChangedInEach() {
    let opened = (0..<1000).map { "task \($0) about thing \($0 * 7)" }
    let edited = opened.reversed().map { $0.replacingOccurrences(of: "about", with: "on") }.joined(separator: "\n")
    let intent = Self.intent(opened, edited)
    #expect(intent.count == 1000)
    #expect(
      intent.allSatisfy { change in
        let parts = change.split(separator: ":")
        return parts.count == 2 && parts[1].hasPrefix("task \((Int(parts[0]) ?? 0) - 1) on")
      })
  }

  /// What was asked, and what was printed.
  private static func edit(
    _ line: [String], writing text: String?, _ script: [String], ending: ChildProcess.Ending = .exited(0)
  ) throws -> World {
    let world = World()
    let directory = try TestDirectory()
    world.environment["XDG_RUNTIME_DIR"] = directory.path
    world.environment["EDITOR"] = "vi"
    world.script = script
    world.editor = { path in
      if let text { try? Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      return ending
    }
    _ = world.run(line)
    world.environment["LEFT"] = try FileManager.default.contentsOfDirectory(atPath: directory.path).joined()
    return world
  }

  private static let mum = "- 17 if=3f9a21c0\tCall mum\nOK"

  @Test func oneChangedLineIsOneRequest() throws {
    let world = try Self.edit(
      ["edit", "17"], writing: "Call dad\n", [Self.mum, Self.mum, "- 17\tCall dad\nOK step=s9"])
    #expect(world.sent == ["get 17", "get 17", "replace if=3f9a21c0 whole=1 17\tCall dad"])
    #expect(world.output == "changed  17  Call dad\nundo: todoctl undo s9\n")
    #expect(world.environment["LEFT"] == "")
  }

  @Test func severalAreABatch() throws {
    let world = try Self.edit(
      ["edit", "17"], writing: "Call dad\nnew\n",
      [Self.mum, Self.mum, "OK", "OK queued=1", "OK queued=2", "- 17\tCall dad\n- 18\tnew\nOK step=s9"])
    #expect(
      world.sent.dropFirst(2) == ["begin", "replace if=3f9a21c0 whole=1 17\tCall dad", "add\tnew", "commit"])
    #expect(world.output.contains("changed  17  Call dad\nadded  18  new"))
  }

  @Test func whatAnotherChangedIsMerged() throws {
    let world = try Self.edit(
      ["edit", "17"], writing: "Call dad\n",
      [Self.mum, "- 17 if=00000002\tCall mum +family\nOK", "- 17\tCall dad +family\nOK step=s9"])
    #expect(world.sent.last == "replace if=00000002 whole=1 17\tCall dad +family")
    #expect(world.output.contains("task 17 was changed meanwhile too: both are in it"))
  }

  @Test func aChangeBetweenLookingAndAskingIsLookedAtAgain() throws {
    let now = "- 17 if=00000002\tCall mum +family\nOK"
    let world = try Self.edit(
      ["edit", "17"], writing: "Call dad\n",
      [Self.mum, Self.mum, "ERR 5 conflict item 17 changed", now, now, "- 17\tCall dad +family\nOK step=s9"])
    #expect(world.sent.last == "replace if=00000002 whole=1 17\tCall dad +family")
    #expect(world.complaints == "")
  }

  @Test func whatAnotherRemovedIsNewAndWhatAnotherChangedStays() throws {
    let gone = try Self.edit(
      ["edit", "17"], writing: "Call dad\n", [Self.mum, "ERR 4 not-found no task 17", "- 20\tCall dad\nOK step=s9"])
    #expect(gone.sent.last == "add\tCall dad")
    #expect(gone.output.contains("task 17 is gone meanwhile: your line is a new task"))
    let stays = try Self.edit(["edit", "17"], writing: "", [Self.mum, "- 17 if=00000002\tCall mum now\nOK"])
    #expect(stays.sent == ["get 17", "get 17"])
    #expect(stays.complaints.contains("task 17 was changed meanwhile and stays"))
  }

  @Test func nothingIsAskedWhereNothingWasDone() throws {
    for text in [nil, "Call mum\n", "\nCall mum"] {
      let world = try Self.edit(["edit", "17"], writing: text, [Self.mum])
      #expect(world.sent == ["get 17"] && world.output == "nothing was changed\n")
      #expect(world.environment["LEFT"] == "")
    }
  }

  @Test func withJSONItIsAChangeLikeAnyOther() throws {
    let world = try Self.edit(["edit", "17", "--json"], writing: "Call mum\n", [Self.mum])
    #expect(world.output == #"{"step":null,"tasks":[],"gone":[],"notes":[]}"# + "\n")
  }

  @Test func moreThanTododTakesAtOnceGoesInSeveralSteps() throws {
    let rows = (1...1500).map { "- \($0) if=3f9a21c0\told task \($0)" }.joined(separator: "\n") + "\nOK"
    let each = (1...1500).map { "- \($0) if=3f9a21c0\told task \($0)\nOK" }
    let text = (1...1500).map { "new task \($0)\n" }.joined()
    let queued = Array(repeating: "OK", count: 1000)
    let world = try Self.edit(
      ["edit", "--where", "task"], writing: text,
      [rows] + each + ["OK"] + queued + ["- 1\tnew task 1\nOK step=s1"] + ["OK"] + queued.prefix(500)
        + ["- 1001\tnew task 1001\nOK step=s2"])
    #expect(world.sent.count { $0 == "commit" } == 2)
    #expect(world.output.contains("undo s1") && world.output.contains("undo s2"))
    #expect(world.environment["LEFT"] == "")
  }
}
