import Testing
import TodoClient
import TodoCore
import TodoExchange
import TodoProtocol
import TodoTxt

/// What is there already, who waits for whom, and what the daemon would refuse.
struct ImportPlanTests {
  private static let uuid = "11111111-1111-4111-8111-111111111111"

  private func row(_ id: Int32, _ line: String, uuid: TaskUUID? = nil) -> TaskRow {
    var attributes = RowAttributes()
    attributes.uuid = uuid?.word
    return TaskRow(id: id, attributes, line: Array(line.utf8))
  }

  private func plan(_ text: String, _ rows: [TaskRow] = [], done: [String] = []) -> ImportPlan {
    // 2026-03-01T12:00:00Z.
    ImportPlan(
      ForeignList(text), rows: rows, archived: done.map { Line($0) }, at: Instant(seconds: 1_772_366_400), in: .utc)
  }

  private func lines(_ plan: ImportPlan) -> [String] { plan.additions.map(\.line.description) }

  @Test func aUUIDIsKnownWhateverBecameOfTheLine() {
    let text = #"[{"description":"Call mum","uuid":"\#(Self.uuid)"}]"#
    let known = ForeignList(text).tasks[0].uuid
    let plan = plan(text, [row(7, "(A) Call mum and dad", uuid: known)])
    #expect(plan.additions == [])
    #expect(plan.duplicates.map(\.id) == [7])
  }

  @Test func ofTwoEntriesWithOneUUIDTheFirstCounts() {
    let entry = #"{"description":"Call mum","uuid":"\#(Self.uuid)"}"#
    let plan = plan("[\(entry),\(entry)]")
    #expect(lines(plan) == ["Call mum"])
    #expect(plan.duplicates.map(\.reason) == ["the same as entry 1 'Call mum'"])
  }

  @Test func wordsAreKnownWhereThereIsNoUUID() {
    let plan = plan("milk\nmilk\nbread\n", [row(3, "milk"), row(4, "eggs")])
    #expect(lines(plan) == ["milk", "bread"])
    #expect(plan.duplicates.map(\.id) == [3])
  }

  @Test func equalWordsWithAnotherUUIDAreAnotherTask() {
    let plan = plan(#"[{"description":"milk","uuid":"\#(Self.uuid)"}]"#, [row(3, "milk")])
    #expect(lines(plan) == ["milk"])
  }

  @Test func whatWasImportedAndEditedIsKnown() {
    let uuids = ForeignList("milk\nbread\n").tasks.map(\.uuid)
    let plan = plan("milk\nbread\n", [row(1, "milk and honey", uuid: uuids[0]), row(2, "bread", uuid: uuids[1])])
    #expect(lines(plan) == [])
  }

  static let archived: [(line: String, done: String)] = [
    ("milk", "milk"), ("milk", "x 2026-03-01 milk"), ("(A) milk", "x 2026-03-01 milk pri:A"),
    ("(A) 2026-01-01 milk", "x 2026-03-01 2026-01-01 milk pri:A"), ("x 2026-03-01 milk", "x 2026-03-01 milk"),
    ("milk", "x 2026-03-01 milk id:3 p:4"),
  ]

  @Test(arguments: archived) func whatIsInTheDoneFileIsKnown(_ row: (line: String, done: String)) {
    let plan = plan("\(row.line)\n\(row.line)\n", done: [row.done])
    #expect(lines(plan) == [row.line])
    #expect(plan.duplicates.map(\.reason) == ["in the done file"])
  }

  private static func task(_ letter: String, needs: String = "", status: String = "pending") -> String {
    let depends = needs.map { "\"\(Self.uuid(String($0)))\"" }.joined(separator: ",")
    return #"{"description":"\#(letter)","uuid":"\#(Self.uuid(letter))","status":"\#(status)","depends":[\#(depends)]}"#
  }

  private static func uuid(_ letter: String) -> String {
    "\(letter)\(letter)111111-1111-4111-8111-111111111111"
  }

  @Test func whoWaitsHasANumberAndItsChildrenNameIt() {
    let tasks = [Self.task("a", needs: "bc"), Self.task("b", needs: "d"), Self.task("c"), Self.task("d")]
    let plan = plan("[\(tasks.joined(separator: ","))]", [row(1, "here id:7"), row(2, "there p:7")])
    #expect(lines(plan) == ["a id:8", "b p:8 id:9", "c p:8", "d p:9"])
    #expect(plan.additions.flatMap(\.remarks) == [])
  }

  @Test func aChildHasOneParent() {
    let plan = plan(
      "[\([Self.task("a", needs: "c"), Self.task("b", needs: "c"), Self.task("c")].joined(separator: ","))]")
    #expect(lines(plan) == ["a id:1", "b", "c p:1"])
    #expect(plan.additions.flatMap(\.remarks) == ["it waits for \(Self.uuid("c")), which 'p:' cannot say"])
  }

  @Test func whatIsDoneHoldsNobodyUp() {
    let plan = plan("[\([Self.task("a", needs: "b"), Self.task("b", status: "completed")].joined(separator: ","))]")
    #expect(lines(plan) == ["a", "x b"])
    #expect(plan.additions.flatMap(\.remarks) == ["it waits for \(Self.uuid("b")), which 'p:' cannot say"])
  }

  @Test func wordsOfATodoTxtThatAreNoDatesAreNamed() {
    let plan = plan("milk due:soon\nbread due:tomorrow\n")
    #expect(plan.complaints.map(\.place) == ["line 1 'milk due:soon'"])
    #expect(plan.complaints[0].words.contains("'due:soon'"))
  }

  @Test func aLineThatIsTooLongIsNamed() {
    let plan = plan(String(repeating: "a", count: 8150) + "\n" + String(repeating: "b", count: 8152))
    #expect(plan.complaints.map(\.words.count).count == 1)
    #expect(plan.complaints[0].words.hasSuffix("its line would be 8152 bytes long, and 8151 are the most"))
  }
}
