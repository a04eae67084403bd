import Support
import TodoCore

@testable import TodoDaemon

extension Transcript {
  /// What a line that begins with `~` does.
  ///
  /// - The file: `edit "..."` (somebody saves it and it settles), `save "..."` (the same, not yet noticed), `remove`,
  ///   `empty`, `no-file` (something else in its place), `held`, `free`, `read`, `settled`.
  /// - Others: `done-held` and `done-free` (a writer has the done file), `done "..."` (the same, and it settles), `beside done "..."` and `beside someday.txt "..."` (not
  ///   noticed), `late-save "..."` (into what was swapped out), `leftover done "..."` (swapped out by an earlier run).
  /// - Conflict copies: `copy NAME "..."` (one comes beside the file; `todo.sync-conflict-...`; blanks in the name are `%20`), `no-copy NAME`,
  ///   `copies-held`, `copies-unreadable`, `copies-stay` (they cannot be moved), `copies-free`.
  /// - What goes wrong next, in turn: `full` and `beside-full` until `room`, `gone`, `foreign "..."`, `foreign-crash "..."`,
  ///   `crash`, `crash-after`, `crash-beside`. The state: `state-fails`, `drop-fails` (an intent is not taken back),
  ///   `state-works`.
  /// - Popups: `shown 1`, `failed 1`, `closed 1`, `expired 1`, `press 1 done`, for `notice` too; `server`, `disturbed`
  ///   (do-not-disturb), `no-server`.
  /// - The program: `restart`, `kill`, `configuration "..."`, `bad-configuration`, `reload`, `zone Europe/Berlin`.
  /// - Clients: `leaves 2`, `waits 2` (reads no more by itself), `reads 2 100` (as much as makes 100 bytes full).
  static func meddle(_ words: String, with stage: Stage) throws {
    let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
    guard let verb = parts.first else { throw Difference(description: "an empty ~") }
    guard parts.count > 1 else { return try meddle(plainly: verb, with: stage) }
    let rest = parts[1]
    switch verb {
    case "edit":
      stage.edit(try bytes(rest))
      stage.fileSettled()
    case "save": stage.edit(try bytes(rest))
    case "late-save":
      guard stage.saveLate(try bytes(rest)) else { throw Difference(description: "nothing was swapped out") }
    case "foreign-crash": stage.plan(.foreignCrash(try bytes(rest)))
    case "done":
      stage.beside[.done] = try bytes(rest)
      stage.doneSettled()
    case "beside", "leftover":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw notUnderstood(words) }
      let file: BesideFile = parts[0] == "done" ? .done : .named(parts[0])
      if verb == "beside" {
        stage.beside[file] = try bytes(parts[1])
      } else {
        stage.leave(try bytes(parts[1]), of: file)
      }
    case "copy":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw notUnderstood(words) }
      stage.copy(parts[0].replacing("%20", with: " "), try bytes(parts[1]))
    case "no-copy": stage.copy(rest, nil)
    case "foreign": stage.plan(.foreign(try bytes(rest)))
    case "shown": stage.popup(try slot(rest, of: stage), .shown(serverID: 40, owner: ":1.7"))
    case "failed": stage.popup(try slot(rest, of: stage), .failed(reason: "no server"))
    case "closed": stage.popup(try slot(rest, of: stage), .closed)
    case "expired": stage.popup(try slot(rest, of: stage), .expired)
    case "press":
      let press = rest.split(separator: " ").map(String.init)
      guard press.count == 2 else { throw notUnderstood(words) }
      let slot = try slot(press[0], of: stage)
      guard let button = stage.buttons[slot]?[press[1]] else {
        throw Difference(description: "popup \(slot) has no button \(press[1])")
      }
      stage.popup(slot, .action(button))
    case "configuration":
      stage.configuration = try configuration(rest)
      stage.badConfiguration = nil
    case "zone": stage.setZone(try Zone.fixture(rest))
    case "leaves": stage.leave(try client(rest, of: stage))
    case "waits": stage.clients[try client(rest, of: stage)]?.readsByItself = false
    case "reads":
      let reading = rest.split(separator: " ").map(String.init)
      guard reading.count == 2 else { throw notUnderstood(words) }
      stage.read(try client(reading[0], of: stage), upTo: try number(reading[1]))
    default: throw notUnderstood(words)
    }
  }

  private static func meddle(plainly verb: String, with stage: Stage) throws {
    switch verb {
    case "remove": stage.edit(nil)
    case "empty": stage.edit([])
    case "held": stage.isHeld = true
    case "free": stage.isHeld = false
    case "done-held": stage.doneIsHeld = true
    case "done-free": stage.doneIsHeld = false
    case "read": stage.wasRead = true
    case "copies-held": stage.copyFault = .held
    case "copies-unreadable": stage.copyFault = .unreadable
    case "copies-stay": stage.copyFault = .stuck
    case "copies-free": stage.copyFault = nil
    case "no-file": stage.isNoFile = true
    case "settled": stage.fileSettled()
    case "full": stage.plan(.full)
    case "beside-full": stage.plan(.besideFull)
    case "room":
      guard stage.faultWasMet else { throw Difference(description: "room, but nothing was too full") }
      stage.fault = nil
    case "gone": stage.plan(.gone)
    case "crash": stage.plan(.crash(afterExchange: false))
    case "crash-after": stage.plan(.crash(afterExchange: true))
    case "crash-beside": stage.plan(.crashBeside)
    case "state-fails": stage.stateFails = true
    case "drop-fails": stage.dropFails = true
    case "state-works": (stage.stateFails, stage.dropFails) = (false, false)
    case "restart": try stage.restart()
    case "kill": try stage.restart(killed: true)
    case "bad-configuration": stage.badConfiguration = "todod.conf:3: 'Laed' is no key: Lead?"
    case "reload": stage.reload()
    case "server":
      stage.server(ServerState(owner: ":1.7", name: "dunst", version: "1.9", hasActions: true, doNotDisturb: false))
    case "disturbed":
      stage.server(ServerState(owner: ":1.7", name: "dunst", version: "1.9", hasActions: true, doNotDisturb: true))
    case "no-server": stage.server(ServerState())
    default: throw notUnderstood(verb)
    }
  }

  private static func notUnderstood(_ words: String) -> Difference {
    Difference(description: "not understood: ~ \(words)")
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text) else { throw Difference(description: "no number: \(text)") }
    return number
  }

  /// Of a popup; `notice` is the newest that is about the file or the program.
  private static func slot(_ text: String, of stage: Stage) throws -> Int {
    guard text == "notice" else { return try number(text) }
    guard let newest = stage.daemon?.notices.open.keys.max() else { throw Difference(description: "no notice is open") }
    return newest
  }

  private static func client(_ text: String, of stage: Stage) throws -> Int {
    let number = try number(text)
    guard stage.clients[number] != nil else { throw Difference(description: "no client \(number)") }
    return number
  }
}
