import Testing

@testable import TodoTxt

/// One edit: the line before and after it, and the rule it is there for.
struct EditCase: Sendable, CustomTestStringConvertible {
  let before: String
  let edit: @Sendable (Line) -> Line
  let after: String
  let remark: String

  init(_ before: String, _ edit: @escaping @Sendable (Line) -> Line, _ after: String, _ remark: String) {
    self.before = before
    self.edit = edit
    self.after = after
    self.remark = remark
  }

  var testDescription: String { "\(remark): \(before)" }
}

struct LineEditTests {
  static let day = CivilDate(year: 2026, month: 3, day: 1) ?? CivilDate(daysSinceEpoch: 0)

  static let keys: [EditCase] = [
    EditCase("a due:1 b", { $0.setting("due", to: "2") }, "a due:2 b", "a value is replaced in place"),
    EditCase("a\tdue:1  b \r", { $0.setting("due", to: "22") }, "a\tdue:22  b \r", "blanks and CR stay"),
    EditCase("a due:1 due:2", { $0.setting("due", to: "3") }, "a due:3 due:2", "the first one"),
    EditCase("a", { $0.setting("due", to: "1") }, "a due:1", "without one it is appended"),
    EditCase("a \r", { $0.setting("due", to: "1") }, "a  due:1\r", "before the CR, behind every blank"),
    EditCase("(A) ", { $0.setting("due", to: "1") }, "(A) due:1", "to an empty text without a blank"),
    EditCase("2026-01-01", { $0.setting("due", to: "1") }, "2026-01-01 due:1", "to a bare date with one"),
    EditCase("a due:1 b", { $0.removing(key: "due") }, "a b", "a key goes with one blank"),
    EditCase("a due:1  b", { $0.removing(key: "due") }, "a  b", "and with only one"),
    EditCase("due:1 b", { $0.removing(key: "due") }, "b", "at the beginning with the one after it"),
    EditCase("b due:1", { $0.removing(key: "due") }, "b", "at the end with the one before it"),
    EditCase("(A) due:1\r", { $0.removing(key: "due") }, "(A) \r", "the header keeps its own"),
    EditCase("due:1 b due:2 due:3", { $0.removing(key: "due") }, "b", "all of them go"),
    EditCase("due:1 x b", { $0.removing(key: "due") }, " x b", "what is left is not done by that"),
    EditCase("due:1 (A) b", { $0.removing(key: "due") }, " (A) b", "nor gets a priority"),
    EditCase("(A) due:1 2026-01-01 b", { $0.removing(key: "due") }, "(A)  2026-01-01 b", "nor a date"),
    EditCase("a adue:1", { $0.removing(key: "due") }, "a adue:1", "another key is another key"),
    EditCase(
      "a due:soon due:2026-01-01T09:00", { $0.moving(.due, to: day) }, "a due:soon due:2026-03-01T09:00",
      "the counting one moves"),
    EditCase("a t:soon", { $0.moving(.t, to: day) }, "a t:2026-03-01", "where none counts the first is set"),
  ]

  static let words: [EditCase] = [
    EditCase("(A) 2026-01-01 a", { $0.prepending("b c") }, "(A) 2026-01-01 b c a", "behind the header"),
    EditCase("2026-01-01", { $0.prepending("b") }, "2026-01-01 b", "behind a bare date"),
    EditCase("a", { $0.prepending("x") }, " x a", "a prepended x is no header"),
    EditCase("(A) a", { $0.prepending("2026-01-01") }, "(A)  2026-01-01 a", "nor is a date"),
    EditCase("a\r", { $0.appending("b c") }, "a b c\r", "appended before the CR"),
    EditCase("x", { $0.appending("b") }, " x b", "a task called x is not done by more words"),
    EditCase("a +p", { $0.addingTag("+p") }, "a +p", "a tag is there once"),
    EditCase("a +pp", { $0.addingTag("+p") }, "a +pp +p", "another tag is another tag"),
    EditCase("a +p b +p", { $0.removingTag("+p") }, "a b", "a tag goes everywhere"),
    EditCase("@c x", { $0.removingTag("@c") }, "x", "a last word x is a word"),
  ]

