import TodoCore
import TodoTxt

/// Instants as Taskwarrior writes them: `20260301T090000Z`, always UTC.
enum TaskwarriorTime {
  /// Reads that, or `2026-03-01T09:00:00Z`; nil for years before 1970, which no task is from,
  /// and for 9999, whose end is in a year that a line cannot name in zones east of UTC.
  static func parse(_ text: String) -> Instant? {
    var bytes = Array(text.utf8)
    guard bytes.popLast() == UInt8(ascii: "Z") else { return nil }
    if bytes.count == 19 {
      guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":")
      else { return nil }
      bytes = Array(bytes[..<4] + bytes[5..<7] + bytes[8..<13] + bytes[14..<16] + bytes[17...])
    }
    guard bytes.count == 15, bytes[8] == UInt8(ascii: "T") else { return nil }
    func number(_ places: Range<Int>) -> Int? {
      guard bytes[places].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(String(decoding: bytes[places], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15), (1970..<9999).contains(year),
      let date = CivilDate(year: year, month: month, day: day),
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { return nil }
    return Instant(seconds: CivilTime(date, time).secondsAsUTC)
  }

  static func text(_ instant: Instant) -> String {
    let civil = CivilTime(secondsAsUTC: instant.seconds)
    let (year, month, day) = civil.date.components
    let time = civil.time
    return "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))T"
      + "\(padded(time.hour, 2))\(padded(time.minute, 2))\(padded(time.second, 2))Z"
  }
}
