/// An option of a request: `key=value` before the arguments.
package enum RequestOption: Sendable, CaseIterable {
  /// The hash the item must still have.
  case condition
  /// The revision the client knows.
  case since
  /// `top=1`: to the first line.
  case top
  /// The keys of an order: `due,pri,-created`.
  case sort
  /// `rows=plain`: what the rows of the answer carry.
  case rows
  /// How many at most.
  case limit
  /// `whole=1`: the line is all of it.
  case whole

  package var key: StaticString {
    switch self {
    case .condition: "if"
    case .since: "since"
    case .top: "top"
    case .sort: "sort"
    case .rows: "rows"
    case .limit: "limit"
    case .whole: "whole"
    }
  }

  /// The option as `commands` and the manual write it.
  package var usage: String {
    switch self {
    case .condition: "if=HASH"
    case .since: "since=REV"
    case .top: "top=1"
    case .sort: "sort=KEYS"
    case .rows: "rows=plain|full"
    case .limit: "limit=N"
    case .whole: "whole=1"
    }
  }
}
