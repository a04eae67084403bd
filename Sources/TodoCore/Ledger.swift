/// What rang on this machine, by item, due value and name of the moment.
package struct Ledger: Sendable {
  private var rows: [ItemID?: [LedgerRow]] = [:]

  package init(_ rows: [LedgerRow] = []) {
    for row in rows { record(row) }
  }

  /// Replaces the row of the same key.
  package mutating func record(_ row: LedgerRow) {
    let place = rows[row.key.item, default: []].firstIndex { $0.key == row.key }
    guard let place else {
      rows[row.key.item, default: []].append(row)
      return
    }
    rows[row.key.item]?[place] = row
  }

  /// For an id that goes to another task.
  package mutating func forget(_ item: ItemID) { rows[item] = nil }

  /// The rows that are not a wrong clock's, in the order in which their keys came.
  package func rows(of item: ItemID?, at now: Instant) -> [LedgerRow] {
    guard let rows = rows[item] else { return [] }
    return rows.filter { !Ledger.isVoid($0, at: now) }
  }

  package func row(_ key: LedgerKey, at now: Instant) -> LedgerRow? {
    rows[key.item]?.first { $0.key == key && !Ledger.isVoid($0, at: now) }
  }

  /// The furthest place in the order of its occurrence that a task has left behind; nil if none.
  func settledOrder(of item: ItemID, due: @autoclosure () -> String, at now: Instant) -> Int64? {
    guard let rows = rows[item] else { return nil }
    let due = due()
    var settled: Int64?
    for row in rows where row.key.due == due && row.state.isSettled && !Ledger.isVoid(row, at: now) {
      guard let order = row.key.name.order else { continue }
      settled = max(settled ?? order, order)
    }
    return settled
  }

  /// A row written more than a day ahead of now was written by a wrong clock.
  ///
  /// Less than that a clock may go back without anything ringing twice.
  private static func isVoid(_ row: LedgerRow, at now: Instant) -> Bool {
    row.writtenAt.seconds(since: now) > 86_400
  }
}

extension LedgerRow.State {
  /// Nothing more comes of the moment by itself.
  package var isSettled: Bool {
    switch self {
    case .ringing, .rung, .closed, .answered, .superseded, .bornLate, .dropped: true
    case .failed: false
    }
  }

  /// It rang or was tried, and nobody has reacted to it.
  package var isUnanswered: Bool {
    switch self {
    case .ringing, .rung, .failed: true
    case .closed, .answered, .superseded, .bornLate, .dropped: false
    }
  }
}
