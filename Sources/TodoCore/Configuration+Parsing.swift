extension Configuration {
  /// Reads a configuration file.
  package init(parsing bytes: [UInt8], home: String) throws(BadConfiguration) { self.init(home: home) }

  /// The effective configuration, as a file that says all of it.
  package func printed() -> String { "" }
}
