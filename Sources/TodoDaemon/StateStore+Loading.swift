import TodoCore

extension StateStore {
  /// Reads all that the daemon keeps in memory; a file found broken now is set aside, see `opening`.
  ///
  /// May be called again at any time, as after `dropIntent`.
  package func load() throws(StateError) -> StoredState {
    try recovering { () throws(StateError) in try read() }
  }

  /// The change whose fate the files have to tell, if there is one.
  func openIntent() throws(StateError) -> Intent? {
    try StateError.wrapping { () throws(SQLiteError) in
      let row = try database.query("SELECT * FROM intent WHERE list = ?", .integer(list))
      defer { row.reset() }
      guard try row.step() else { return nil }
      func print(_ column: Int32) -> Fingerprint? {
        row.isNull(column) ? nil : Fingerprint(hash: row.bits(column), count: Int(row.integer(column + 1)))
      }
      let none = Fingerprint(hash: 0, count: 0)
      return Intent(
        revision: row.integer(1), todoBefore: print(4) ?? none, todoAfter: print(6) ?? none, doneBefore: print(8),
        doneAfter: print(10), steps: row.isNull(2) ? nil : row.integer(2)...max(row.integer(2), row.integer(3)))
    }
  }

  private func read() throws(StateError) -> StoredState {
    var state = StoredState(
      revision: 0, nextStep: 1, version: .empty, openIntent: try openIntent(), departed: [], records: [:])
    var checkpointStep: Int64 = 0
    try StateError.wrapping { () throws(SQLiteError) in
      let row = try database.query(
        "SELECT revision, next_step, checkpoint_step, checkpoint_revision FROM list WHERE id = ?", .integer(list))
      defer { row.reset() }
      guard try row.step() else { return }
      state.revision = row.integer(0)
      state.nextStep = row.integer(1)
      checkpointStep = row.integer(2)
      state.version.revision = row.integer(3)
    }
    try readCheckpoint(into: &state.version)
    try replay(after: checkpointStep, on: &state.version)
    try StateError.wrapping { () throws(SQLiteError) in
      state.departed = try readDeparted()
      state.records = try readRecords()
    }
    hasDeparted = !state.departed.isEmpty
    return state
  }

  private func readCheckpoint(into version: inout StoredVersion) throws(StateError) {
    checkpointBytes = 0
    let rows = try StateError.wrapping { () throws(SQLiteError) in
      try database.query("SELECT bytes FROM checkpoint WHERE list = ? ORDER BY number", .integer(list))
    }
    defer { rows.reset() }
    while try StateError.wrapping({ () throws(SQLiteError) in try rows.step() }) {
      let bytes = rows.blob(0)
      checkpointBytes += bytes.count
      do throws(DeltaDecodingError) {
        let chunk = try Checkpoint(decoding: bytes)
        version.lines += chunk.lines
        version.frame = chunk.frame
      } catch {
        throw .damaged("checkpoint: \(error)")
      }
    }
  }

  private func replay(after checkpointStep: Int64, on version: inout StoredVersion) throws(StateError) {
    deltaBytes = 0
    deltaSteps = 0
    let rows = try StateError.wrapping { () throws(SQLiteError) in
      try database.query(
        "SELECT revision, delta FROM step WHERE id > ? AND id <= ? ORDER BY id", rowID(of: checkpointStep), lastRowID)
    }
    defer { rows.reset() }
    while try StateError.wrapping({ () throws(SQLiteError) in try rows.step() }) {
      let bytes = rows.blob(1)
      deltaBytes += bytes.count
      deltaSteps += 1
      try version.apply(try Delta(stored: bytes))
      version.revision = rows.integer(0)
    }
  }

  private func readDeparted() throws(SQLiteError) -> Set<ItemID> {
    var departed: Set<ItemID> = []
    let rows = try database.query("SELECT item FROM departed WHERE list = ?", .integer(list))
    while try rows.step() {
      guard let number = Int32(exactly: rows.integer(0)), number > 0 else { continue }
      departed.insert(ItemID(number))
    }
    return departed
  }

  private func readRecords() throws(SQLiteError) -> [StateRecord.Kind: [[UInt8]: [UInt8]]] {
    var records: [StateRecord.Kind: [[UInt8]: [UInt8]]] = [:]
    let rows = try database.query("SELECT kind, key, value FROM record WHERE list = ?", .integer(list))
    while try rows.step() {
      // A kind that only a newer program knows of would have come with a newer layout.
      guard let kind = StateRecord.Kind(rawValue: rows.integer(0)) else { continue }
      records[kind, default: [:]][rows.blob(1)] = rows.blob(2)
    }
    return records
  }
}
