import TodoCore

extension StateStore {
  /// Makes the transaction durable: it is on the disk, whole, when this returns, and not there at all when it throws.
  package func commit(_ transaction: Transaction) throws(StateError) {
    let encoded = transaction.steps.map(EncodedStep.init)
    let opens = transaction.intent != nil
    try StateError.wrapping { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        if transaction.confirms { try forgetIntent() }
        if let intent = transaction.intent { try open(intent) }
        for step in encoded { try insert(step) }
        for (number, by) in transaction.undone { try mark(number, undoneBy: by, keepsOld: opens) }
        for (number, moved) in transaction.moved {
          try database.run(
            "UPDATE step SET archived = ?, beside = ? WHERE id = ?", .blob(moved.encoded()),
            .text(moved.file.noteName), rowID(of: number))
        }
        for record in transaction.records { try write(record, keepsOld: opens) }
        try database.run(
          "UPDATE list SET revision = ?, next_step = max(next_step, ?) WHERE id = ?",
          .integer(transaction.revision), .integer((transaction.steps.last?.number ?? 0) + 1), .integer(list))
      }
    }
    for step in encoded {
      deltaBytes += step.delta.count
      deltaSteps += 1
      if !step.departed.isEmpty { hasDeparted = true }
    }
  }

  /// Takes back what the open intent brought: its steps, its marks, its records. Revision and step numbers stay used.
  ///
  /// What `load` returned before is no longer true then.
  package func dropIntent() throws(StateError) {
    guard let intent = try openIntent() else { return }
    try StateError.wrapping { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        if let steps = intent.steps {
          try database.run(
            "DELETE FROM step WHERE id BETWEEN ? AND ?", rowID(of: steps.lowerBound), rowID(of: steps.upperBound))
          try database.run(
            "DELETE FROM departed WHERE list = ? AND step BETWEEN ? AND ?", .integer(list),
            .integer(steps.lowerBound), .integer(steps.upperBound))
        }
        try putBackReplaced()
        try forgetIntent()
      }
    }
  }

  private func forgetIntent() throws(SQLiteError) {
    try database.run("DELETE FROM intent WHERE list = ?", .integer(list))
    try database.run("DELETE FROM replaced WHERE list = ?", .integer(list))
    try database.run("DELETE FROM replaced_mark WHERE id BETWEEN ? AND ?", rowID(of: 0), lastRowID)
  }

  private func putBackReplaced() throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO record(list, kind, key, value)
      SELECT list, kind, key, value FROM replaced WHERE list = ? AND value IS NOT NULL
      """, .integer(list))
    try database.run(
      """
      DELETE FROM record WHERE (list, kind, key) IN
      (SELECT list, kind, key FROM replaced WHERE list = ? AND value IS NULL)
      """, .integer(list))
    try database.run(
      """
      UPDATE step SET undone_by = old.undone_by FROM replaced_mark AS old
      WHERE step.id = old.id AND old.id BETWEEN ? AND ?
      """, rowID(of: 0), lastRowID)
  }

  private func open(_ intent: Intent) throws(SQLiteError) {
    try database.run(
      "INSERT INTO intent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .integer(list), .integer(intent.revision),
      .integer(orNull: intent.steps?.lowerBound), .integer(orNull: intent.steps?.upperBound),
      .bits(intent.todoBefore.hash), .integer(Int64(intent.todoBefore.count)),
      .bits(intent.todoAfter.hash), .integer(Int64(intent.todoAfter.count)),
      .bits(orNull: intent.doneBefore?.hash), .integer(orNull: intent.doneBefore.map { Int64($0.count) }),
      .bits(orNull: intent.doneAfter?.hash), .integer(orNull: intent.doneAfter.map { Int64($0.count) }))
  }

  private func insert(_ encoded: EncodedStep) throws(SQLiteError) {
    let step = encoded.step
    try database.run(
      """
      INSERT INTO step(id, revision, time, author, title, delta, archived, beside, undoes, undone_by, facts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, rowID(of: step.number), .integer(step.revision), .integer(step.time.microseconds),
      .text(step.author.rawValue), .text(step.title), .blob(encoded.delta), .blob(orNull: encoded.moved),
      step.moved.map { .text($0.file.noteName) } ?? .null,
      .integer(orNull: step.undoes), .integer(orNull: step.undoneBy), .blob(orNull: encoded.facts))
    for task in encoded.departed {
      try database.run(
        "INSERT OR IGNORE INTO departed(list, hash, step, item) VALUES (?, ?, ?, ?)", .integer(list),
        .bits(task.line.hash), .integer(step.number), .integer(Int64(task.id.number)))
    }
  }

  private func mark(_ number: Int64, undoneBy: Int64?, keepsOld: Bool) throws(SQLiteError) {
    if keepsOld {
      try database.run(
        "INSERT OR IGNORE INTO replaced_mark(id, undone_by) SELECT id, undone_by FROM step WHERE id = ?",
        rowID(of: number))
    }
    try database.run("UPDATE step SET undone_by = ? WHERE id = ?", .integer(orNull: undoneBy), rowID(of: number))
  }

  func write(_ record: StateRecord, keepsOld: Bool) throws(SQLiteError) {
    let kind = SQLiteValue.integer(record.kind.rawValue)
    let key = SQLiteValue.blob(record.key)
    if keepsOld {
      try database.run(
        """
        INSERT OR IGNORE INTO replaced(list, kind, key, value)
        VALUES (?1, ?2, ?3, (SELECT value FROM record WHERE list = ?1 AND kind = ?2 AND key = ?3))
        """, .integer(list), kind, key)
    } else {
      // What came after the open intent stays when that is dropped.
      try database.run(
        "DELETE FROM replaced WHERE list = ? AND kind = ? AND key = ?", .integer(list), kind, key)
    }
    guard let value = record.value else {
      try database.run("DELETE FROM record WHERE list = ? AND kind = ? AND key = ?", .integer(list), kind, key)
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO record(list, kind, key, value) VALUES (?, ?, ?, ?)", .integer(list), kind, key,
      .blob(value))
  }
}
