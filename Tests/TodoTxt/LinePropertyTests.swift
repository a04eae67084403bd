import Support
import Testing

@testable import TodoTxt

struct LinePropertyTests {
  private let day = CivilDate(daysSinceEpoch: 20_000)

  @Test func reopeningGivesBackTheLineAsItWas() {
    var random = Seeded()
    var tried = 0
    while tried < 3000 {
      let line = random.line(tidy: true)
      let header = line.header
      // A `pri:` on an open line without priority cannot be told from a kept one.
      let isAmbiguous = header.priority == nil && line.values(of: "pri").contains { $0.elementsEqual([66]) }
      guard !header.isDone, header.textStart < line.contentEnd, !isAmbiguous else { continue }
      tried += 1
      let done = line.completed(on: day)
      #expect(done.header.isDone && done.header.completion == day, "seed \(random.seed) \(line)")
      #expect(done.header.creation == header.creation, "seed \(random.seed) \(line)")
      #expect(Meaning(of: done).priority == header.priority, "seed \(random.seed) \(line)")
      #expect(done.reopened() == line, "seed \(random.seed) \(line)")
    }
  }

  @Test func reopenedLinesAreOpenAndCompletedOnesDone() {
    var random = Seeded()
    for _ in 0..<3000 {
      let line = random.line(tidy: false)
      #expect(!line.reopened().header.isDone, "seed \(random.seed) \(line)")
      #expect(line.completed(on: day).header.isDone, "seed \(random.seed) \(line)")
    }
  }

  @Test func editsOfTheTextLeaveTheHeaderAlone() {
    var random = Seeded()
    for _ in 0..<3000 {
      let line = random.line(tidy: false)
      let word = String(decoding: random.word(), as: UTF8.self)
      let edits = [
        line.appending(word), line.prepending(word), line.setting("due", to: "2"), line.removing(key: "due"),
        line.addingTag("+new"), line.removingTag("+home"), line.removing(key: "a"), line.moving(.t, to: day),
      ]
      for edited in edits {
        #expect(edited.header.says(sameAs: line.header), "seed \(random.seed) \(line) became \(edited)")
        #expect(edited.bytes.last == 0x0D || line.bytes.last != 0x0D, "seed \(random.seed) \(line)")
      }
    }
  }

  @Test func settingAKeyChangesTheBytesOfItsValueOnly() {
    var random = Seeded()
    for _ in 0..<3000 {
      let line = random.line(tidy: false)
      let set = line.setting("due", to: "SOON")
      #expect(set.values(of: "due").first?.elementsEqual("SOON".utf8) == true, "seed \(random.seed) \(line)")
      guard let old = line.values(of: "due").first else {
        // Appending and removing cancel out, but for a bare header, or one word like one, that got its blank.
        let isBare = Array(line.words).count < 2
        #expect(isBare || set.removing(key: "due") == line, "seed \(random.seed) \(line)")
        continue
      }
      #expect(set.setting("due", to: String(decoding: old, as: UTF8.self)) == line, "seed \(random.seed) \(line)")
    }
  }

  @Test func aPriorityIsWhatWasSet() {
    var random = Seeded()
    for _ in 0..<3000 {
      let line = random.line(tidy: false)
      let priority = random.one(in: 4) ? nil : Priority(UInt8.random(in: 65...90, using: &random))
      let set = line.settingPriority(priority)
      #expect(Meaning(of: set).priority == priority, "seed \(random.seed) \(line)")
      #expect(set.header.isDone == line.header.isDone, "seed \(random.seed) \(line)")
      #expect(set.header.creation == line.header.creation, "seed \(random.seed) \(line)")
      #expect(set.settingPriority(priority) == set, "seed \(random.seed) \(line)")
    }
  }
}
