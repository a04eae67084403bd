extension Configuration {
  /// Reads a configuration file; whatever it leaves out has its default.
  ///
  /// The syntax is systemd's (systemd.syntax(7)): of a repeated key the last value counts, an empty value means the
  /// default.
  /// - Throws: all that is wrong with it at once.
  package init(parsing bytes: [UInt8], home: String) throws(BadConfiguration) {
    var reader = ConfigurationReader(home: home)
    for line in IniLine.all(in: bytes) { reader.take(line) }
    if !reader.problems.isEmpty { throw BadConfiguration(problems: reader.problems) }
    self = reader.configuration
  }

  /// The effective configuration, as a file that says all of it and reads as the same again.
  package func printed() -> String {
    var explicit = self
    explicit.done = donePath
    var blocks: [String] = []
    for section in ConfigurationKey.sections {
      var lines = ["[\(section)]"]
      for key in ConfigurationKey.all where key.section == section {
        let value = key.write(explicit)
        // Of 26 letters most say nothing.
        if value.isEmpty, key.name.hasPrefix("Lead") { continue }
        lines.append("\(key.name)=\(value)")
      }
      if section == "Views" { lines += views.map { "\($0.name)=\($0.query)" } }
      blocks.append(lines.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

/// Follows the lines of a file, gathering values and problems.
private struct ConfigurationReader {
  private enum Place {
    case nowhere
    /// The keys of a section that nobody knows are not looked at: the section is the problem.
    case unknown
    case section(String)
  }

  let home: String
  var configuration: Configuration
  var problems: [ConfigurationProblem] = []
  private var place = Place.nowhere

  init(home: String) {
    self.home = home
    configuration = Configuration(home: home)
  }

  mutating func take(_ line: IniLine) {
    switch line.kind {
    case .notText: report(line, .notText)
    case .other(let text): report(line, .notAnAssignment(text))
    case .section(let name):
      if ConfigurationKey.sections.contains(name) {
        place = .section(name)
        return
      }
      place = .unknown
      report(line, .unknownSection(name, nearest: Spelling.nearest(to: name, of: ConfigurationKey.sections)))
    case .assignment(let key, let value):
      switch place {
      case .nowhere: report(line, .outsideSections(key: key))
      case .unknown: break
      case .section("Views"): takeView(line, key, value)
      case .section(let section): take(line, section, key, value)
      }
    }
  }

  private mutating func take(_ line: IniLine, _ section: String, _ name: String, _ value: String) {
    guard let key = ConfigurationKey.all.first(where: { $0.section == section && $0.name == name }) else {
      let others = ConfigurationKey.all.filter { $0.section == section }.map(\.name)
      let home = ConfigurationKey.all.first { $0.name == name }?.section
      let nearest = home == nil ? Spelling.nearest(to: name, of: others) : nil
      return report(line, .unknownKey(name, section: section, nearest: nearest, home: home))
    }
    if key.read(value, home, &configuration) { return }
    report(line, .badValue(key: name, value: value, expected: key.expected))
  }

  private mutating func takeView(_ line: IniLine, _ name: String, _ query: String) {
    let isName = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    guard isName else {
      let expected = "a name of letters, digits, '-' and '_' before the '='"
      return report(line, .badValue(key: name, value: query, expected: expected))
    }
    configuration.views.removeAll { $0.name == name }
    if !query.isEmpty { configuration.views.append(View(name: name, query: query)) }
  }

  private mutating func report(_ line: IniLine, _ kind: ConfigurationProblem.Kind) {
    problems.append(ConfigurationProblem(line: line.number, kind: kind))
  }
}
