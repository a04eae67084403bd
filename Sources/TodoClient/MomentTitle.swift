/// The names of moments in words.
enum MomentTitle {
  /// `1h before`, `repetition 2`; a later daemon's names are their own words.
  static func words(_ name: String) -> String {
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return name }
    switch (first, parts.count) {
    case ("lead", 2): return Clean.text("\(parts[1]) before")
    case ("rem", 2): return "rem:"
    case ("again", 2): return Clean.text("repetition \(parts[1])")
    case ("threshold", 1): return "start (t:)"
    case ("day+0", 1): return "morning"
    case (let day, 1) where day.hasPrefix("day+"): return Clean.text("morning +\(day.dropFirst(4))d")
    default: return Clean.text(name)
    }
  }

  /// What stands behind a task in a list of what rings: nothing for its due.
  static func remark(_ name: String?) -> String? {
    switch name {
    case nil, "due", "day+0": nil
    case let name?: "(\(words(name)))"
    }
  }
}
