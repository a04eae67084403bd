import TodoCore

/// What a step did to facts of the reminders, in the bytes that the state keeps of it.
///
/// Four lines a change: the kind of its record, the key, the value before and the value after; a value begins with `=`,
/// none is `-`. No value has a line break.
enum StoredFacts {
  static func bytes(_ changes: [FactChange]) -> [UInt8]? {
    let lines = changes.flatMap { change -> [[UInt8]] in
      guard let subject = change.subject else { return [] }
      let record = StateRecord(removing: subject)
      return [Array("\(record.kind.rawValue)".utf8), record.key, value(change.before), value(change.after)]
    }
    return lines.isEmpty ? nil : Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// A change that makes no sense is left out: it cannot be taken back.
  static func changes(_ bytes: [UInt8]) -> [FactChange] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    return stride(from: 0, to: lines.count - 3, by: 4).compactMap { place in
      guard let kind = Int64(String(decoding: lines[place], as: UTF8.self)).flatMap(StateRecord.Kind.init) else {
        return nil
      }
      let before = fact(kind, lines[place + 1], lines[place + 2])
      let after = fact(kind, lines[place + 1], lines[place + 3])
      return before == nil && after == nil ? nil : FactChange(before: before, after: after)
    }
  }

  private static func value(_ fact: ReminderFact?) -> [UInt8] {
    guard let value = fact.map({ StateRecord($0) })?.value else { return [UInt8(ascii: "-")] }
    return [UInt8(ascii: "=")] + value
  }

  private static func fact(_ kind: StateRecord.Kind, _ key: [UInt8], _ value: [UInt8]) -> ReminderFact? {
    guard value.first == UInt8(ascii: "=") else { return nil }
    let value = Array(value.dropFirst())
    switch kind {
    case .ledger: return StoredState.row(key: key, value: value).map { .row($0) }
    case .snooze: return StoredState.snooze(key: key, value: value).map { .snooze($0) }
    case .dismissal: return StoredState.dismissal(key: key).map { .dismissal($0) }
    case .pause: return StoredState.pause(key: key, value: value).map { .pause($0) }
    case .clash: return StoredState.clash(key: key, value: value).map { .clash($0) }
    case .popup, .note, .pending: return nil
    }
  }
}
