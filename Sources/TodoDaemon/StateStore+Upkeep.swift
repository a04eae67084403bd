package import TodoCore
import TodoTxt

extension StateStore {
  /// Lines are cut into runs of about this many bytes, so that one run at a time is encoded.
  private static let chunkBytes = 256 * 1024
  /// So many steps can be replayed at a start without being felt, however small they are.
  private static let mostSteps = 1000
  /// Pages in the log after which it is moved into the database between two requests: 2 MiB.
  private static let mostLogPages: Int32 = 512

  /// Writes the current version whole where many steps have come since that was last done, and moves what is in the
  /// write-ahead log into the database when that has grown: work to be done after the client was answered.
  ///
  /// - Parameter current: makes the current version, of this revision; not called where nothing is due.
  package func checkpointIfNeeded(_ revision: Int64, _ current: () -> StoredVersion) throws(StateError) {
    let isDue = deltaBytes > max(64 * 1024, checkpointBytes / 4) || deltaSteps > Self.mostSteps
    if isDue, try isComplete(revision) { try writeCheckpoint(current()) }
    try StateError.wrapping { () throws(SQLiteError) in
      if database.logPages > Self.mostLogPages { try database.moveLog() }
    }
  }

  /// A version that lacks a step would lose it for good; and an open intent may still be dropped, its steps with it.
  private func isComplete(_ revision: Int64) throws(StateError) -> Bool {
    guard try openIntent() == nil else { return false }
    return try StateError.wrapping { () throws(SQLiteError) in
      let newest = try database.integer(
        "SELECT revision FROM step WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT 1", rowID(of: 0), lastRowID)
      return revision >= newest ?? 0
    }
  }

  /// Takes in a version that no step leads to, as at the first sight of a file: history begins with it.
  ///
  /// That saves the file's whole content as one more step, which nobody could undo anyway.
  package func adopt(_ version: StoredVersion, records: [StateRecord] = []) throws(StateError) {
    try replaceCheckpoint(by: version) { () throws(SQLiteError) in
      for record in records { try write(record, keepsOld: false) }
      try database.run(
        "UPDATE list SET revision = ?1, forgotten = ?1 WHERE id = ?2", .integer(version.revision), .integer(list))
    }
  }

  private func writeCheckpoint(_ current: StoredVersion) throws(StateError) {
    try replaceCheckpoint(by: current) { () throws(SQLiteError) in }
  }

