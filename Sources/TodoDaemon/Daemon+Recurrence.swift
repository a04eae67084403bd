import TodoCore
import TodoProtocol
import TodoTxt

/// When others last wrote the todo file or the done file, in milliseconds of the uptime.
struct Quiet {
  private var since: Int64 = 0
  private var tries = 0
  private var again: Int64?

  mutating func touched(at uptime: Int64) {
    since = uptime
    again = nil
  }

  mutating func failed(at uptime: Int64) {
    again = uptime + 1000 * Reminders.retries[min(tries, Reminders.retries.count - 1)]
    tries += 1
  }

  mutating func succeeded() {
    tries = 0
    again = nil
  }

  /// When the files have been quiet for long enough.
  var deadline: Int64 { again ?? since + Quiet.patience }
  private static let patience: Int64 = 5000
}

/// What follows from recurring tasks that others completed or reopened: whoever did it has time to see to it.
extension Daemon {
  var owedDeadline: Int64? { owed.isEmpty ? nil : quiet.deadline }

  /// Tasks that turned out to be in the done file were completed by somebody else.
  func owe(_ archived: [DoneFile.Archived]) {
    let today = ports.zone().date(of: ports.now())
    let items = archived.flatMap { owed.note(archived: $0.task, as: $0.line, on: today) }
    record([], extra: items.map { owed.items[$0].map { StateRecord($0) } ?? StateRecord(removingOwed: $0) })
  }

  /// Makes what is owed once the files are quiet.
  func settleOwed(at uptime: Int64) {
    guard let deadline = owedDeadline, deadline <= uptime else { return }
    let now = ports.now()
    look(at: now)
    lookAtDoneFile()
    // Something came just now: its time is given to it.
    guard let deadline = owedDeadline, deadline <= uptime else { return }
    guard (try? requireSettledFile()) != nil, let doneLines = settledDoneLines else {
      return quiet.touched(at: uptime)
    }
    var draft = draft(at: now)
    let entries = settle(in: &draft, doneLines, at: uptime)
    guard !draft.isEmpty else { return quiet.touched(at: uptime) }
    guard case .written = write(draft) else { return quiet.failed(at: uptime) }
    quiet.succeeded()
    if !owed.isEmpty { quiet.touched(at: uptime) }
    for entry in entries { ports.journal(entry) }
  }

  /// All lines that are missing are one step, all that go another.
  private func settle(in draft: inout Draft, _ doneLines: [Line], at uptime: Int64) -> [JournalEntry] {
    let all = draft.owed.inOrder
    // As they were seen and, should somebody have mended their words, as they are.
    let lines = all.map(\.line) + all.compactMap { draft.list[$0.item]?.line }
    var series = SeriesIndex(of: lines, in: draft.list, doneFile: doneLines)
    var entries: [JournalEntry] = []
    var withdrawn: Set<ItemID> = []
    var settled: [ItemID] = []
    _ = draft.step("recurrence", by: .recurrence) { list, context in
      var outcome = Outcome()
      for owed in all {
        let isAwaited = self.doneFile.awaits(owed.item, at: uptime)
        let decision = owed.settled(in: list, series, isAwaited: isAwaited)
        if decision != .waits { settled.append(owed.item) }
        switch decision {
        case .waits, .nothing: continue
        case .noLine(let reason): outcome.notes.append(.noSuccessor(owed.item, reason))
        case .withdraw(let item): withdrawn.insert(item)
        case .line(let line):
          let change = list.addSuccessor(line, in: &context)
          if let task = change.new { series.add(task) }
          outcome.changes.append(change)
        }
      }
      let count = outcome.changes.count
      if count > 0 {
        entries.append(
          JournalEntry(.recurred, "next lines of tasks that another program completed: \(count)"))
      }
      return outcome
    }
    if !withdrawn.isEmpty {
      _ = draft.step("reopened", by: .recurrence) { list, _ in list.takeOut(withdrawn.sorted()) }
      entries.append(
        JournalEntry(.recurred, "next lines taken away, of tasks that another program reopened: \(withdrawn.count)"))
    }
    for item in settled { draft.owed.remove(item) }
    draft.note(settled)
    return entries
  }

  /// Is nil while it is being written or cannot be read.
  private var settledDoneLines: [Line]? {
    do throws(FileFault) {
      return TodoText(parsing: try ports.file.readBeside(.done) ?? []).lines
    } catch {
      return nil
    }
  }

  /// The journal hears too what a client is told of a series that ends.
  func tell(_ notes: [Outcome.Note]) {
    for case .noSuccessor(let item, let reason) in notes {
      if let entry = entry(of: item, reason) { ports.journal(entry) }
    }
  }

  private func entry(of item: ItemID, _ reason: Successor.Reason) -> JournalEntry? {
    switch reason {
    case .notRecurring: return nil
    case .ended: return JournalEntry(.recurred, "a series is over: its next day is after its until:", item: item)
    case .nonsense:
      return JournalEntry(
        .recurrenceRefused, "a task was completed, but its rec: gives no next day", level: .warning, item: item)
    case .beyondCalendar:
      return JournalEntry(
        .recurrenceRefused, "a task was completed, but its next day is after the year 9999", level: .warning,
        item: item)
    }
  }
}
