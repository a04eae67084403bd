package import TodoCore
import TodoTxt

extension StateStore {
  private static let columns = "id, revision, time, author, title, delta, archived, beside, undoes, undone_by, facts"

  package func step(_ number: Int64) throws(StateError) -> Step? {
    try read("SELECT \(Self.columns) FROM step WHERE id = ?", rowID(of: number)).first
  }

  /// The newest `count` steps, newest first; `before` begins below that number.
  package func steps(newest count: Int, before number: Int64? = nil) throws(StateError) -> [Step] {
    try read(
      "SELECT \(Self.columns) FROM step WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT ?", rowID(of: 0),
      number.map { rowID(of: $0 - 1) } ?? lastRowID, .integer(Int64(count)))
  }

  /// What the newest `count` steps touched, newest first; `before` begins below that number.
  package func outlines(newest count: Int, before number: Int64? = nil) throws(StateError) -> [StepOutline] {
    let rows = try StateError.wrapping { () throws(SQLiteError) in
      try database.query(
        "SELECT id, author, delta, facts FROM step WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT ?", rowID(of: 0),
        number.map { rowID(of: $0 - 1) } ?? lastRowID, .integer(Int64(count)))
    }
    defer { rows.reset() }
    var outlines: [StepOutline] = []
    while try StateError.wrapping({ () throws(SQLiteError) in try rows.step() }) {
      let effects: [StepOutline.Effect]
      do throws(DeltaDecodingError) {
        effects = try Delta.effects(inEncoded: rows.blob(2))
      } catch {
        throw .damaged("delta: \(error)")
      }
      let facts = rows.optionalBlob(3).map(StoredFacts.changes) ?? []
      outlines.append(
        StepOutline(
          number: self.number(ofRow: rows.integer(0)), author: try author(rows.text(1)), effects: effects,
          reminded: facts.compactMap { $0.subject?.item }))
    }
    return outlines
  }

  /// The newest step that a person made, or did again, through todod and that nobody took back.
  package func newestUndoable() throws(StateError) -> Step? {
    try read(
      """
      SELECT \(Self.columns) FROM step
      WHERE id > ? AND id <= ? AND author IN ('client', 'popup', 'redo') AND undone_by IS NULL
      ORDER BY id DESC LIMIT 1
      """, rowID(of: 0), lastRowID
    ).first
  }

  /// The newest undo that nobody took back, and the newest step that a person made since.
  package func newestRedoable() throws(StateError) -> (undo: Step?, since: Int64?) {
    let undo = try read(
      """
      SELECT \(Self.columns) FROM step
      WHERE id > ? AND id <= ? AND author = 'undo' AND undone_by IS NULL
      ORDER BY id DESC LIMIT 1
      """, rowID(of: 0), lastRowID
    ).first
    guard let undo else { return (nil, nil) }
    let since = try StateError.wrapping { () throws(SQLiteError) in
      try database.integer(
        "SELECT id FROM step WHERE id > ? AND id <= ? AND author IN ('client', 'popup') ORDER BY id DESC LIMIT 1",
        rowID(of: undo.number), lastRowID)
    }
    return (undo, since.map(number(ofRow:)))
  }

  /// Rebuilds the file as it stood at a revision from the current version; nil if history does not reach back so far.
  package func version(at revision: Int64, from current: StoredVersion) throws(StateError) -> StoredVersion? {
    let forgotten = try StateError.wrapping { () throws(SQLiteError) in
      try database.integer("SELECT forgotten FROM list WHERE id = ?", .integer(list)) ?? 0
    }
    guard revision >= forgotten, revision <= current.revision else { return nil }
    var version = current
    let rows = try StateError.wrapping { () throws(SQLiteError) in
      try database.query(
        "SELECT revision, delta FROM step WHERE id > ? AND id <= ? ORDER BY id DESC", rowID(of: 0), lastRowID)
    }
    defer { rows.reset() }
    while try StateError.wrapping({ () throws(SQLiteError) in try rows.step() }) {
      let stepRevision = rows.integer(0)
      guard stepRevision > revision else { break }
      // The steps of an open intent may lie beyond the version that was handed in.
      guard stepRevision <= current.revision else { continue }
      try version.apply(try Delta(stored: rows.blob(1)).inverse)
    }
    version.revision = revision
    return version
  }

  /// The id and uuid of the task that last had exactly these bytes and left the file at `since` or later.
  package func formerID(of lineBytes: [UInt8], since: Instant) throws(StateError) -> (ItemID, TaskUUID)? {
    guard hasDeparted else { return nil }
    var candidates: [(step: Int64, item: Int64)] = []
    try StateError.wrapping { () throws(SQLiteError) in
      let rows = try database.query(
        "SELECT step, item FROM departed WHERE list = ? AND hash = ? ORDER BY step DESC", .integer(list),
        .bits(Fingerprint(of: lineBytes).hash))
      while try rows.step() { candidates.append((rows.integer(0), rows.integer(1))) }
    }
    for candidate in candidates {
      guard let step = try step(candidate.step), step.time >= since else { continue }
      for stored in step.delta.hunks.lazy.flatMap(\.removed) where stored.line.bytes == lineBytes {
        guard let id = stored.id, let uuid = stored.uuid, Int64(id.number) == candidate.item else { continue }
        return (id, uuid)
      }
    }
    return nil
  }

  private func read(_ sql: String, _ values: SQLiteValue...) throws(StateError) -> [Step] {
    let rows = try StateError.wrapping { () throws(SQLiteError) in try database.query(sql, values) }
    defer { rows.reset() }
    var steps: [Step] = []
    while try StateError.wrapping({ () throws(SQLiteError) in try rows.step() }) { steps.append(try step(from: rows)) }
    return steps
  }

  private func author(_ word: String) throws(StateError) -> Step.Author {
    guard let author = Step.Author(rawValue: word) else { throw .damaged("author \(word)") }
    return author
  }

  private func step(from row: SQLiteStatement) throws(StateError) -> Step {
    var moved: Moved?
    if let bytes = row.optionalBlob(6) {
      do throws(DeltaDecodingError) {
        moved = Moved(file: BesideFile(noteName: row.text(7)), lines: try Checkpoint(decoding: bytes).lines)
      } catch {
        throw .damaged("moved lines: \(error)")
      }
    }
    return Step(
      number: number(ofRow: row.integer(0)), revision: row.integer(1), time: Instant(microseconds: row.integer(2)),
      author: try author(row.text(3)), title: row.text(4), delta: try Delta(stored: row.blob(5)), moved: moved,
      facts: row.optionalBlob(10).map(StoredFacts.changes) ?? [], undoes: row.optionalInteger(8),
      undoneBy: row.optionalInteger(9))
  }
}

extension StateStore {
  private static let numberBits: Int64 = 40

  /// Where a step of this list stands in the one table of steps.
  func rowID(of number: Int64) -> SQLiteValue { .integer(list << Self.numberBits | number) }
  var lastRowID: SQLiteValue { .integer((list + 1) << Self.numberBits - 1) }
  func number(ofRow id: Int64) -> Int64 { id & (1 << Self.numberBits - 1) }
}
