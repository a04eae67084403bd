import TodoTxt

extension ConfigurationKey {
  /// The sections, in their order; the keys of `Views` are the user's own.
  package static let sections = ["File", "Reminders", "Popups", "Daemon", "Views"]

  /// Every key there is but those of `[Views]`, in the order in which a file should have them.
  package static let all: [ConfigurationKey] = file + reminders + leadsByPriority + popups + daemon

  private static let file: [ConfigurationKey] = [
    ConfigurationKey("File", "Todo", \.todo, .path),
    ConfigurationKey("File", "Done", \.done, ConfigurationForm<String>.path.optional),
    ConfigurationKey("File", "CreationDate", \.creationDates, .choice),
    ConfigurationKey("File", "MinimumTitle", \.minimumTitle, .number(0...1000)),
  ]

  private static let reminders: [ConfigurationKey] = [
    ConfigurationKey("Reminders", "Ring", \.reminders.rings, .boolean),
    ConfigurationKey("Reminders", "DayStart", \.reminders.dayStart, .weekdayTimes),
    ConfigurationKey("Reminders", "Evening", \.reminders.evening, ConfigurationForm<TimeOfDay>.time.or("no")),
    ConfigurationKey("Reminders", "Again", \.reminders.again, ConfigurationForm<Int64>.spans(atLeast: 60)),
    ConfigurationKey("Reminders", "AgainHours", \.reminders.againHours, .hours),
    ConfigurationKey("Reminders", "MaxLate", \.reminders.maxLate, .span()),
    ConfigurationKey("Reminders", "LateWait", \.reminders.lateWait, .span()),
    ConfigurationKey("Reminders", "GroupAbove", \.reminders.groupAbove, .number(0...1000)),
    ConfigurationKey(
      "Reminders", "QuietHours", \.reminders.quietHours, ConfigurationForm<WeekdaySpans>.weekdayHours.or("no")),
    ConfigurationKey("Reminders", "QuietExcept", \.reminders.quietExcept, .quietException),
    ConfigurationKey("Reminders", "FollowDesktop", \.reminders.followDesktop, .boolean),
    ConfigurationKey("Reminders", "OnRemind", \.onRemind, .command),
    ConfigurationKey("Reminders", "Lead", \.reminders.leads, ConfigurationForm<Int64>.spans(atLeast: 60)),
    ConfigurationKey(
      "Reminders", "LeadDays", \.reminders.leadDays, ConfigurationForm<Int>.days.list("days such as '1d, 1w'")),
  ]

  private static let leadsByPriority: [ConfigurationKey] = (UInt8(ascii: "A")...UInt8(ascii: "Z"))
    .compactMap(Priority.init).map { priority in
      ConfigurationKey(
        "Reminders", "Lead\(priority)", \.reminders.leadsByPriority[priority],
        ConfigurationForm<Lead>.lead.list("leads such as '1d, 2h'").optional)
    }

  private static let popups: [ConfigurationKey] = [
    ConfigurationKey("Popups", "Text", \.popupText, .choice),
    ConfigurationKey("Popups", "Limit", \.reminders.openLimit, .number(1...100)),
    ConfigurationKey("Popups", "Critical", \.critical, .criticalPriorities),
    ConfigurationKey("Popups", "Sound", \.sound, ConfigurationForm<String>.soundName.or("no")),
    ConfigurationKey("Popups", "Open", \.open, .command),
    ConfigurationKey("Popups", "NotifySend", \.notifySend, .program),
  ]

  private static let daemon: [ConfigurationKey] = [
    ConfigurationKey("Daemon", "Socket", \.socket, ConfigurationForm<String>.path.optional),
    ConfigurationKey("Daemon", "LogLevel", \.logLevel, .choice),
  ]
}

extension ConfigurationForm where Value == QuietException {
  fileprivate static let quietException = ConfigurationForm(
    "'timed', 'none', or \(ConfigurationForm<Set<Priority>>.priorities.expected)",
    read: { text, home in
      switch text {
      case "timed": .timed
      case "none": QuietException.none
      default: ConfigurationForm<Set<Priority>>.priorities.read(text, home).map { .priorities($0) }
      }
    },
    write: { exception in
      switch exception {
      case .timed: "timed"
      case .none: "none"
      case .priorities(let priorities): ConfigurationForm<Set<Priority>>.priorities.write(priorities)
      }
    })
}

extension ConfigurationForm where Value == Set<Priority> {
  fileprivate static let criticalPriorities = ConfigurationForm(
    "\(priorities.expected), or 'no'", read: { text, home in text == "no" ? [] : priorities.read(text, home) },
    write: { $0.isEmpty ? "no" : priorities.write($0) })
}
