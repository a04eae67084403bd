internal import CLinux
internal import Glibc

/// The zone of this machine, by the C library (localtime_r(3)).
package enum LocalZone {
  /// Seconds east of UTC at a second since the epoch; 0 where the C library has no answer (years past 2^31).
  package static func offset(at seconds: Int64) -> Int32 {
    var offset: Int32 = 0
    return clinux_offset(seconds, &offset) == 0 ? offset : 0
  }

  /// Reads TZ and /etc/localtime anew. At start, and whenever either may have changed.
  package static func reread() { tzset() }

  /// What the zone is called: from TZ, else from where /etc/localtime points, else by its offset now.
  package static func name(environment: [String: String]) -> String {
    if let setting = environment["TZ"], !setting.isEmpty {
      let value = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
      return zoneName(inPath: value) ?? value
    }
    if let target = try? Path.target(ofLink: "/etc/localtime"), let name = zoneName(inPath: target) { return name }
    let minutes = offset(at: Clock.realtime() / 1_000_000) / 60
    if minutes == 0 { return "UTC" }
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return "UTC\(minutes < 0 ? "-" : "+")\(hours)" + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }

  private static func zoneName(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let mark = parts.lastIndex(of: "zoneinfo"), mark + 1 < parts.endIndex else { return nil }
    return parts[(mark + 1)...].joined(separator: "/")
  }
}
