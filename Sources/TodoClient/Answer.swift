package import TodoProtocol

/// All that the daemon said to one request.
package struct Answer: Hashable, Sendable {
  package var rows: [TaskRow] = []
  package var gone: [Int32] = []
  package var data: [Attribute] = []
  /// Of the OK.
  package var attributes: [Attribute] = []
  package var failure: Failure?

  package init() {}

  /// Takes a line in; true once the answer is complete.
  package mutating func take(_ response: Response) -> Bool {
    switch response {
    case .row(let id, let attributes, let line): rows.append(TaskRow(id: id, attributes, line: line))
    case .gone(let id, _): gone.append(id)
    case .data(let key, let value): data.append(Attribute(key, value))
    case .event: break
    case .greeting: return true
    case .ok(_, let attributes):
      self.attributes = attributes
      return true
    case .failed(_, let failure):
      self.failure = failure
      return true
    }
    return false
  }

  /// Remarks on a change, for people.
  package var notes: [String] { data.filter { $0.key == "note" }.map(\.value) }
  package var step: String? { attributes["step"] }
}
