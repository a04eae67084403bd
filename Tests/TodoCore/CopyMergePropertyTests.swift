import Foundation
import Support
import Testing
import TodoCore
import TodoTxt

/// Two machines change a file while they cannot hear each other, again and again: what a sync tool makes of that, both
/// join to the same bytes, and no task is lost.
struct CopyMergePropertyTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["TODOD_LONG"] == "1" ? 1500 : 40

  @Test func twoMachinesComeTogether() {
    var random = Seeded()
    var writes: [Int: Int] = [:]
    var tasks = 0
    var stale = 0
    for round in 0..<Self.rounds {
      var story = CopyStory(&random)
      for _ in 0..<4 {
        if let fault = story.epoch(&random) {
          Issue.record("seed \(random.seed), round \(round): \(fault.words)\n\(story.told(of: fault.token))")
          return
        }
        writes[story.writes, default: 0] += 1
      }
      tasks += story.changedTasks
      stale += story.staleForms
    }
    if Self.environment["TODOD_SHOW"] != nil { print("writes \(writes), \(stale) stale forms of \(tasks) tasks") }
    let many = writes.filter { $0.key > 3 }.map(\.value).reduce(0, +)
    #expect((writes.keys.max() ?? 0) <= 5 && many * 100 <= Self.rounds * 4, "seed \(random.seed): \(writes)")
    #expect(stale * 100 <= tasks, "seed \(random.seed): \(stale) of \(tasks)")
  }
}

/// What happens on the two machines between two joins, and at the join.
private struct CopyStory {
  private var machines: [CopyMachine]
  private var now = Instant(seconds: 1_772_355_600)
  private var nextToken = 1
  /// What happened, and how both files were then.
  private var log: [(words: String, files: [[String]])] = []
  private(set) var writes = 0
  /// Tasks that one side changed, and how many of them stand there in their old form too.
  private(set) var changedTasks = 0
  private(set) var staleForms = 0
  /// A task of which more than a word is another is another task.
  private var reworded: Set<Substring> = []

  struct Fault {
    var words: String
    /// The task in question.
    var token: Substring?
  }

  /// What became of one task, or of all that is not the same on both machines.
  func told(of task: Substring?) -> String {
    log.map { words, files in
      let shown = files.indices.map { side in
        files[side].filter { line in
          task.map { Self.token(line) == $0 } ?? !files[1 - side].contains(line)
        }
      }
      return "  \(words): \(shown)"
    }.joined(separator: "\n")
  }

  init(_ random: inout Seeded) {
    machines = []
    var lines: [String] = []
    for _ in 0..<Int.random(in: 3...30, using: &random) { lines.append(newTask(&random)) }
    let own = lines.map { _ in newTask(&random) }
    // Sometimes both were there before they met.
    machines = [CopyMachine(lines), CopyMachine(random.one(in: 8) ? own : lines)]
  }

  /// A task with a word that no other has.
  private mutating func newTask(_ random: inout Seeded) -> String {
    defer { nextToken += 1 }
    return "\(TaskTexts.task(&random)) t\(nextToken)"
  }

  private static func token(_ line: String) -> Substring? {
    line.split(separator: " ").last {
      $0.hasPrefix("t") && !$0.dropFirst().isEmpty && $0.dropFirst().allSatisfy(\.isNumber)
    }
  }

  private static func byToken(_ lines: [String]) -> [Substring: [String]] {
    Dictionary(grouping: lines.filter { token($0) != nil }) { token($0) ?? "" }
  }