  private func replaceCheckpoint(
    by version: StoredVersion, and more: () throws(SQLiteError) -> Void
  ) throws(StateError) {
    var bytes = 0
    try StateError.wrapping { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        bytes = try writeChunks(of: version)
        try database.run(
          "UPDATE list SET checkpoint_step = next_step - 1, checkpoint_revision = ? WHERE id = ?",
          .integer(version.revision), .integer(list))
        try more()
      }
    }
    checkpointBytes = bytes
    deltaBytes = 0
    deltaSteps = 0
  }

  /// The number of bytes is the result.
  private func writeChunks(of version: StoredVersion) throws(SQLiteError) -> Int {
    var bytes = 0
    var number: Int64 = 0
    var start = 0
    repeat {
      let end = version.endOfChunk(from: start, bytes: Self.chunkBytes)
      let chunk = Checkpoint(lines: Array(version.lines[start..<end]), frame: version.frame).encoded()
      try writeChunk(number, chunk)
      bytes += chunk.count
      start = end
      number += 1
    } while start < version.lines.count
    try database.run("DELETE FROM checkpoint WHERE list = ? AND number >= ?", .integer(list), .integer(number))
    return bytes
  }

  /// A chunk that is as it was is not written again: after `add` that is all of them but the last.
  private func writeChunk(_ number: Int64, _ bytes: [UInt8]) throws(SQLiteError) {
    let hash = Fingerprint(of: bytes).hash
    let old = try database.integer(
      "SELECT hash FROM checkpoint WHERE list = ? AND number = ?", .integer(list), .integer(number))
    if old == Int64(bitPattern: hash) { return }
    try database.run(
      "INSERT OR REPLACE INTO checkpoint(list, number, hash, bytes) VALUES (?, ?, ?, ?)", .integer(list),
      .integer(number), .bits(hash), .blob(bytes))
  }

  /// Removes steps that are neither among the newest 10 000 nor younger than 90 days, at most a tenth of those a day.
  ///
  /// The first call of a process removes nothing: a start with a wrong clock must not empty the history.
  package func trimHistory(now: Instant, keeping newest: Int = 10_000, days: Int64 = 90) throws(StateError) {
    guard let firstTrim else {
      firstTrim = now
      return
    }
    let day: Int64 = 86_400
    let last = try StateError.wrapping { () throws(SQLiteError) in
      try database.integer("SELECT trimmed FROM list WHERE id = ? AND trimmed IS NOT NULL", .integer(list))
    }
    let lastTrim = last.map(Instant.init(microseconds:)) ?? firstTrim
    guard now.seconds(since: lastTrim) >= day || now < lastTrim else { return }
    // A clock that went back says nothing about how long ago the last time was: begin to count anew.
    let old = now < lastTrim ? [] : try oldSteps(before: now.adding(seconds: -days * day), keeping: newest)
    let victims = old.prefix((old.count + 9) / 10)
    var steps: [(number: Int64, delta: Delta, revision: Int64)] = []
    for number in victims {
      guard let step = try step(number) else { continue }
      steps.append((number, step.delta, step.revision))
    }
    try StateError.wrapping { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        for step in steps { try forget(step.number, step.delta, revision: step.revision) }
        try database.run(
          "UPDATE list SET trimmed = ? WHERE id = ?", .integer(now.microseconds), .integer(list))
      }
    }
  }

  private func forget(_ number: Int64, _ delta: Delta, revision: Int64) throws(SQLiteError) {
    try database.run("DELETE FROM step WHERE id = ?", rowID(of: number))
    for task in delta.departed {
      try database.run(
        "DELETE FROM departed WHERE list = ? AND hash = ? AND step = ? AND item = ?", .integer(list),
        .bits(task.line.hash), .integer(number), .integer(Int64(task.id.number)))
    }
    try database.run("UPDATE list SET forgotten = ? WHERE id = ?", .integer(revision), .integer(list))
  }

  /// The oldest steps without a gap that may go: what came after them, and what the checkpoint needs, stays whole.
  private func oldSteps(before limit: Instant, keeping newest: Int) throws(StateError) -> [Int64] {
    try StateError.wrapping { () throws(SQLiteError) in
      let oldestKept = try database.integer(
        "SELECT id FROM step WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT 1 OFFSET ?", rowID(of: 0), lastRowID,
        .integer(Int64(newest - 1)))
      let checkpoint = try database.integer("SELECT checkpoint_step FROM list WHERE id = ?", .integer(list)) ?? 0
      guard let oldestKept else { return [] }
      let end = min(number(ofRow: oldestKept), checkpoint + 1)
      var numbers: [Int64] = []
      let rows = try database.query(
        "SELECT id, time FROM step WHERE id > ? AND id < ? ORDER BY id", rowID(of: 0), rowID(of: end))
      defer { rows.reset() }
      while try rows.step(), rows.integer(1) < limit.microseconds { numbers.append(number(ofRow: rows.integer(0))) }
      return numbers
    }
  }
}

extension StoredVersion {
  /// The index after the last line of a run of about so many bytes; at least one line, if there is one.
  fileprivate func endOfChunk(from start: Int, bytes limit: Int) -> Int {
    var end = start
    var size = 0
    while end < lines.count, size < limit {
      // The id and uuid cost about this much beside the line.
      size += lines[end].line.bytes.count + 24
      end += 1
    }
    return end
  }
}
