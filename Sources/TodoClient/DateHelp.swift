/// What `help` says of dates, for the commands that take them.
enum DateHelp {
  static func text(of command: String) -> String? {
    switch command {
    case "add", "set", "due", "append", "replace": dues
    case "remind", "snooze", "pause": toCome
    case "list": days
    default: nil
    }
  }

  private static let days = """
    Days   today, tonight, tomorrow, fri, next friday, next week, next month, weekend,
           eow, eom, eoy, +3d, +2w, +3m (months), in 3 days, 5 dec, 2026-12-05

    """
  private static let times = """
    Times  9am, 17:30, noon, midnight (the end of a day, as 24:00); 12am begins a day

    """
  private static let dues =
    days + times + """
      Both   fri 9am; a time alone is today, or tomorrow when past
      Spans  in 20min, in 2h; m is minutes in 'in 3m', months in '+3m'; min and mo always work

      """
  private static let toCome =
    days + times + """
      Both   fri 9am; a time alone is today, or tomorrow when past
      Spans  20min, 2h, 3 days; m is minutes, mo is months

      """
}
