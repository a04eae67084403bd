import TodoCore

/// The files: what is wrong with them, and how they are guarded.
extension Examined {
  var fileFindings: [Finding] {
    configurationFindings + [fileFinding] + contentFindings
      + [writingFinding, watchFinding, doneFinding, stateFinding] + leftoverFindings
  }

  private var configurationFindings: [Finding] {
    var found = configurationProblems.map { problem in
      Finding.wrong(
        "configuration", "\(configurationPath), \(problem)",
        "mend that line; until then todod keeps what it had, and would not start: see todod.conf(5)")
    }
    if let keys = self["restart"] {
      found.append(
        .wrong(
          "configuration", "\(keys) in \(configurationPath) holds after a restart only",
          "systemctl --user restart \(unitName)"))
    }
    guard found.isEmpty else { return found }
    guard configurationBytes != nil else {
      return [
        .note(
          "configuration", "\(configurationPath) is not there: the defaults hold",
          "'todoctl init' finds your todo.txt and writes it")
      ]
    }
    return [.well("configuration", configurationPath)]
  }

  private var fileFinding: Finding {
    if let state = self["file-state"], state != "ok" {
      if state.hasPrefix("missing") {
        return .wrong(
          "file", "\(todo) is missing; todod holds its last list",
          "'todoctl restore --file' writes it again, 'todoctl accept' believes that it is meant to be gone")
      }
      if state.hasPrefix("none yet") { return .note("file", "\(todo) is not there yet: the first task makes it") }
      return .wrong("file", "\(todo): \(state)", "'todoctl status' says when it is well again")
    }
    if let fault = self["write-fault"] { return .wrong("file", fault, "then say the change again") }
    switch todoStanding {
    case .missing:
      return isAnswering
        ? .note("file", "\(todo) is not there")
        : .note("file", "\(todo) is not there yet: the first task makes it", "or name yours: todoctl init FILE")
    case .unreadable(let why): return .wrong("file", "\(todo): \(why)", "see its permissions and those above it")
    case .directory, .socket, .other:
      return .wrong("file", "\(todo) is no regular file", "put one there, or set Todo= to another")
    case .file(let bytes, _, _):
      guard bytes <= Examined.most else {
        return .wrong(
          "file", "\(todo) has \(Examined.size(bytes)), more than the 16 MiB that are read",
          "move done lines to \(done)")
      }
      guard bytes <= Examined.most / 4 * 3 else {
        return .note("file", "\(todo) has \(Examined.size(bytes)) of the 16 MiB that are read", "todoctl archive")
      }
      return .well("file", "\(todo), \(Examined.size(bytes))")
    }
  }

  private static let most: Int64 = 16 << 20

  static func size(_ bytes: Int64) -> String {
    if bytes < 10_000 { return "\(bytes) bytes" }
    return bytes < 10 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }

  private var contentFindings: [Finding] {
    guard let health else { return [] }
    var found: [Finding] = []
    if health.notUTF8.count > 0 {
      found.append(
        .note(
          "content", "\(lines(health.notUTF8)) not UTF-8; their bytes stay as they are",
          "to show them right: iconv -f latin1 -t utf-8, into another file, and back"))
    }
    if health.withNUL.count > 0 {
      found.append(
        .note(
          "content", "\(lines(health.withNUL)) not all text: NUL in it", "a crash of a disk? todoctl history --print sN"
        ))
    }
    if health.tooLong.count > 0 {
      found.append(
        .note("content", "\(lines(health.tooLong)) longer than a request: only an editor can change that", nil))
    }
    if health.endings == .mixed {
      found.append(.note("content", "some lines end as on Windows (CR LF), some do not; each stays as it is"))
    }
    guard found.isEmpty else { return found }
    let endings = health.endings == .crlf ? ", lines end with CR LF" : ""
    let mark = health.hasByteOrderMark ? ", with a byte order mark" : ""
    return [.well("content", "UTF-8, \(health.lines) line\(health.lines == 1 ? "" : "s")\(endings)\(mark)")]
  }

  /// `3 lines, the first is 7, are`.
  private func lines(_ place: FileHealth.Place) -> String {
    place.count == 1 ? "line \(place.line) is" : "\(place.count) lines, the first is line \(place.line), are"
  }

