import Foundation
import Support
import Testing
import TodoClient
import TodoProtocol

struct JSONTests {
  private func object(_ row: TaskRow) throws -> [String: Any] {
    let list = try JSONSerialization.jsonObject(with: Data(JSONView.tasks([row]))) as? [[String: Any]]
    return try #require(list?.first)
  }

  @Test func aTaskHasEveryMemberInTheOrderOfTheManual() throws {
    var attributes = RowAttributes()
    attributes.uuid = UUIDWord(high: 0x0123_4567_89ab_4cde, low: 0x8f01_2345_6789_abcd)
    attributes.lineNumber = 4
    attributes.dueAt = "2026-01-03T09:00:00+01:00"
    attributes.next = "2026-01-03T09:00:00+01:00"
    attributes.urgency = "7.2"
    let line = "(A) 2026-01-01 Call mum @phone +family due:2026-01-03 at:0900"
    let row = TaskRow(id: 17, attributes, line: Array(line.utf8))
    #expect(
      String(decoding: JSONView.added([row]), as: UTF8.self)
        == #"{"id":17,"uuid":"01234567-89ab-4cde-8f01-23456789abcd","line":"\#(line)","line_number":4,"done":false,"#
        + #""priority":"A","created":"2026-01-01","completed":null,"#
        + #""text":"Call mum @phone +family due:2026-01-03 at:0900","projects":["family"],"contexts":["phone"],"#
        + #""keys":{"due":["2026-01-03"],"at":["0900"]},"due":"2026-01-03","at":"09:00","#
        + #""due_at":"2026-01-03T09:00:00+01:00","threshold":null,"overdue":false,"#
        + #""next":"2026-01-03T09:00:00+01:00","moment":null,"rung_at":null,"snoozed":null,"dismissed":false,"held":null,"blocked":false,"#
        + #""urgency":7.2,"mark":null,"twins":[]}"# + "\n")
  }

  @Test func everyAttributeHasItsMember() throws {
    var attributes = RowAttributes()
    attributes.rung = "R"
    attributes.snoozed = "S"
    attributes.isDismissed = true
    attributes.held = "paused"
    attributes.moment = "lead 1h"
    attributes.isOverdue = true
    attributes.isBlocked = true
    attributes.mark = .clash
    attributes.twins = [22, 23]
    let line = "x 2026-01-04 2026-01-01 a t:2026-01-02 k:1 k:2 pri:B"
    let task = try object(TaskRow(id: 1, attributes, line: Array(line.utf8)))
    #expect(task["rung_at"] as? String == "R" && task["snoozed"] as? String == "S")
    #expect(task["dismissed"] as? Bool == true && task["overdue"] as? Bool == true && task["blocked"] as? Bool == true)
    #expect(task["mark"] as? String == "clash" && task["done"] as? Bool == true)
    #expect(task["completed"] as? String == "2026-01-04" && task["created"] as? String == "2026-01-01")
    #expect(task["threshold"] as? String == "2026-01-02" && task["priority"] as? String == "B")
    #expect((task["keys"] as? [String: [String]])?["k"] == ["1", "2"])
    #expect(task["urgency"] is NSNull && task["uuid"] is NSNull && task["line_number"] is NSNull)
    #expect(task["held"] as? String == "paused")
    #expect(task["moment"] as? String == "lead 1h")
    #expect(task["twins"] as? [Int] == [22, 23])
    #expect(task.count == 27)
  }

  @Test func bytesThatAreNotUTF8AreInBase64() throws {
    let line: [UInt8] = [0x61, 0xFF, 0x22, 0x5C, 0x09, 0x01, 0x62]
    let task = try object(TaskRow(id: 1, RowAttributes(), line: line))
    #expect(task["line"] as? String == "a\u{FFFD}\"\\\t\u{1}b")
    #expect((task["line_base64"] as? String).flatMap { Data(base64Encoded: $0) } == Data(line))
    let clean = try object(TaskRow(id: 1, RowAttributes(), line: Array("é".utf8)))
    #expect(clean["line_base64"] == nil)
  }

  @Test func anyLineIsValidJSONThatGivesItsBytesBack() throws {
    var random = Seeded()
    for _ in 0..<500 {
      let line = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        .filter { $0 != 0x0A && $0 != 0x0D }
      let task = try object(TaskRow(id: 1, RowAttributes(), line: line))
      if let encoded = task["line_base64"] as? String {
        #expect(Data(base64Encoded: encoded) == Data(line), "seed \(random.seed)")
      } else {
        #expect((task["line"] as? String).map { Array($0.utf8) } == line, "seed \(random.seed)")
      }
    }
  }

  @Test func whatATerminalWouldObeyIsEscaped() throws {
    let evil = "\u{1B}[2J\u{7F}\u{9B}31m\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}é€😀\u{200D}"
    let bytes = JSONView.tasks([TaskRow(id: 1, RowAttributes(), line: Array(evil.utf8))])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"\u001b[2J\u007f\u009b31m\u0085\u202e\u2066\u200f\u061c\u2028é€😀"#))
    let list = try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]
    #expect(list?.first?["line"] as? String == evil)
  }

  @Test func listsAddAndChangesHaveTheirShapes() throws {
    func output(_ line: [String], _ script: String) throws -> Any {
      let world = World()
      world.script = [script]
      #expect(world.run(line + ["--json"]) == 0)
      return try JSONSerialization.jsonObject(with: Data(world.output.utf8))
    }
    #expect((try output(["list"], "OK") as? [Any])?.count == 0)
    #expect((try output(["list"], "- 1\ta\n- 2\tb\nOK") as? [[String: Any]])?.map { $0["id"] as? Int } == [1, 2])
    #expect((try output(["add", "a"], "- 1\ta\nOK") as? [String: Any])?["id"] as? Int == 1)
    let change = try output(["done", "1"], "- 1\tx a\n! 2\n= note so\nOK step=s3") as? [String: Any]
    #expect(change?["step"] as? String == "s3" && change?["gone"] as? [Int] == [2])
    #expect(change?["notes"] as? [String] == ["so"] && (change?["tasks"] as? [Any])?.count == 1)
    let status = try output(["status"], "= state running\n= tasks 3\nOK") as? [String: Any]
    #expect(status?["running"] as? Bool == true && status?["tasks"] as? Int == 3)
    #expect((try output(["projects"], "= a\"b 2\nOK") as? [String: Any])?["a\"b"] as? Int == 2)
  }
}
