package import TodoTxt

/// What this machine's history says of the lines of a file and of a conflict copy of it.
///
/// A copy has no certain base. What is certain is what was done here: which lines were taken out or made others, and
/// which forms a task had. That the version which won the conflict came in is no such deed: it took out all that its
/// side did not have.
package struct CopyHistory: Sendable {
  /// How far back it goes, in seconds.
  package static let span: Int64 = 90 * 86_400
  /// A foreign edit may be the winner's coming for so many seconds, where the copy is not exactly what was before it.
  private static let arrivalSpan: Int64 = 300

  typealias Content = ArraySlice<UInt8>

  /// What a task was, and the step that made it so; 0 for what was there before all steps.
  struct Form {
    let line: Line
    let step: Int64
  }

  /// The last deed that a line saw here: the step, and whether it took the line out.
  private var deeds: [Content: (step: Int64, isRemoval: Bool)] = [:]
  /// The lines that the winner's coming took out, with their tasks: this machine's own until then.
  private var displaced: [Content: ItemID] = [:]
  private var displacedForms: [ItemID: Line] = [:]
  /// The forms that each task had here, the newest first.
  private var forms: [ItemID: [Form]] = [:]
  /// The oldest form that some step took out.
  private var oldest: [ItemID: Line] = [:]
  /// Every line of every version.
  private var known: Set<Content> = []
  /// Both come from one file, and did not begin as two that are alike in this or that.
  private let isOfOneOrigin: Bool
  /// What of this machine's steps is in the file, and in the copy.
  private var inFile: Presence
  private var inCopy: Presence

  /// Which of this machine's steps another version has.
  fileprivate struct Presence {
    let lines: Set<Content>
    /// The newest step whose lines are there.
    var newest: Int64 = 0
    /// The same of those that can be there because a person there had seen them, and not because a copy was taken in a
    /// moment ago.
    var newestSeen: Int64 = 0
  }

  private let now: Instant
  /// How far the version is from the copy to which the steps that were taken lead back.
  private var distance: Distance
  private var isFound: Bool
  /// A copy was taken in a moment ago.
  private var tookCopyIn = false

  package init(file: [StoredLine], copy: TodoText, now: Instant) {
    self.now = now
    inFile = Presence(lines: Set(file.map(\.line.content)))
    inCopy = Presence(lines: Set(copy.lines.map(\.content)))
    known = inFile.lines
    isOfOneOrigin =
      2 * inFile.lines.intersection(inCopy.lines).count >= min(inFile.lines.count, inCopy.lines.count)
    distance = Distance(file.map(\.line), copy.lines)
    isFound = distance.isZero
  }

  /// Takes one more step in, the newest first; false where it is too long ago, as all before it are.
  package mutating func take(_ step: Step) -> Bool {
    guard now.seconds(since: step.time) <= Self.span else { return false }
    distance.takeBack(step.delta)
    let isOrigin = distance.isZero && !isFound
    isFound = isFound || distance.isZero
    let isRecent = abs(now.seconds(since: step.time)) <= Self.arrivalSpan
    guard !step.isByOthers || !isOrigin && !isRecent else {
      noteArrival(step)
      return true
    }
    note(step)
    noteMoved(step)
    guard step.title != Step.copyTitle || !isRecent else {
      // The other side may have made the same of it, and has had all that was here then.
      tookCopyIn = true
      return true
    }
    let news = step.news
    inFile.note(step.number, news, isSeen: !tookCopyIn)
    inCopy.note(step.number, news, isSeen: !tookCopyIn)
    return true
  }

  /// At least half of the lines with words were here once, so that it is a copy of this very file.
  package func knows(_ copy: TodoText) -> Bool {
    let lines = copy.lines.filter { !$0.isBlank }
    return 2 * lines.count { known.contains($0.content) } >= lines.count
  }

  private mutating func noteArrival(_ step: Step) {
    let (removed, inserted) = step.lines
    noteKnown(removed, inserted)
    let after = Set(inserted.map(\.line.content))
    for line in removed where !after.contains(line.line.content) {
      guard let id = line.id else { continue }
      displaced[line.line.content] = id
      displacedForms[id] = line.line
    }
  }

  private mutating func note(_ step: Step) {
    let (removed, inserted) = step.lines
    noteKnown(removed, inserted)
    // A line that only moved is in both.
    let before = Set(removed.map(\.line.content))
    let after = Set(inserted.map(\.line.content))
    for content in before.subtracting(after) where deeds[content] == nil { deeds[content] = (step.number, true) }
    for content in after.subtracting(before) where deeds[content] == nil { deeds[content] = (step.number, false) }
    for line in inserted where !before.contains(line.line.content) {
      if let id = line.id { forms[id, default: []].append(Form(line: line.line, step: step.number)) }
    }
    for line in removed where !after.contains(line.line.content) { if let id = line.id { oldest[id] = line.line } }
    for id in Set(inserted.compactMap(\.id)).subtracting(removed.compactMap(\.id)) { oldest[id] = nil }
  }

  /// Lines that went to another file and may have come back from there.
  private mutating func noteMoved(_ step: Step) {
    if let moved = step.moved { known.formUnion(moved.lines.lazy.map(\.line.content)) }
  }

  private mutating func noteKnown(_ removed: [StoredLine], _ inserted: [StoredLine]) {
    known.formUnion(removed.lazy.map(\.line.content))
    known.formUnion(inserted.lazy.map(\.line.content))
  }

  // MARK: What it says

  /// The line of the file was taken out here, or made another, and its side could not know.
  func isTakenOut(fromFile line: Line) -> Bool { isTakenOut(line, since: inFile.newestSeen) }

  /// The same of a line of the copy.
  func isTakenOut(fromCopy line: Line) -> Bool { isTakenOut(line, since: inCopy.newestSeen) }

  /// Who has something that was done here later has the line in spite of it.
  private func isTakenOut(_ line: Line, since newest: Int64) -> Bool {
    deeds[line.content].map { $0.isRemoval && $0.step > newest } ?? false
  }

  /// The form over which two forms of a task, that of the file and that of the copy, can be joined; nil where the task
  /// may have come here after both sides had parted.
  ///
  /// What the other side is known to have had: who has something that was done here has all that was done before. An
  /// older form than need be does no harm, since what both sides did is the same; a newer one would lose what was done
  /// here.
  func origin(of id: ItemID?, inFile file: Line, inCopy copy: Line) -> Line? {
    let isOwnInCopy = displaced[copy.content] != nil
    let own = displaced[copy.content] ?? id
    let other = isOwnInCopy ? file : copy
    let shared = isOwnInCopy ? inFile.newest : inCopy.newest
    let changed = own.map(lineage) ?? []
    let forms = changed.isEmpty ? [Form(line: isOwnInCopy ? copy : file, step: 0)] : changed
    // The other side left it as it was once.
    if forms.dropFirst().contains(where: { $0.line.content == other.content }) { return other }
    guard shared > 0 || isOfOneOrigin, let place = forms.firstIndex(where: { $0.step <= shared }) else { return nil }
    if place == 0, forms.count > 1, let joined = mergeLine(base: forms[1].line, x: file, y: copy),
      joined.content != other.content
    {
      return forms[1].line
    }
    return forms[place].line
  }

  /// The forms of a task of this machine's own, the newest first.
  private func lineage(_ id: ItemID) -> [Form] {
    let all = forms[id] ?? []
    if let line = oldest[id], all.last?.line.content != line.content { return all + [Form(line: line, step: 0)] }
    if all.isEmpty, let line = displacedForms[id] { return [Form(line: line, step: 0)] }
    return all
  }
}

