/// One key of the configuration file: where its value is kept and how it is written.
package struct ConfigurationKey: Sendable {
  package let section: String
  package let name: String
  /// Completes the sentence "expected ...".
  package let expected: String
  /// False for a value that makes no sense. An empty one resets the key to its default.
  let read: @Sendable (_ text: String, _ home: String, _ into: inout Configuration) -> Bool
  /// The value as it would be written; empty where a missing key means the same.
  package let write: @Sendable (Configuration) -> String

  init<Value>(
    _ section: String, _ name: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable,
    _ form: ConfigurationForm<Value>
  ) {
    self.section = section
    self.name = name
    expected = form.expected
    read = { text, home, configuration in
      if text.isEmpty {
        configuration[keyPath: path] = Configuration(home: home)[keyPath: path]
        return true
      }
      guard let value = form.read(text, home) else { return false }
      configuration[keyPath: path] = value
      return true
    }
    write = { form.write($0[keyPath: path]) }
  }
}
