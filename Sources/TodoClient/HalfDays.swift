/// Whether the clock has twelve hours where the user lives.
enum HalfDays {
  /// By the name of the locale alone: it need not be installed, and nothing has to be loaded.
  ///
  /// The places are those whose locales in glibc write the time with AM and PM, of English and Spanish ones.
  static func areUsual(_ environment: (String) -> String?) -> Bool {
    let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    guard let name, let place = name.split(separator: ".").first else { return false }
    return places.contains(String(place.prefix { $0 != "@" }))
  }

  private static let places: Set<String> = [
    "en_US", "en_CA", "en_AU", "en_NZ", "en_IN", "en_PH", "en_SG", "en_HK", "en_ZA", "es_US", "es_MX", "es_CO",
  ]
}
