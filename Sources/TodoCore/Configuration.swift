package import TodoTxt

/// All that the configuration file says, with defaults for what it leaves out.
package struct Configuration: Hashable, Sendable {
  package enum CreationDates: String, CaseIterable, Sendable {
    /// As most of the last 50 open lines do.
    case auto
    case yes
    case no
  }

  /// How much of a task a popup shows, for screens that others see.
  package enum PopupText: String, CaseIterable, Sendable {
    case full
    /// The summary alone.
    case title
    /// Neither text nor tags: only that something is due.
    case none
  }

  /// As in syslog(3).
  package enum LogLevel: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug
  }

  // [File]
  /// `Todo=`, an absolute path.
  package var todo: String
  /// `Done=`, an absolute path; nil is the usual place. See `donePath`.
  package var done: String?
  /// `CreationDate=`: whether new lines get one.
  package var creationDates = CreationDates.auto
  /// `MinimumTitle=`: characters that a new task must have beside tags and keys.
  package var minimumTitle = 1

  // [Reminders]
  package var reminders = ReminderSettings()
  /// `OnRemind=`: a program with its arguments, run for each ring and answer; empty is none.
  package var onRemind: [String] = []

  // [Popups]
  /// `Text=`.
  package var popupText = PopupText.full
  /// `Sound=`: a name of the sound theme; nil is silence.
  package var sound: String?
  /// `Critical=`: priorities whose due popups are critical.
  package var critical: Set<Priority> = []
  /// `Open=`: a program with its arguments for a click on a popup; empty opens the file by xdg-open.
  package var open: [String] = []
  /// `NotifySend=`: a name found in PATH, or an absolute path.
  package var notifySend = "notify-send"

  // [Daemon]
  /// `Socket=`, an absolute path; nil is the usual place.
  package var socket: String?
  /// `LogLevel=`: less urgent lines are left out.
  package var logLevel = LogLevel.info

  /// `[Views]`, in the order of the file, each name once.
  package var views: [View] {
    get { reminders.views }
    set { reminders.views = newValue }
  }

  /// The defaults.
  ///
  /// - Parameter home: the user's home directory, which `~` and `%h` stand for.
  package init(home: String) { todo = Configuration.path("todo.txt", under: home) }

  /// Where done lines go: `Done=`, or `done.txt` beside the todo file.
  package var donePath: String {
    if let done { return done }
    guard let slash = todo.lastIndex(of: "/") else { return "done.txt" }
    return todo[...slash] + "done.txt"
  }

  static func path(_ rest: some StringProtocol, under home: String) -> String {
    home.hasSuffix("/") ? home + rest : "\(home)/\(rest)"
  }

  /// What `other` changes that a running daemon cannot follow: `Todo=`, `Done=`, `Socket=`.
  package func restartKeys(to other: Configuration) -> [String] {
    var keys: [String] = []
    if todo != other.todo { keys.append("Todo") }
    if donePath != other.donePath { keys.append("Done") }
    if socket != other.socket { keys.append("Socket") }
    return keys
  }
}
