/// What `StateStore` found when it opened its file.
package enum StoreOpening: Hashable, Sendable {
  case opened
  case created
  /// An older layout was copied to the path and then brought up to date.
  case migrated(from: Int, copy: String)
  /// The file was broken: it is at the path now, and a new one was made.
  case setAside(path: String, reason: String)
}
