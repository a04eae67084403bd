import TodoCore
import TodoTxt

/// What makes no sense in the file and was told, or is to be told once the file was quiet for a while.
struct BadValues {
  /// Tasks that have to be looked at.
  var items: Set<ItemID> = []
  /// The uptime (ms) at which they are.
  var deadline: Int64?
  /// Nothing may disturb now; they are told when that ends.
  var areHeld = false
  /// `12 due:friday`: told once, whatever was answered.
  private(set) var told: Set<String> = []

  static let patience: Int64 = 30_000
  /// A popup that could not be shown is tried again after that, or when a server appears.
  static let retry: Int64 = 900_000

  func isTold(_ value: BadValue) -> Bool { told.contains(BadValues.name(value)) }

  mutating func note(_ values: [BadValue]) { told.formUnion(values.map(BadValues.name)) }

  private static func name(_ value: BadValue) -> String {
    "\(value.item) \(value.key.rawValue):\(value.value.prefix(200).filter { !$0.isNewline })"
  }

  // MARK: In the state

  static let noteName = "bad-values"

  var record: StateRecord { .note(BadValues.noteName, Array(told.sorted().joined(separator: "\n").utf8)) }

  /// What is told of tasks that are gone for good is forgotten.
  mutating func remember(_ note: [UInt8]?, of isKnown: (ItemID) -> Bool) {
    let lines = String(decoding: note ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    told = Set(
      lines.filter { line in
        line.split(separator: " ").first.flatMap { Int32($0) }.map { isKnown(ItemID($0)) } ?? false
      })
  }
}

/// `due:friday` in the file: told in one popup, which can mend it.
extension Daemon {
  /// Somebody else changed these, or all was read anew.
  func suspect(_ tasks: some Sequence<Task>) {
    let uptime = ports.uptime()
    for task in tasks where !task.meaning.problems.isEmpty { badValues.items.insert(task.id) }
    badValues.deadline = badValues.items.isEmpty ? nil : uptime + BadValues.patience
  }

  func tellBadValues(at uptime: Int64) {
    guard let deadline = badValues.deadline, deadline <= uptime else { return }
    badValues.deadline = nil
    let now = ports.now()
    if let end = reminders.silenceEnd(at: now) {
      badValues.areHeld = true
      if end < .never { badValues.deadline = uptime + max(1000, end.milliseconds(since: now)) }
      return
    }
    badValues.areHeld = false
    let today = ports.zone().date(of: now)
    let tasks = badValues.items.sorted().compactMap { list[$0] }
    badValues.items = []
    let values = tasks.flatMap { BadValue.all(of: $0, today: today) }.filter { !badValues.isTold($0) }
    guard !values.isEmpty else { return }
    ports.journal(
      JournalEntry(
        .badValue, values.count == 1 ? "a value makes no sense" : "\(values.count) values make no sense",
        level: .warning, item: values.count == 1 ? values.first?.item : nil, revision: revision,
        path: configuration.todo))
    notice(.badValues(values))
  }

  /// A pause or the desktop's do-not-disturb may have ended.
  func releaseBadValues(at now: Instant) {
    guard badValues.areHeld, reminders.silenceEnd(at: now) == nil else { return }
    badValues.areHeld = false
    badValues.deadline = ports.uptime()
  }

  /// The popup is on the screen: it is not told a second time.
  func toldBadValues(_ values: [BadValue]) {
    badValues.note(values)
    record([], extra: [badValues.record])
  }

  func retryBadValues(_ values: [BadValue]) {
    badValues.items.formUnion(values.map(\.item))
    badValues.deadline = ports.uptime() + BadValues.retry
  }
}