extension CopyHistory.Presence {
  mutating func note(_ step: Int64, _ news: Set<CopyHistory.Content>, isSeen: Bool) {
    guard newest == 0 || isSeen && newestSeen == 0, !news.isDisjoint(with: lines) else { return }
    if newest == 0 { newest = step }
    if isSeen, newestSeen == 0 { newestSeen = step }
  }
}

/// How many lines two texts do not share, while one of them goes back in time.
private struct Distance: Sendable {
  private var counts: [ArraySlice<UInt8>: Int] = [:]
  private var odd = 0

  init(_ one: [Line], _ other: [Line]) {
    for line in one { add(1, line) }
    for line in other { add(-1, line) }
  }

  var isZero: Bool { odd == 0 }

  mutating func takeBack(_ delta: Delta) {
    for hunk in delta.hunks {
      for line in hunk.inserted { add(-1, line.line) }
      for line in hunk.removed { add(1, line.line) }
    }
  }

  private mutating func add(_ number: Int, _ line: Line) {
    let before = counts[line.content, default: 0]
    counts[line.content] = before + number
    odd += abs(before + number) - abs(before)
  }
}

extension Step {
  /// The title of a step that took a conflict copy in.
  package static let copyTitle = "conflict copy"

  fileprivate var lines: (removed: [StoredLine], inserted: [StoredLine]) {
    (delta.hunks.flatMap(\.removed), delta.hunks.flatMap(\.inserted))
  }

  /// Lines that nobody writes by chance as well: of a person's own changes the new tasks.
  fileprivate var news: Set<ArraySlice<UInt8>> {
    let (removed, inserted) = lines
    switch author {
    case .editor, .merge: return Set(inserted.map(\.line.content)).subtracting(removed.map(\.line.content))
    case .client, .popup, .recurrence, .undo, .redo:
      let old = Set(removed.compactMap(\.id))
      let new = inserted.filter { $0.id.map { !old.contains($0) } ?? false }.map(\.line)
      return Set(new.filter { !$0.header.isDone && !$0.recurs }.map(\.content))
    }
  }

  /// Somebody else's version came in.
  fileprivate var isByOthers: Bool {
    switch author {
    case .editor: true
    case .merge: title != Step.copyTitle
    case .client, .popup, .recurrence, .undo, .redo: false
    }
  }
}