  /// Some changes on both sides, then the join; what is wrong then, or nil.
  mutating func epoch(_ random: inout Seeded) -> Fault? {
    let before = Self.byToken(machines[0].lines)
    now = now.adding(seconds: 3600)
    for side in machines.indices {
      reworded = []
      for _ in 0..<Int.random(in: 0...4, using: &random) { act(side, &random) }
    }
    let apart = machines.map { Self.byToken($0.lines) }
    log.append(("apart", machines.map(\.lines)))
    now = now.adding(seconds: 600)
    for side in machines.indices { machines[side].writes = 0 }
    guard join(&random) else { return Fault(words: "they do not come together", token: nil) }
    writes = machines.map(\.writes).reduce(0, +)
    log.append(("together after \(writes)", machines.map(\.lines)))
    return fault(before, apart)
  }

  private mutating func act(_ side: Int, _ random: inout Seeded) {
    now = now.adding(seconds: 10)
    let task = newTask(&random)
    let kind = Int.random(in: 0..<10, using: &random)
    var reworded = reworded
    machines[side].change(at: now) { lines in
      guard !lines.isEmpty, kind > 2 else { return lines.append(task) }
      let place = Int.random(in: lines.indices, using: &random)
      let line = Line(lines[place])
      switch kind {
      case 3: lines.remove(at: place)
      case 4, 5: lines[place] = line.completed(on: CivilDate(daysSinceEpoch: 20_577)).description
      case 6: lines[place] += " +tag\(task.utf8.count)"
      case 7: lines[place] = line.setting("due", to: TaskTexts.date(&random)).description
      case 8:
        guard reworded.insert(Self.token(lines[place]) ?? "").inserted else { return }
        var words = lines[place].split(separator: " ").map(String.init)
        let plain = words.indices.filter { words[$0].allSatisfy { $0.isLetter && $0.isLowercase } && words[$0] != "x" }
        guard plain.count > 2 else { return }
        words[random.pick(plain)] = TaskTexts.word(&random)
        lines[place] = words.joined(separator: " ")
      default: lines.insert(lines.remove(at: place), at: Int.random(in: 0...lines.count, using: &random))
      }
    }
    self.reworded = reworded
  }

  /// As Syncthing does it: one version wins, the other comes beside it; each machine sees both, or only what the other
  /// made of them. False if that comes to no end.
  private mutating func join(_ random: inout Seeded) -> Bool {
    var old: [TodoText]?
    for _ in 0..<8 {
      let texts = machines.map(\.text)
      if texts[0] == texts[1] { return true }
      now = now.adding(seconds: 2)
      // Only one of them is new since the last round.
      if let old, let quiet = machines.indices.first(where: { old[$0] == texts[$0] }) {
        machines[quiet].receive(texts[1 - quiet], at: now)
        continue
      }
      let loser = Int.random(in: 0...1, using: &random)
      machines[loser].receive(texts[1 - loser], at: now)
      old = machines.map(\.text)
      machines[loser].take(texts[loser], at: now)
      // The loser may be so quick that the copy never comes to the winner.
      if !random.one(in: 4) { machines[1 - loser].take(texts[loser], at: now) }
      log.append(("\(loser) lost", machines.map(\.lines)))
    }
    return machines[0].text == machines[1].text
  }

  private mutating func fault(_ before: [Substring: [String]], _ apart: [[Substring: [String]]]) -> Fault? {
    let after = Self.byToken(machines[0].lines)
    for token in Set(before.keys).union(apart[0].keys).union(apart[1].keys) {
      let forms = apart.map { $0[token] }
      let was = before[token]
      let isRemoved = forms.contains { $0 == nil } && was != nil
      let isChanged = forms.map { $0 != nil && $0 != was }
      guard let found = after[token] else {
        if isRemoved { continue }
        return Fault(words: "\(token) is lost", token: token)
      }
      if isRemoved || isChanged == [true, true] { continue }
      let wanted = (isChanged[1] ? forms[1] : forms[0] ?? forms[1]) ?? []
      guard wanted.allSatisfy(found.contains) else {
        return Fault(words: "\(token) is \(found), not \(wanted)", token: token)
      }
      if isChanged.contains(true) { changedTasks += 1 }
      if found.count > wanted.count { staleForms += 1 }
    }
    return nil
  }
}
