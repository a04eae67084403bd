import Testing
import TodoClient
import TodoCore
import TodoProtocol

/// What `doctor` makes of what it saw.
struct DoctorTests {
  /// A machine on which all is well.
  private static var well: Examined {
    var seen = Examined()
    seen.service = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"]
    seen.socketUnit = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"]
    seen.lingers = true
    seen.socket = "/run/user/1/todod/socket"
    seen.socketStanding = .socket(mode: 0o600, isOurs: true)
    seen.socketDirectory = .directory(mode: 0o700, isOurs: true)
    seen.configurationPath = "/home/u/.config/todod/todod.conf"
    seen.configurationBytes = []
    seen.configuration = Configuration(home: "/home/u")
    seen.todo = "/home/u/todo.txt"
    seen.todoStanding = .file(bytes: 430, mode: 0o600, isOurs: true)
    seen.health = FileHealth(of: Array("one\ntwo\n".utf8))
    seen.done = "/home/u/done.txt"
    seen.stateDirectory = "/home/u/.local/state/todod"
    seen.stateStanding = .directory(mode: 0o700, isOurs: true)
    seen.database = .file(bytes: 40_960, mode: 0o600, isOurs: true)
    seen.isClockSynchronized = true
    seen.zone = "Europe/Berlin"
    seen.watchLimits = "8192 watches, 128 instances"
    seen.facts = facts([
      "version": Client.version, "zone": "Europe/Berlin", "file": "/home/u/todo.txt", "file-state": "ok",
      "file-write": "exchange", "file-watch": "ok", "done-watch": "ok", "bus": "ok", "popups": "dunst 1.9.0",
      "popups-can": "actions body-markup persistence", "notify-send": "/usr/bin/notify-send", "do-not-disturb": "no",
      "held": "0", "ring": "yes",
    ])
    return seen
  }

