import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

@testable import TodoDaemon

/// What undo, redo and versions promise, whatever a client and an editor do.
struct HistoryPropertyTests {
  private static let isLong = ProcessInfo.processInfo.environment["TODOD_LONG"] == "1"
  static let rounds = isLong ? 400 : 25

  private static let asked = ProcessInfo.processInfo.environment["TODOD_STORY"].flatMap { UInt64($0) }

  /// One of each story; the environment may ask for that of a failure.
  private static func seeds() -> [UInt64] {
    if let asked { return [asked] }
    var random = Seeded()
    return (0..<rounds).map { _ in random.next() }
  }

  /// An undo and a redo leave every byte of every file as it was, whenever and whatever is undone; and each of the last
  /// versions is printed as it was.
  @Test func redoTakesEveryUndoBackAndVersionsStayAsTheyWere() throws {
    var undone = 0
    var compared = 0
    for seed in Self.seeds() {
      let story = try HistoryStory(seed: seed, lines: 8)
      for _ in 0..<40 {
        switch Int.random(in: 0..<10, using: &story.random) {
        case 0..<5: try story.ask(story.change())
        case 5, 6: story.edit()
        case 7: story.wait()
        case 8 where story.random.one(in: 4): try story.restart()
        default: undone += try undoAndRedo(story) ? 1 : 0
        }
        story.verifyFile()
      }
      try story.verifyVersions(newest: 50)
      compared += story.versions.count
    }
    guard Self.asked == nil else { return }
    #expect(undone > 3 * Self.rounds && compared > 20 * Self.rounds, "\(undone) undone, \(compared) compared")
  }

  private func undoAndRedo(_ story: HistoryStory) throws -> Bool {
    // What is owed to the file is there first.
    try story.ask("list")
    let before = story.world
    let number = Int64.random(in: 1...max(1, story.newestStep), using: &story.random)
    guard let undo = try story.step(of: story.random.one(in: 2) ? "undo" : "undo s\(number)") else {
      #expect(story.world == before, "\(story.story)")
      return false
    }
    let between = story.world
    // To undo an undo is to redo, and that is undone again.
    let isUndo = try story.stage.store.step(undo)?.author == .undo
    let redo = try story.step(of: isUndo && story.random.one(in: 2) ? "redo s\(undo)" : "undo s\(undo)")
    #expect(redo != nil && story.world == before, "\(story.story)\n\(before)\n\(story.world)")
    guard story.random.one(in: 2) else { return true }
    // Once more the same way, by the bare verbs where the first was an undo.
    let again = try story.step(of: "undo s\(redo ?? 0)")
    #expect(again != nil && story.world == between, "\(story.story)\n\(between)\n\(story.world)")
    return true
  }

  /// As many bare undos as steps were made by hand end at the beginning, as many redos at the end.
  @Test func bareUndosEndAtTheBeginningAndRedosAtTheEnd() throws {
    for seed in Self.seeds() {
      let story = try HistoryStory(seed: seed, lines: 6)
      var worlds = [story.world]
      var besides = [story.beside]
      var hasRestored = false
      while worlds.count < 15 {
        let request = story.change()
        // Part of the lines that another file got comes back from its middle and goes to its end again.
        hasRestored = hasRestored || request.hasPrefix("restore")
        if try story.step(of: request) != nil {
          worlds.append(story.world)
          besides.append(story.beside)
        }
        // Halfway there and back is no step by hand.
        if story.random.one(in: 6), worlds.count > 1 {
          let count = Int.random(in: 1..<worlds.count, using: &story.random)
          for _ in 0..<count { try story.ask("undo") }
          for _ in 0..<count { try story.ask("redo") }
          #expect(story.world == worlds.last, "\(story.story)")
        }
      }
      for (world, beside) in zip(worlds, besides).reversed().dropFirst() {
        #expect(try story.step(of: "undo") != nil, "\(story.story)")
        #expect(hasRestored || story.beside == beside, "\(story.story)")
        #expect(story.world == world, "\(story.story)\n\(world)\n\(story.world)")
      }
      #expect(try story.ask("undo").last?.hasPrefix("ERR 5") == true)
      for world in worlds.dropFirst() {
        #expect(try story.step(of: "redo") != nil, "\(story.story)")
        #expect(story.world == world, "\(story.story)\n\(world)\n\(story.world)")
      }
      #expect(try story.ask("redo").last?.hasPrefix("ERR 5") == true)
    }
  }

  /// Undone newest first, by name, the steps of everybody end at the beginning.
  @Test func theStepsOfEverybodyUndoneFromTheEndLeadToTheBeginning() throws {
    for seed in Self.seeds() {
      let story = try HistoryStory(seed: seed, lines: 6)
      let beginning = story.world
      for _ in 0..<12 {
        if story.random.one(in: 3) { story.edit() } else { try story.ask(story.change()) }
      }
      try story.ask("list")
      for number in (1...max(1, story.newestStep)).reversed() where story.newestStep > 0 {
        let answer = try story.ask("undo s\(number)").last ?? ""
        #expect(answer.hasPrefix("OK") || answer.hasPrefix("ERR 4 not-found no step"), "\(answer) \(story.story)")
      }
      #expect(story.world.file == beginning.file, "\(story.story)\n\(beginning)\n\(story.world)")
      #expect(story.world.beside == beginning.beside && story.world.pauses == beginning.pauses, "\(story.story)")
    }
  }

  /// A version that is made again is made to the byte, under the same ids, and undo goes back to where that was.
  @Test func aRestoredVersionIsThatVersion() throws {
    for seed in Self.seeds() {
      let story = try HistoryStory(seed: seed, lines: 6)
      var ids: [Int64: [ItemID]] = [:]
      for _ in 0..<12 {
        if story.random.one(in: 3) { story.edit() } else { try story.ask(story.change()) }
        ids[story.revision] = story.ids
      }
      for _ in 0..<4 {
        let before = story.world
        let revision = story.random.pick(Array(ids.keys).sorted())
        let step = try story.step(of: "restore r\(revision)")
        #expect(
          story.stage.file == story.versions[revision] && story.ids == ids[revision], "r\(revision) \(story.story)")
        guard step != nil else { continue }
        try story.ask("undo")
        #expect(story.world.file == before.file && story.world.beside == before.beside, "\(story.story)")
        try story.ask("redo")
        #expect(story.stage.file == story.versions[revision], "\(story.story)")
      }
    }
  }
}
