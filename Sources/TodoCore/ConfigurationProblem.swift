/// A line of a configuration file that cannot be followed.
package struct ConfigurationProblem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A line that is not text in UTF-8, or has a NUL.
    case notText
    /// Neither a section nor a comment nor `Key=value`.
    case notAnAssignment(String)
    /// An assignment above the first section.
    case outsideSections(key: String)
    /// `nearest` is a section that may have been meant.
    case unknownSection(String, nearest: String?)
    /// `nearest` is a key of the same section that may have been meant, `home` a section that has this key.
    case unknownKey(String, section: String, nearest: String?, home: String?)
    /// `expected` is a phrase that completes "expected ...".
    case badValue(key: String, value: String, expected: String)
  }

  /// Counted from 1; of a value over several lines the first.
  package var line: Int
  package var kind: Kind

  package init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

/// Everything that is wrong with a configuration file, by ascending line; never empty.
package struct BadConfiguration: Error, Hashable, Sendable {
  package var problems: [ConfigurationProblem]

  package init(problems: [ConfigurationProblem]) { self.problems = problems }
}