  private static func facts(_ said: [String: String]) -> [Attribute] {
    said.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) }
  }

  private static func with(_ more: [String: String]) -> Examined {
    var seen = well
    seen.facts = facts(more) + (seen.facts ?? []).filter { more[$0.key] == nil }
    return seen
  }

  @Test func whereAllIsWellNothingNeedsDoing() {
    let findings = Self.well.findings()
    #expect(findings.filter { $0.isWell == false } == [])
    #expect(findings.filter { $0.isWell == nil }.map(\.check) == ["suspend"])
    #expect(Set(findings.map(\.check)).count == findings.count)
  }

  @Test(arguments: [
    (["file-state": "missing: `todoctl restore --file` or `todoctl accept`"], "file", "is missing", "restore --file"),
    (["write-fault": "no space left for /home/u/todo.txt"], "file", "no space left", "say the change again"),
    (["file-watch": "inotify_init1: Too many open files (EMFILE)"], "watch", "cannot be watched", "max_user_watches"),
    (["state-fault": "no space left for the state"], "state", "no space left", "kept in memory"),
    (["conflict-copy": "/home/u/todo.sync-conflict-1.txt: left"], "leftovers", "sync-conflict-1", "delete it"),
    (["failing": "no server", "failing-since": "2026-01-05T09:00:00+00:00"], "popups", "no server", "todoctl test"),
    (["notify-send-fault": "notify-send is not found"], "notify-send", "is not found", "libnotify-bin"),
    (["command-fault": "exit code 3"], "command", "exit code 3", "journalctl"),
    (["bad-value": "17 due:friday"], "dates", "17 due:friday", "todoctl due ID DATE"),
    (["clash": "17 22"], "clashes", "17 and 22", "keep|drop|both"),
    (["restart": "Todo"], "configuration", "Todo in", "restart todod"),
    (["version": "0.0.9"], "version", "0.0.9", "restart todod"),
  ])
  func whatTheDaemonSaysIsWrongIsWrong(said: [String: String], check: String, words: String, hint: String) throws {
    let wrong = Self.with(said).findings().filter { $0.isWell == false }
    let finding = try #require(wrong.first)
    #expect(wrong.count == 1 && finding.check == check, "\(wrong)")
    #expect(finding.says.contains(words) && finding.hint?.contains(hint) ?? false, "\(finding)")
  }

  @Test(arguments: [
    (["file-write": "in-place hard-link"], "writing", "hard links"),
    (["file-write": "in-place foreign-owner"], "writing", "another user's"),
    (["file-write": "in-place likeness"], "writing", "attributes"),
    (["file-write": "in-place directory"], "writing", "takes no new file"),
    (["file-write": "in-place filesystem"], "writing", "cannot exchange"),
    (["file-watch": "nfs"], "watch", "looked at every 15 s"),
    (["state-set-aside": "/home/u/.local/state/todod/state.db.broken"], "state", "no task is lost"),
    (["displaced": "/home/u/.todo.txt.todod-1-9"], "leftovers", "todod-1-9"),
    (["bus": "none"], "bus", "no D-Bus"),
    (["popups": "none"], "popup-server", "no notification server"),
    (["do-not-disturb": "yes"], "do-not-disturb", "on"),
    (["paused": "everything until 18:00"], "ringing", "paused"),
    (["held": "2"], "ringing", "2 tasks has come"),
    (["ring": "no"], "ringing", "Ring=no"),
    (["zone": "UTC"], "zone", "todod rings in UTC, this shell shows Europe/Berlin"),
  ])
  func whatIsOnlyWorthKnowingIsANote(said: [String: String], check: String, words: String) throws {
    let found = Self.with(said).findings()
    #expect(found.filter { $0.isWell == false } == [])
    let finding = try #require(found.first { $0.check == check })
    #expect(finding.isWell == nil && finding.says.contains(words), "\(finding)")
  }

  @Test(arguments: [
    (["LoadState": "not-found", "ActiveState": "inactive"], nil as Bool?, "not installed"),
    (["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "disabled"], false, "not enabled"),
    (["LoadState": "loaded", "ActiveState": "inactive"], nil, "started by something else"),
    (["LoadState": "loaded", "ActiveState": "activating", "SubState": "start"], false, "being started"),
    (["LoadState": "loaded", "ActiveState": "active", "NeedDaemonReload": "yes"], false, "newer"),
    (
      ["LoadState": "loaded", "ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "75"], false,
      "another todod"
    ),
    (
      ["LoadState": "loaded", "ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "78"], false,
      "configuration"
    ),
    (["LoadState": "loaded", "ActiveState": "failed", "Result": "watchdog"], false, "watchdog"),
  ])
  func theServiceIsJudgedByWhatSystemdSays(unit: [String: String], isWell: Bool?, words: String) throws {
    var seen = Self.well
    seen.service = unit
    let finding = try #require(seen.findings().first { $0.check == "service" })
    #expect(finding.isWell == isWell && finding.says.contains(words), "\(finding)")
    #expect(finding.isWell != false || finding.hint != nil)
  }

  @Test func withoutADaemonTheRestIsLookedAt() {
    var seen = Self.well
    seen.facts = nil
    seen.failure = Problem(.notRunning, "todod is not running")
    seen.service = ["LoadState": "loaded", "ActiveState": "inactive"]
    seen.socketStanding = .missing
    seen.notifySend = "/usr/bin/notify-send"
    let findings = seen.findings()
    #expect(findings.filter { $0.isWell == false }.map(\.check) == ["service", "socket"])
    #expect(findings.filter(\.needsDaemon).map(\.check).contains("watch"))
    #expect(findings.first { $0.check == "content" }?.isWell == true)
  }

  @Test(arguments: [
    (Examined.Standing.missing, "first task makes it"), (.unreadable("it may not be read"), "may not be read"),
    (.directory(mode: 0o700, isOurs: true), "no regular file"),
    (.file(bytes: 17 << 20, mode: 0o600, isOurs: true), "more than the 16 MiB"),
    (.file(bytes: 13 << 20, mode: 0o600, isOurs: true), "13 MiB of the 16 MiB"),
  ])
  func withoutADaemonTheFileSpeaksForItself(standing: Examined.Standing, words: String) throws {
    var seen = Self.well
    seen.facts = nil
    seen.todoStanding = standing
    let finding = try #require(seen.findings().first { $0.check == "file" })
    #expect(finding.isWell != true && finding.says.contains(words), "\(finding)")
  }

  @Test func theBytesOfTheFileAreCounted() {
    let health = FileHealth(
      of: Array("one\r\n".utf8) + [0xFF, 0x0A] + Array("a\0b\n".utf8) + [UInt8](repeating: 0x78, count: 9000))
    #expect(health.lines == 4 && health.endings == .mixed && !health.hasByteOrderMark)
    #expect(health.notUTF8 == FileHealth.Place(count: 1, line: 2))
    #expect(health.withNUL == FileHealth.Place(count: 1, line: 3))
    #expect(health.tooLong == FileHealth.Place(count: 1, line: 4))
    #expect(FileHealth(health.attributes) == health)
    #expect(FileHealth(of: []).lines == 0)
    #expect(FileHealth(of: Array("\u{FEFF}a\r\nb\r\n".utf8)).endings == .crlf)
  }

  @Test func unitsAreReadByTheirNames() {
    let units = Examined.units("Id=todod.service\nActiveState=active\n\nId=todod.socket\nActiveState=inactive\n")
    #expect(units["todod.service"]?["ActiveState"] == "active" && units["todod.socket"]?["ActiveState"] == "inactive")
  }

  @Test func aSocketNamesItsList() {
    #expect(Examined.list(ofSocket: "/run/user/1/todod/work/socket") == "work")
    #expect(Examined.list(ofSocket: "/run/user/1/todod/socket") == nil)
    #expect(Examined.list(ofSocket: "/tmp/s") == nil)
  }

  @Test func onATerminalWhatToDoStandsBelowAndNoLineIsTooLong() {
    var seen = Self.with(["bad-value": "17 due:friday", "bus": "none"])
    seen.isClockSynchronized = false
    let style = Style(isTerminal: true, hasColor: false, width: 80, dates: .relative, today: World.monday)
    let text = String(decoding: FindingsView(style: style).render(seen.findings()), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(text.contains("wrong  dates          a value makes no sense: task 17 due:friday\n"))
    #expect(text.contains("\n                   -> todoctl list mark:baddate; then todoctl due ID DATE\n"))
    #expect(lines.last == "1 thing needs doing")
  }

  @Test func withJSONEachIsAnObject() {
    let json = JSONView.findings([.wrong("a", "b", "c"), .well("d", "e"), .note("f", "g")])
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"[{"check":"a","ok":false,"says":"b","hint":"c"},{"check":"d","ok":true,"says":"e","hint":null},"#
        + #"{"check":"f","ok":null,"says":"g","hint":null}]"# + "\n")
  }
}

extension Examined {
  fileprivate func findings() -> [Finding] {
    findings(Style(isTerminal: false, hasColor: false, width: nil, dates: .iso, today: World.monday))
  }
}
