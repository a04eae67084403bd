/// What rang on this machine, by item, due value and name of the moment.
package struct Ledger: Sendable {
  private var rows = ItemMap<[LedgerRow]>()
  /// Those of the file as a whole.
  private var fileRows: [LedgerRow] = []

  package init(_ rows: [LedgerRow] = []) {
    for row in rows { record(row) }
  }

  /// Replaces the row of the same key.
  package mutating func record(_ row: LedgerRow) {
    if let item = row.key.item {
      Ledger.record(row, in: &rows[item, default: []])
    } else {
      Ledger.record(row, in: &fileRows)
    }
  }

  private static func record(_ row: LedgerRow, in rows: inout [LedgerRow]) {
    guard let place = rows.firstIndex(where: { $0.key == row.key }) else { return rows.append(row) }
    rows[place] = row
  }

  /// For an id that goes to another task.
  package mutating func forget(_ item: ItemID) { rows.remove(item) }

  /// To be told of each step of the clock: a step alone, and not time that passes, makes what was void hold again.
  ///
  /// - Returns: The rows that are void from now on, or no longer are.
  mutating func clockStepped(to now: Instant) -> [LedgerRow] {
    let changed = (rows.all.flatMap(\.value) + fileRows).compactMap { row -> LedgerRow? in
      // A clock that is right again comes near the times at which the wrong one wrote: void these stay all the same.
      let isVoid = Ledger.isFarAhead(row, of: now) || row.isVoid && row.attestedAt > now
      guard isVoid != row.isVoid else { return nil }
      var row = row
      row.isVoid = isVoid
      return row
    }
    for row in changed { record(row) }
    return changed
  }

  /// The rows that are not a wrong clock's, in the order in which their keys came.
  package func rows(of item: ItemID?, at now: Instant) -> [LedgerRow] {
    guard let found = stored(item) else { return [] }
    return found.filter { !isVoid($0, at: now) }
  }

  package func row(_ key: LedgerKey, at now: Instant) -> LedgerRow? {
    stored(key.item)?.first { $0.key == key && !isVoid($0, at: now) }
  }

  /// The tasks that have such a row, by id.
  func items(where holds: (LedgerRow) -> Bool) -> [ItemID] {
    rows.all.filter { $0.value.contains(where: holds) }.map(\.key).sorted()
  }

  /// Void or not.
  func stored(_ key: LedgerKey) -> LedgerRow? { stored(key.item)?.first { $0.key == key } }

  private func stored(_ item: ItemID?) -> [LedgerRow]? {
    guard let item else { return fileRows }
    return rows[item]
  }

  /// The furthest place in the order of its occurrence that a task has left behind; nil if none.
  func settledOrder(of item: ItemID, due: @autoclosure () -> String, at now: Instant) -> Int64? {
    guard let rows = rows[item] else { return nil }
    let due = due()
    var settled: Int64?
    for row in rows where row.key.due == due && row.state.isSettled && !isVoid(row, at: now) {
      guard let order = row.key.name.order else { continue }
      settled = max(settled ?? order, order)
    }
    return settled
  }

  /// A row attested more than a day ahead of now was written by a wrong clock.
  ///
  /// Less than that a clock may go back without anything ringing twice.
  func isVoid(_ row: LedgerRow, at now: Instant) -> Bool {
    row.isVoid || Ledger.isFarAhead(row, of: now)
  }

  private static func isFarAhead(_ row: LedgerRow, of now: Instant) -> Bool {
    row.attestedAt.seconds(since: now) > 86_400
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