  private var writingFinding: Finding {
    guard let how = self["file-write"] else { return .unknown("writing") }
    guard how.hasPrefix("in-place") else {
      return .well("writing", "old and new file are exchanged in one step: a crash leaves one of them whole")
    }
    let says = "written in place, with a copy beside it meanwhile, because "
    switch how.split(separator: " ").last {
    case "hard-link":
      return .note("writing", "\(says)the file has several names (hard links)", "a symbolic link would do as well")
    case "foreign-owner": return .note("writing", "\(says)the file is another user's")
    case "likeness":
      return .note("writing", "\(says)a new file could not have the same owner, rights or attributes")
    case "directory": return .note("writing", "\(says)its directory takes no new file", "let yourself write there")
    default: return .note("writing", "\(says)this filesystem cannot exchange two files")
    }
  }

  private var watchFinding: Finding {
    guard let state = self["file-watch"] else { return .unknown("watch") }
    if state == "ok" { return .well("watch", "the kernel tells of each change (inotify: \(watchLimits))") }
    if Examined.untold.contains(state) {
      return .note(
        "watch", "the file is on \(state), which tells nobody of what other machines write: looked at every 15 s")
    }
    return .wrong(
      "watch", "the file cannot be watched and is looked at every 15 s: \(state) (\(watchLimits))",
      "raise fs.inotify.max_user_watches and max_user_instances by sysctl, then systemctl --user restart \(unitName)")
  }

  private static let untold: Set = ["nfs", "smb", "cifs", "9p", "afs", "ceph", "fuse"]

  private var doneFinding: Finding {
    switch doneStanding {
    case .missing: return .well("done-file", "\(done) is not there yet: the first archiving makes it")
    case .unreadable(let why): return .wrong("done-file", "\(done): \(why)", "see its permissions, or set Done=")
    case .directory, .socket, .other:
      return .wrong("done-file", "\(done) is no regular file", "put one there, or set Done= to another")
    case .file(let bytes, _, _):
      if let fault = self["done-watch"], fault != "ok", !Examined.untold.contains(fault) {
        return .wrong("done-file", "\(done) cannot be watched: \(fault)", "see 'watch'")
      }
      guard bytes <= Examined.most else {
        return .wrong(
          "done-file", "\(done) has \(Examined.size(bytes)), more than the 16 MiB that are read",
          "give it another name; the next archiving begins a new one")
      }
      return .well("done-file", "\(done), \(Examined.size(bytes))")
    }
  }

  private var stateFinding: Finding {
    if let fault = self["state-fault"] {
      return .wrong("state", fault, "reminders and history are kept in memory until it can be written")
    }
    if let path = self["state-set-aside"] {
      return .note(
        "state", "it was broken and is set aside as \(path): ids, snoozes and history began anew, no task is lost",
        "throw that file away once you need it no more")
    }
    switch stateStanding {
    case .missing: return .note("state", "\(stateDirectory) is not there yet: the first start makes it")
    case .unreadable(let why): return .wrong("state", "\(stateDirectory): \(why)", "see its permissions")
    case .file, .socket, .other:
      return .wrong("state", "\(stateDirectory) is no directory", "take away what is there")
    case .directory(let mode, let isOurs):
      guard isOurs else { return .wrong("state", "\(stateDirectory) is another user's", "chown it") }
      guard mode & 0o077 == 0 else {
        return .wrong(
          "state", "\(stateDirectory), which has the lines of tasks, is open to others (mode \(octal(mode)))",
          "chmod 700 \(stateDirectory)")
      }
      guard case .file(let bytes, _, _) = database else {
        return .well("state", "\(stateDirectory), without a state.db")
      }
      return .well("state", "\(stateDirectory), state.db has \(Examined.size(bytes))")
    }
  }

  private var leftoverFindings: [Finding] {
    guard isAnswering else { return [.unknown("leftovers")] }
    var found = all("conflict-copy").map { copy in
      Finding.wrong("leftovers", "\(copy)", "take what you need out of it, then delete it or give it another name")
    }
    found += all("displaced").map { name in
      .note("leftovers", "\(name) was swapped out and is kept while somebody may still write to it")
    }
    return found.isEmpty ? [.well("leftovers", "no conflict copy, no file that was swapped out")] : found
  }
}
