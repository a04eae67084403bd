import Testing
import TodoCore
import TodoTxt

/// A file of four tasks, steps one minute apart, and a save as the last of them: what it took back.
struct TakenBackTests {
  private static let frame = Delta.Frame(hasByteOrderMark: false, endsWithNewline: true)

  /// Each text is a version: words `ID:LINE` with underscores for spaces. The author is that of the step that made it.
  private static func taken(_ versions: [(Step.Author, String)], minutes: Int64 = 1) -> [String] {
    func lines(_ text: String) -> [StoredLine] {
      text.split(separator: " ").map { word in
        let parts = word.split(separator: ":", maxSplits: 1)
        let id = Int32(parts[0]) ?? 0
        return StoredLine(
          id: ItemID(id), uuid: TaskUUID(high: 0, low: UInt64(id)),
          line: Line(String(parts[1].map { $0 == "_" ? " " : $0 })))
      }
    }
    var steps: [Step] = []
    for (number, (before, after)) in zip(versions, versions.dropFirst()).enumerated() {
      steps.append(
        Step(
          number: Int64(number + 1), revision: Int64(number + 1), time: Instant(seconds: 60 * minutes * Int64(number)),
          author: after.0, title: "test",
          delta: Delta(from: lines(before.1), to: lines(after.1), frameBefore: frame, frameAfter: frame)))
    }
    guard let save = steps.popLast() else { return [] }
    return TakenBack.found(by: save) { steps.popLast() }.map { found in
      "\(found.id) \(found.ours.map { "\($0)" } ?? "-") | \(found.theirs.map { "\($0)" } ?? "-")"
    }.sorted()
  }

  private static let start = (Step.Author.editor, "1:one 2:two")

  @Test func whatWasAddedChangedAndRemovedIsTakenBack() {
    let taken = Self.taken([
      Self.start, (.client, "1:one 2:two 3:three"), (.popup, "1:x_one 2:two 3:three"), (.recurrence, "1:x_one 3:three"),
      (.editor, "1:one 2:two 4:four"),
    ])
    #expect(taken == ["1 x one | one", "2 - | two", "3 three | -"])
  }

  @Test func severalStepsOfOneTaskAreTakenBackTogether() {
    #expect(
      Self.taken([
        Self.start, (.client, "1:one_a 2:two"), (.undo, "1:one_b 2:two"), (.redo, "1:one_c 2:two"),
        (.editor, "1:one 2:two"),
      ]) == ["1 one c | one"])
    #expect(
      Self.taken([
        Self.start, (.client, "1:one_a 2:two"), (.client, "1:one_b 2:two"), (.editor, "1:one_other 2:two"),
      ]).isEmpty)
  }

  /// It keeps what was written since its base whether or not the other side had seen what was written before.
  @Test func aMergeTakesBackLineByLine() {
    #expect(
      Self.taken([
        Self.start, (.client, "1:one_a 2:two"), (.client, "1:one_a 2:two 3:three"),
        (.merge, "1:one 2:two 3:three 4:four"),
      ]) == ["1 one a | one"])
    #expect(Self.taken([Self.start, (.editor, "1:one_a 2:two"), (.merge, "1:one 2:two")]).isEmpty)
  }

  @Test func whoLeavesSomethingOfAStepHasSeenItAndAllBefore() {
    // The step itself: a batch.
    #expect(
      Self.taken([Self.start, (.client, "1:x_one 2:x_two"), (.editor, "1:one 2:x_two")]).isEmpty)
    // In words of its own.
    #expect(
      Self.taken([Self.start, (.client, "1:x_one 2:two 3:three"), (.editor, "1:one 2:two 3:drei")]).isEmpty)
    // A later one, by whomever.
    for author in [Step.Author.client, .editor] {
      #expect(
        Self.taken([
          Self.start, (.client, "1:one 2:two 3:three"), (author, "1:one 2:zwei 3:three"), (.editor, "1:one 2:zwei"),
        ])
        .isEmpty)
    }
    // What a merge took in may be this one's own.
    #expect(
      Self.taken([
        Self.start, (.client, "1:one 2:two 3:three"), (.merge, "1:one 2:zwei 3:three"), (.editor, "1:one 2:zwei"),
      ]) == ["3 three | -"])
    // An earlier one says nothing of what came later.
    #expect(
      Self.taken([Self.start, (.client, "1:one 2:zwei"), (.client, "1:one 2:zwei 3:three"), (.editor, "1:one 2:zwei")])
        == ["3 three | -"])
  }

  @Test func aLineThatSomebodyElseWroteLastIsTheirs() {
    #expect(
      Self.taken([
        Self.start, (.client, "1:one_a 2:two"), (.editor, "1:one_b 2:two"), (.editor, "1:one 2:two"),
      ]).isEmpty)
  }

  @Test func aDoneLineThatIsGoneIsTidiedAway() {
    #expect(Self.taken([(.editor, "1:one"), (.client, "1:one 3:x_three"), (.editor, "1:one")]).isEmpty)
  }

  @Test func whatWasMovedIsThere() {
    #expect(
      Self.taken([
        Self.start, (.client, "1:one 2:two 3:three"), (.client, "1:one 2:two 3:three 4:four"),
        (.editor, "4:four 1:one 2:two"),
      ])
      .isEmpty)
  }

  @Test func afterAnHourEverybodyHasSeenIt() {
    let story: [(Step.Author, String)] = [Self.start, (.client, "1:one 2:two 3:three"), (.editor, "1:one 2:two")]
    #expect(Self.taken(story, minutes: 59) == ["3 three | -"])
    #expect(Self.taken(story, minutes: 60).isEmpty)
  }

  @Test func ofAChangeOnlyWhatIsAskedIsLeft() {
    func line(_ id: Int32, _ text: String) -> StoredLine {
      StoredLine(id: ItemID(id), uuid: TaskUUID(high: 0, low: 0), line: Line(text))
    }
    let old = [line(1, "one"), line(2, "two"), line(3, "three")]
    let new = [line(1, "uno"), line(3, "drei"), line(4, "four")]
    let delta = Delta(from: old, to: new, frameBefore: Self.frame, frameAfter: Self.frame)
    guard case .lines(let lines, _) = delta.only([ItemID(2), ItemID(3)]).undone(on: new, frame: Self.frame) else {
      Issue.record("a conflict")
      return
    }
    #expect(lines.map { "\($0.line)" } == ["uno", "two", "three", "four"])
    #expect(delta.only([ItemID(9)]).isEmpty)
  }
}
