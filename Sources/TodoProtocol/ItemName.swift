/// How a request names tasks.
package enum ItemName: Hashable, Sendable {
  /// `17`.
  case id(Int32)
  /// `7-9`, both ends included, the first not after the last. Ids in it that no task has are left out.
  case range(Int32, Int32)
  /// `:12`, the task on that line of the file, counted from 1.
  case line(Int32)
  /// The task that rang last.
  case last
  /// All that rang and were neither closed nor answered.
  case rung
  /// `where QUERY`: every task the query finds.
  case matching(String)
}

extension ItemName {
  /// Reads one word; `where` is not one, because its query takes all the words after it.
  package init?(parsing word: ArraySlice<UInt8>) {
    if word.equals("last") {
      self = .last
    } else if word.equals("rung") {
      self = .rung
    } else if word.first == UInt8(ascii: ":") {
      guard let line = ItemName.number(word.dropFirst()) else { return nil }
      self = .line(line)
    } else if let dash = word.firstIndex(of: UInt8(ascii: "-")) {
      guard let first = ItemName.number(word[..<dash]), let last = ItemName.number(word[(dash + 1)...]), first <= last
      else { return nil }
      self = .range(first, last)
    } else {
      guard let id = ItemName.number(word) else { return nil }
      self = .id(id)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
    guard let number = digits.decimal(), number >= 1 else { return nil }
    return Int32(exactly: number)
  }

  /// It can only ever name one task, so that `if=` makes sense with it.
  package var isSingle: Bool {
    switch self {
    case .id, .line, .last: true
    case .range, .rung, .matching: false
    }
  }
}

extension ItemName {
  /// It is said in one word; a query takes all that follow.
  var isOneWord: Bool {
    switch self {
    case .id, .range, .line, .last, .rung: true
    case .matching: false
    }
  }
}

extension ItemName: CustomStringConvertible {
  /// The words of a request that name it.
  package var description: String {
    switch self {
    case .id(let number): String(number)
    case .range(let first, let last): "\(first)-\(last)"
    case .line(let number): ":\(number)"
    case .last: "last"
    case .rung: "rung"
    case .matching(let query): "where \(query)"
    }
  }
}
