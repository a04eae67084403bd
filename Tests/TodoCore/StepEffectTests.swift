import Testing
import TodoCore
import TodoTxt

struct StepEffectTests {
  private static func stored(_ id: Int32?, _ text: String) -> StoredLine {
    StoredLine(
      id: id.map(ItemID.init), uuid: id.map { TaskUUID(high: 0, low: UInt64($0)) }, line: Line(text))
  }

  private static func step(
    from old: [StoredLine], to new: [StoredLine], moved: [StoredLine] = [], facts: [FactChange] = []
  ) -> Step {
    let frame = Delta.Frame(hasByteOrderMark: false, endsWithNewline: true)
    return Step(
      number: 1, revision: 1, time: Instant(seconds: 0), author: .client, title: "test",
      delta: Delta(from: old, to: new, frameBefore: frame, frameAfter: frame),
      moved: moved.isEmpty ? nil : Moved(file: .done, lines: moved), facts: facts)
  }

  private static func words(_ step: Step) -> [String] {
    step.effects.map { effect in
      let lines = [effect.before, effect.after, effect.beside].map { $0.map { "\($0)" } ?? "-" }
      return "\(effect.id) \(effect.kind) \(lines.joined(separator: " | "))"
    }
  }

  @Test func eachTaskThatAStepTouchedIsToldOnce() {
    let (one, two, three) = (Self.stored(1, "one"), Self.stored(2, "two"), Self.stored(3, "three"))
    let changed = Self.stored(3, "drei")
    let four = Self.stored(4, "four")
    let step = Self.step(from: [one, two, three], to: [changed, four, one])
    #expect(
      Self.words(step).sorted() == [
        "2 gone two | - | -", "3 changed three | drei | -", "4 came - | four | -",
      ])
  }

  @Test func aLineThatGoesUpOrDownIsMovedAndHasBothItsLines() {
    let lines = (1...5).map { Self.stored(Int32($0), "line \($0)") }
    for target in 0..<5 where target != 2 {
      var moved = lines
      moved.insert(moved.remove(at: 2), at: target)
      let effects = Self.step(from: lines, to: moved).effects
      #expect(!effects.isEmpty)
      #expect(effects.allSatisfy { $0.kind == .moved && $0.before == $0.after }, "to \(target)")
    }
  }

  @Test func whatWentToAnotherFileHasItsLineThere() {
    let (one, two) = (Self.stored(1, "one"), Self.stored(2, "two"))
    let there = Self.stored(2, "x 2026-03-01 two")
    #expect(
      Self.words(Self.step(from: [one, two], to: [one], moved: [there])) == ["2 gone two | - | x 2026-03-01 two"])
    #expect(
      Self.words(Self.step(from: [one], to: [one, two], moved: [there])) == ["2 came - | two | x 2026-03-01 two"])
  }

  @Test func blankLinesAreCounted() {
    let (one, blank) = (Self.stored(1, "one"), Self.stored(nil, " "))
    #expect(Self.step(from: [one], to: [blank, one, blank]).blankLines == 2)
    #expect(Self.step(from: [blank, one], to: [one]).blankLines == -1)
    #expect(Self.step(from: [one], to: [blank, one]).effects.isEmpty)
  }

  @Test func aStepConcernsWhatItsLinesAndItsFactsAreAbout() {
    let (one, two) = (Self.stored(1, "one"), Self.stored(2, "two"))
    let fact = FactChange(before: nil, after: .dismissal(Dismissal(item: ItemID(7), due: "")))
    let step = Self.step(from: [one], to: [one, two], facts: [fact])
    #expect([1, 2, 7].filter { step.concerns([ItemID($0)]) } == [2, 7])
  }
}
