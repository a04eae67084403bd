package import TodoProtocol

/// One moment of a task, as `why` tells of it; absent facts are nil.
package struct ToldMoment: Hashable, Sendable {
  package let name: String
  /// When it should ring, or should have.
  package let at: String
  /// `rung`, `held`: what became of it.
  package let state: String
  package let facts: [Attribute]

  /// Reads the value of a `= moment` line.
  package init(_ value: String) {
    let said = Response.attributes(of: value)
    name = said["name"] ?? ""
    at = said["at"] ?? ""
    state = said["is"] ?? ""
    facts = said.filter { !["name", "at", "is"].contains($0.key) }
  }

  /// The keys that facts may have, in the order of JSON.
  static let keys = ["why", "until", "reason", "rung", "late", "since", "by", "of"]
}

extension Answer {
  package var moments: [ToldMoment] { data.filter { $0.key == "moment" }.map { ToldMoment($0.value) } }
}
