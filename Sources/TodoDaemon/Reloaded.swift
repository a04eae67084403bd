package import TodoCore

/// What reading the configuration again came to.
package enum Reloaded {
  case configuration(Configuration)
  /// The old one stays; the words say line, key and what was expected.
  case refused(String)
}
