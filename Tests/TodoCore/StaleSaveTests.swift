import Testing
import TodoTxt

@testable import TodoCore

struct StaleSaveTests {
  /// `1 a|2 a b` with `*` behind what nobody has read: two versions, their revisions and lines.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let versions: [StaleSave.Version]
    let save: TodoText
    let previousSave: TodoText?
    let expected: StaleSave.Decision

    init(
      _ remark: String, _ versions: String, save: String, previous: String? = nil, _ expected: StaleSave.Decision
    ) {
      testDescription = remark
      self.versions = versions.split(separator: "|").enumerated().map { place, lines in
        StaleSave.Version(
          revision: Int64(place + 1), text: StaleSaveTests.text(lines.filter { $0 != "*" }),
          wasRead: !lines.hasSuffix("*"))
      }
      self.save = StaleSaveTests.text(save)
      previousSave = previous.map(StaleSaveTests.text)
      self.expected = expected
    }
  }

  private static func text(_ lines: String) -> TodoText {
    TodoText(lines: lines.split(separator: " ").map { Line(String($0)) })
  }

  static let cases: [Case] = [
    Case("our newest was read", "a|a b", save: "a c", .believed),
    Case("nobody has read our newest", "a|a b*", save: "a c", .stale(base: 1)),
    Case("nobody has read our last three", "z|a|a b*|a b c*|a b c d*", save: "a x", .stale(base: 2)),
    Case("read again after writes that nobody read", "a|a b*|a b c", save: "a", .believed),
    Case("the same bytes a second time", "a|a b*", save: "a c", previous: "a c", .believed),
    Case("other bytes than the last stale save", "a|a b*", save: "a c", previous: "a d", .stale(base: 1)),
    Case("saved unchanged from before our write", "a|a b*", save: "a", .stale(base: 1)),
    Case("what we wrote", "a|a b*", save: "a b", .believed),
    Case("an older version over one that was read", "a|a b|a b c", save: "a", .believed),
    Case("an older version over one that nobody read", "a|a b|a b c*", save: "a", .stale(base: 2)),
    Case("no version was ever read", "a*|a b*", save: "c", .believed),
    Case("no version is known", "", save: "c", .believed),
  ]

  @Test(arguments: cases) func onlyWhatNobodyHasReadIsProtected(_ example: Case) {
    let decision = StaleSave.decide(
      versions: example.versions, save: example.save, previousSave: example.previousSave)
    #expect(decision == example.expected)
  }

  /// A buffer loaded before our write, edited and saved over it.
  @Test func aStaleSaveAndOurWriteAreBothKept() throws {
    let read = Self.text("a b c")
    let ours = Self.text("a b c new")
    let save = Self.text("a c mine")
    let versions = [
      StaleSave.Version(revision: 1, text: read, wasRead: true),
      StaleSave.Version(revision: 2, text: ours, wasRead: false),
    ]
    guard case .stale(let base) = StaleSave.decide(versions: versions, save: save, previousSave: nil) else {
      Issue.record("believed")
      return
    }
    let text = try #require(versions.first { $0.revision == base }).text
    #expect(merge(base: text, x: ours, y: save).text == Self.text("a c new mine"))
  }
}
