import Foundation
import Testing
import TodoClient
import TodoProtocol

/// Long texts on 80 columns, and nothing left out in JSON: `why`, `missed`, `history`, `trash`, `restore`, `resolve`.
struct LongTextTests {
  private static let mum =
    "(A) 2026-01-01 Call the insurance company about the water damage in the cellar and ask for the name of the person "
    + "who decides, then write it down +house @phone due:2026-01-05 at:0900"
  private static let dad =
    "2026-01-02 日本語のとても長い文章がここにあります日本語のとても長い文章がここにあります日本語のとても長い文章 +nihongo"
  private static let reason =
    "the notification server org.freedesktop.Notifications did not answer within its time and was asked once more"

  private static let answers: [(line: [String], script: [String])] = [
    (
      ["why", "17"],
      [
        "- 17\t\(mum)\n= moment name=day%2B0 at=2026-01-05T09:00:00+00:00 is=held why=not-delivered "
          + "reason=\(reason.replacingOccurrences(of: " ", with: "%20")) until=2026-01-05T18:00:00+00:00 "
          + "rung=2026-01-05T10:00:00+00:00 late=3600 of=2026-01-04\n= note it is one of two forms of a task that clash: "
          + "the other one rings, this one does not until somebody has chosen\nOK"
      ]
    ),
    (
      ["missed"],
      [
        "- 17 rung=2026-01-05T09:00:00+00:00 mark=clash twin=22\t\(mum)\n- 18 rung=2026-01-04T09:00:00+00:00\t\(dad)\nOK"
      ]
    ),
    (
      ["history"],
      [
        "= step name=s812 rev=119 at=2026-01-05T09:00:00+00:00 by=client title=replace changed=1 undone=s815\n"
          + "- 17 step=s812 was=1\t\(mum)\n- 17 step=s812\t\(mum) and more\n"
          + "= step name=s811 rev=118 at=2026-01-04T09:00:00+00:00 by=client title=snooze\n"
          + "= fact step=s811 what=snooze id=18 after=2026-01-05T18:00:00+00:00\n- 18 step=s811 kept=1\t\(dad)\nOK more=1"
      ]
    ),
    (
      ["trash"],
      [
        "- 17 step=s812 by=editor gone=2026-01-05T09:00:00+00:00\t\(mum)\n"
          + "- 18 step=s811 by=client gone=2026-01-04T09:00:00+00:00 there=1\t\(dad)\nOK"
      ]
    ),
    (["restore", "17", "18"], ["- 17 next=2026-01-06T09:00:00+00:00\t\(mum)\n- 18\t\(dad)\nOK step=s9"]),
    (
      ["resolve", "17", "keep"],
      [
        "! 22\n- 17\t\(mum)\n= note the other one is in the trash, and 'todoctl restore 22' brings it back as it was\nOK step=s9"
      ]
    ),
    (["remove", "--where", "house", "--yes"], ["! 17\n! 18\nOK step=s9"]),
  ]

  @Test(arguments: answers)
  func nothingIsWiderThanTheTerminalAndNoWordIsLost(line: [String], script: [String]) {
    let world = World()
    world.isTerminal = true
    world.columns = 80
    world.script = script
    #expect(world.run(line) == 0, "\(world.complaints)")
    for shown in world.output.split(separator: "\n") {
      let columns = shown.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
      #expect(columns <= 80, "\(columns): \(shown)")
    }
    let flat = String(world.output.filter { !$0.isWhitespace })
    for words in [Self.mum, Self.dad] where script[0].contains(words) {
      for word in words.split(separator: " ").dropFirst(2) where !word.hasPrefix("due:") && !word.hasPrefix("at:") {
        #expect(flat.contains(word), "\(word)")
      }
    }
  }

  private static let members: [String: Set<String>] = [
    "why": ["task", "moments", "notes"],
    "history": [
      "step", "revision", "at", "by", "title", "new", "gone", "changed", "moved", "blank", "file", "undoes",
      "undone_by",
      "changes", "facts",
    ],
    "trash": ["id", "line", "gone_at", "by", "step", "is_listed"],
    "restore": ["step", "tasks", "gone", "notes"], "resolve": ["step", "tasks", "gone", "notes"],
    "remove": ["step", "tasks", "gone", "notes"],
  ]

  @Test(arguments: answers)
  func withJSONEverythingIsThere(line: [String], script: [String]) throws {
    let world = World()
    world.script = script
    #expect(world.run(line + ["--json"]) == 0, "\(world.complaints)")
    let said = try JSONSerialization.jsonObject(with: Data(world.output.utf8))
    let objects = try #require(said as? [[String: Any]] ?? (said as? [String: Any]).map { [$0] })
    #expect(!objects.isEmpty)
    if let wanted = Self.members[line[0]] {
      for object in objects { #expect(Set(object.keys) == wanted, "\(line[0])") }
    }
    for words in [Self.mum, Self.dad] where script[0].contains(words) { #expect(world.output.contains(words)) }
    for fact in ["s811", "undone=s815", "late=3600", "twin=22"] where script[0].contains(fact) {
      #expect(world.output.contains(fact.split(separator: "=").last ?? ""), "\(fact)")
    }
    if script[0].contains("reason=") { #expect(world.output.contains(Self.reason)) }
    if script[0].contains("= note") { #expect(!(objects[0]["notes"] as? [String] ?? []).isEmpty) }
  }
}
