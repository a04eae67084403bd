import TodoCore

/// What rings, by what, and what keeps it from ringing.
extension Examined {
  func reminderFindings(_ label: (String) -> String) -> [Finding] {
    [busFinding, serverFinding, notifySendFinding] + popupFindings(label)
      + [ringingFinding(label), commandFinding, datesFinding, clashFinding]
  }

  private var busFinding: Finding {
    guard let bus = self["bus"] else { return .unknown("bus") }
    if bus == "ok" { return .well("bus", "todod is on the user's D-Bus") }
    return .note(
      "bus", "todod is on no D-Bus of the user: popups and do-not-disturb need one",
      "log in on a desktop; a service learns of it by: systemctl --user import-environment DBUS_SESSION_BUS_ADDRESS DISPLAY"
    )
  }

  private var serverFinding: Finding {
    guard let server = self["popups"] else { return .unknown("popup-server") }
    guard server != "none" else {
      return .note(
        "popup-server", "no notification server runs: what is due waits for one",
        "start your desktop's, or one such as dunst, mako or swaync")
    }
    guard let said = self["popups-can"] else {
      return .note("popup-server", "\(server) does not say what it can")
    }
    let can = Set(said.split(separator: " "))
    let parts = [("actions", "buttons"), ("body-markup", "markup"), ("persistence", "popups that stay")]
    let has = parts.filter { can.contains(Substring($0.0)) }.map(\.1)
    let lacks = parts.filter { !can.contains(Substring($0.0)) }.map(\.1)
    let words = has.isEmpty ? "plain popups" : has.joined(separator: ", ")
    return .well(
      "popup-server", "\(server): \(words)" + (lacks.isEmpty ? "" : "; no \(lacks.joined(separator: ", no "))"))
  }

  private var notifySendFinding: Finding {
    let hint = "install libnotify-bin, or set NotifySend= to where it is"
    if let fault = self["notify-send-fault"] {
      return .wrong("notify-send", "\(fault), so that no popup can be shown", hint)
    }
    if let path = self["notify-send"] { return .well("notify-send", path) }
    guard let notifySend else {
      return .wrong("notify-send", "\(configuration?.notifySend ?? "notify-send") is not found", hint)
    }
    return .well("notify-send", notifySend)
  }

  private func popupFindings(_ label: (String) -> String) -> [Finding] {
    guard isAnswering else { return [.unknown("popups"), .unknown("do-not-disturb")] }
    let popups: Finding
    if let reason = self["failing"] {
      let since = self["failing-since"].map { " since \(label($0))" } ?? ""
      popups = .wrong("popups", "they do not show\(since): \(reason)", "when that is mended 'todoctl test' shows one")
    } else {
      popups = .well("popups", "none has failed; 'todoctl test' shows one")
    }
    let isOn = self["do-not-disturb"] == "yes" || self["do-not-disturb"] == "1"
    let disturb: Finding =
      isOn
      ? .note("do-not-disturb", "on: what is due waits until you turn it off", "turn it off in your desktop")
      : .well("do-not-disturb", "off")
    return [popups, disturb]
  }

  private func ringingFinding(_ label: (String) -> String) -> Finding {
    guard isAnswering else { return .unknown("ringing") }
    if self["ring"] == "no" {
      return .note("ringing", "this machine does not ring (Ring=no in \(configurationPath))")
    }
    if let paused = self["paused"] { return .note("ringing", "paused: \(label(paused))", "todoctl resume") }
    if let held = self["held"], held != "0" {
      return .note(
        "ringing", "the time of \(held) task\(held == "1" ? "" : "s") has come without ringing yet",
        "'todoctl missed' and 'todoctl why ID' say why")
    }
    return .well("ringing", "nothing holds reminders back")
  }

  private var commandFinding: Finding {
    guard isAnswering else { return .unknown("command") }
    if let fault = self["command-fault"] {
      return .wrong("command", "OnRemind= has failed: \(fault)", "try it by hand; journalctl --user -u \(unitName)")
    }
    guard let command = configuration?.onRemind, !command.isEmpty else {
      return .well("command", "no OnRemind= is set")
    }
    return .well("command", "OnRemind=\(command.joined(separator: " "))")
  }

  private var datesFinding: Finding {
    guard isAnswering else { return .unknown("dates") }
    let values = all("bad-value")
    guard !values.isEmpty else { return .well("dates", "every date and time makes sense") }
    let most = 5
    let shown = values.prefix(most).joined(separator: ", ") + (values.count > most ? " and more" : "")
    return .wrong(
      "dates", (values.count == 1 ? "a value makes" : "\(values.count) values make") + " no sense: task \(shown)",
      "todoctl list mark:baddate; then todoctl due ID DATE")
  }

  private var clashFinding: Finding {
    guard isAnswering else { return .unknown("clashes") }
    let clashes = all("clash")
    guard !clashes.isEmpty else { return .well("clashes", "no task waits for a choice") }
    let shown = clashes.map { $0.split(separator: " ").joined(separator: " and ") }.joined(separator: "; ")
    return .wrong(
      "clashes", "two forms of one task wait for your choice: \(shown)", "todoctl resolve ID keep|drop|both")
  }
}

/// The machine.
extension Examined {
  var machineFindings: [Finding] { [clockFinding, zoneFinding, suspendFinding] + listFindings }

  private var clockFinding: Finding {
    switch isClockSynchronized {
    case true?: .well("clock", "kept in time")
    case false?: .note("clock", "nothing keeps it in time: reminders ring by it", "timedatectl set-ntp true")
    case nil: .note("clock", "the kernel does not say whether it is kept in time")
    }
  }

  private var zoneFinding: Finding {
    guard let theirs = self["zone"] else { return .note("zone", "here \(zone)") }
    guard theirs == zone else {
      return .note(
        "zone", "todod rings in \(theirs), this shell shows \(zone)",
        "TZ is set in one of them; timedatectl is for both")
    }
    return .well("zone", zone)
  }

  private var suspendFinding: Finding {
    .note("suspend", "todod wakes no machine from sleep: what is due meanwhile rings, as late, when it wakes")
  }

  private var listFindings: [Finding] {
    otherLists.map { list in
      list.answers
        ? .well("lists", "\(list.name) is a list of its own, and its todod answers")
        : .note(
          "lists", "\(list.name) is a list of its own, whose todod does not run",
          "systemctl --user start todod@\(list.name)")
    }
  }
}
