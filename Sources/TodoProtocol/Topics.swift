/// What a `watch` wants to hear of.
package struct Topics: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Changes of the list: `* changed`, and with a query `* task` and `* gone`.
  package static let tasks = Topics(rawValue: 1)
  /// What rings and what becomes of it: `* due`.
  package static let reminders = Topics(rawValue: 2)

  static let names: [(name: StaticString, topic: Topics)] = [("tasks", .tasks), ("reminders", .reminders)]

  /// Reads `tasks,reminders`; nil if one of them is unknown.
  init?(parsing word: ArraySlice<UInt8>) {
    self = []
    for part in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let known = Topics.names.first(where: { part.equals($0.name) }) else { return nil }
      insert(known.topic)
    }
  }
}

extension Topics: CustomStringConvertible {
  package var description: String {
    Topics.names.filter { contains($0.topic) }.map { "\($0.name)" }.joined(separator: ",")
  }
}
