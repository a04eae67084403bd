import Support
import Testing
import TodoProtocol
import TodoTxt

@testable import TodoCore

struct TaskListTests {
  private static let now = Zone.utc.instant(
    of: CivilTime(CivilDate(daysSinceEpoch: 20_000), TimeOfDay(seconds: 43_200)))

  private func context(_ minimumTitle: Int = 1) -> ChangeContext {
    ChangeContext(now: Self.now, zone: .utc, minimumTitle: minimumTitle, uuids: UUIDSource(seed: 1))
  }

  private func list(_ text: String) -> TaskList {
    let parsed = TodoText(parsing: Array(text.utf8))
    var uuids = UUIDSource(seed: 2)
    return TaskList.empty.becoming(
      parsed, continued: parsed.lines.map { _ in nil }, former: { _ in nil }, uuids: &uuids)
  }

  private func text(_ list: TaskList) -> String { String(decoding: list.bytes, as: UTF8.self) }

  @Test func doneOfADoneTaskLeavesTheListAlone() throws {
    var list = list("x 2024-01-01 one\n")
    var context = context()
    let outcome = try list.apply(.complete([ItemID(1)]), in: &context)
    #expect(outcome.notes == [.unchanged(ItemID(1))])
    #expect(text(list) == "x 2024-01-01 one\n")
  }

  @Test(arguments: [
    // What replace keeps of the header that the new text does not give.
    ("(A) 2024-01-01 one\n", "two", "(A) 2024-01-01 two\n"),
    ("(A) 2024-01-01 one\n", "(B) two", "(B) 2024-01-01 two\n"),
    ("(A) 2024-01-01 one\n", "(B) 2024-02-02 two", "(B) 2024-02-02 two\n"),
    ("x 2024-01-02 2024-01-01 one\n", "two", "x 2024-01-02 2024-01-01 two\n"),
    ("one\r\n", "two", "two\r\n"),
  ])
  func replaceKeepsWhatTheNewTextDoesNotSay(before: String, words: String, after: String) throws {
    var list = list(before)
    var context = context()
    _ = try list.apply(.replace(ItemID(1), text: Array(words.utf8)), in: &context)
    #expect(text(list) == after)
  }

  @Test func aTitleThatIsTooShortIsRefusedAndChangesNothing() throws {
    var list = list("one\n")
    var context = context(3)
    for words in ["+home @shop", "ab", "due:2024-05-05"] {
      #expect(throws: Refusal.titleTooShort(minimum: 3)) {
        _ = try list.apply(.add(text: Array(words.utf8), top: false), in: &context)
      }
    }
    #expect(text(list) == "one\n")
  }

  @Test func newTasksTakeTheLowestFreeID() throws {
    var list = list("one\ntwo\nthree\n")
    var context = context()
    _ = try list.apply(.remove([ItemID(2)]), in: &context)
    let outcome = try list.apply(.add(text: Array("four".utf8), top: true), in: &context)
    #expect(outcome.changes.first?.new?.id == ItemID(4), "a removed task may come back: its id is not free")
    #expect(text(list) == "four\none\nthree\n")
  }

  @Test func aTaskGoesBehindAnotherOrToTheTop() throws {
    var list = list("one\ntwo\nthree\n")
    var context = context()
    _ = try list.apply(.reorder(ItemID(1), .after(ItemID(3))), in: &context)
    #expect(text(list) == "two\nthree\none\n")
    _ = try list.apply(.reorder(ItemID(1), .top), in: &context)
    #expect(text(list) == "one\ntwo\nthree\n")
    #expect(throws: Refusal.itemIsItsOwnPlace(ItemID(1))) {
      _ = try list.apply(.reorder(ItemID(1), .after(ItemID(1))), in: &context)
    }
  }

  @Test func whateverChangesEveryTaskIsFoundUnderItsIDAndEachDeltaLeadsToTheNextVersion() throws {
    var random = Seeded()
    var (applied, refused) = (0, 0)
    for _ in 0..<40 {
      var list = list("one\n\ntwo +home\n(A) three due:2024-10-10\n")
      var context = context()
      for _ in 0..<40 {
        let before = list
        let change = change(of: list, &random)
        do throws(Refusal) {
          _ = try list.apply(change, in: &context)
          applied += 1
        } catch {
          refused += 1
          #expect(list.bytes == before.bytes, "\(error) changed it: seed \(random.seed)")
        }
        let delta = Delta(from: before, to: list)
        #expect(
          try delta.applied(to: before.rows.map(StoredLine.init)) == list.rows.map(StoredLine.init),
          "seed \(random.seed)")
        var ids: Set<ItemID> = []
        for (position, row) in list.rows.enumerated() {
          guard case .task(let task) = row else { continue }
          #expect(ids.insert(task.id).inserted, "seed \(random.seed)")
          #expect(list.position(of: task.id) == position && list[task.id] === task, "seed \(random.seed)")
        }
        #expect(ids.count == list.taskCount, "seed \(random.seed)")
      }
    }
    // Of 1600: neither side may be tried by chance only.
    #expect(applied > 800 && refused > 160, "\(applied) applied, \(refused) refused: seed \(random.seed)")
  }

  private func change(of list: TaskList, _ random: inout Seeded) -> Change {
    let ids = list.tasks.map { $0.id }.filter { _ in Bool.random(using: &random) }
    // Not always a title, and not always one that is there.
    let isGood = !random.one(in: 3)
    let title = isGood ? "task \(Int.random(in: 0..<100, using: &random))" : random.pick(["", "+home", "one\ntwo"])
    let words = Array(title.utf8)
    let one = isGood ? ids.first : ItemID(9999)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .complete(ids)
    case 1: return .reopen(ids)
    case 2: return .remove(Array(ids.prefix(1)))
    case 3: return one.map { .reorder($0, random.one(in: 2) ? .top : .after(ids.last ?? $0)) } ?? .archive
    case 4: return .sort([SortKey(.text)])
    case 5: return .set(ids, [.addTag("+new"), .priority(UInt8(ascii: "C"))])
    case 6: return one.map { .replace($0, text: words) } ?? .archive
    case 7: return .append(ids, text: words)
    case 8: return .prepend(ids, text: words)
    default: return .add(text: words, top: Bool.random(using: &random))
    }
  }
}

struct IDPoolTests {
  @Test func theLowestFreeIDIsTakenAlsoAcrossWords() {
    var pool = IDPool()
    for number in 1...130 { #expect(pool.takeLowest() == ItemID(Int32(number))) }
    pool.free(ItemID(64))
    pool.free(ItemID(3))
    #expect(!pool.contains(ItemID(3)))
    #expect([pool.takeLowest(), pool.takeLowest(), pool.takeLowest()] == [ItemID(3), ItemID(64), ItemID(131)])
    pool.take(ItemID(133))
    #expect([pool.takeLowest(), pool.takeLowest()] == [ItemID(132), ItemID(134)])
  }
}