  static let priorities: [EditCase] = [
    EditCase("a", { $0.settingPriority(Priority(65)) }, "(A) a", "a priority is put in front"),
    EditCase("(B) a", { $0.settingPriority(Priority(65)) }, "(A) a", "or changed"),
    EditCase("(B) 2026-01-01 a", { $0.settingPriority(nil) }, "2026-01-01 a", "or taken away"),
    EditCase("(B) x a", { $0.settingPriority(nil) }, " x a", "which makes nothing done"),
    EditCase("(B) (C) a", { $0.settingPriority(nil) }, " (C) a", "and uncovers no other"),
    EditCase("a", { $0.settingPriority(nil) }, "a", "none stays none"),
    EditCase(
      "x 2026-01-01 a\r", { $0.settingPriority(Priority(65)) }, "x 2026-01-01 a pri:A\r", "of a done line as pri:"),
    EditCase("x 2026-01-01 a pri:B", { $0.settingPriority(nil) }, "x 2026-01-01 a", "which goes too"),
    EditCase("x (B) 2026-01-01 a", { $0.settingPriority(Priority(65)) }, "x (A) 2026-01-01 a", "where it stands"),
    EditCase("x 2026-01-01 (B) a pri:C", { $0.settingPriority(nil) }, "x 2026-01-01 a", "all of it"),
  ]

  static let completions: [EditCase] = [
    EditCase("a", { $0.completed(on: day) }, "x 2026-03-01 a", "done without creation date"),
    EditCase(
      "(A) 2026-01-01 a +p\r", { $0.completed(on: day) }, "x 2026-03-01 2026-01-01 a +p pri:A\r", "done with all"),
    EditCase("x a", { $0.completed(on: day) }, "x a", "done is done"),
    EditCase("(A) (B) a", { $0.completed(on: day) }, "x (A) 2026-03-01 (B) a", "a second priority is text"),
    EditCase("(A) a pri:B", { $0.completed(on: day) }, "x (A) 2026-03-01 a pri:B", "a pri: of its own is text"),
    EditCase("a", { $0.reopened() }, "a", "open is open"),
    EditCase("x 2026-03-01 2026-01-01 a pri:A b", { $0.reopened() }, "(A) 2026-01-01 a b", "reopened with all"),
    EditCase("x 2026-03-01 (C) 2026-01-01 a", { $0.reopened() }, "(C) 2026-01-01 a", "done elsewhere"),
    EditCase("x (C) a", { $0.reopened() }, "(C) a", "done without a date"),
    EditCase("x x 2026-01-01 a", { $0.reopened() }, "a", "done twice over"),
    EditCase("x 2026-03-01 a pri:no", { $0.reopened() }, "a pri:no", "no priority is no priority"),
    EditCase("x 2026-03-01 pri:A x a", { $0.reopened() }, "(A) x a", "x is a word behind a priority"),
  ]

  @Test(arguments: keys + words + priorities + completions)
  func anEditTouchesItsWordsOnly(row: EditCase) {
    #expect(row.edit(Line(row.before)) == Line(row.after))
  }

  @Test(arguments: [
    ("a", "2026-03-01 a"), ("(A) a", "(A) 2026-03-01 a"), ("2025-01-01 a", "2025-01-01 a"), ("", "2026-03-01 "),
    ("(A) 2025-01-01 a", "(A) 2025-01-01 a"), ("x 2026-02-01 a", "x 2026-02-01 2026-03-01 a"), ("x a", "x a"),
    ("x 2026-02-01", "x 2026-02-01 2026-03-01 "), ("x 2026-02-01 2026-01-01 a", "x 2026-02-01 2026-01-01 a"),
  ])
  func aNewLineKeepsTheHeaderItBrings(text: String, line: String) {
    #expect(Line.new(text: Array(text.utf8), creation: Self.day) == Line(line))
    #expect(Line.new(text: Array(text.utf8), creation: nil) == Line(text))
  }

  @Test(arguments: [
    ("(A) 2026-01-01 Call mum +family @phone due:2026-03-01", 7), ("due:2026-03-01 at:0900", 0), ("büro", 4),
    ("note:x 👍🏽", 7), ("x 2026-01-01 +a", 0), ("", 0), ("+ @", 2),
  ])
  func theTitleIsWhatIsNeitherTagNorKey(line: String, length: Int) { #expect(Line(line).titleLength == length) }
}
