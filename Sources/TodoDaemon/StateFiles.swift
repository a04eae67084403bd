import Linux

/// The names beside the database: copies of older layouts and broken ones that were set aside.
enum StateFiles {
  /// Makes an empty file that nobody else may read, unless there is one.
  ///
  /// SQLite gives the log and its other files the mode of the database.
  static func createPrivate(_ path: String) throws(SystemError) {
    _ = try FileDescriptor.open(path, .openingOrCreating(mode: 0o600))
  }

  static func isEmptyOrMissing(_ path: String) -> Bool {
    guard let status = try? FileStatus.of(path) else { return true }
    return status.stamp.size == 0
  }

  /// Moves the database and its log to the first free name of the kind; the name is the result.
  static func setAside(_ path: String) throws(SystemError) -> String {
    let target = firstFree(path + ".broken-")
    try Directory.rename(path, to: target)
    for suffix in ["-wal", "-journal"] where !isMissing(path + suffix) {
      // The log belongs to the database it stands beside: it must not be taken for the new one's.
      try Directory.rename(path + suffix, to: target + suffix)
    }
    return target
  }

  /// `prefix1`, or the first of the following numbers that no file has.
  static func firstFree(_ prefix: String) -> String {
    var number = 1
    while !isMissing(prefix + String(number)) { number += 1 }
    return prefix + String(number)
  }

  private static func isMissing(_ path: String) -> Bool { (try? FileStatus.ofLink(path)) == nil }
}
