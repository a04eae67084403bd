/// The protocol's own number: a minor one adds, a major one breaks.
package struct ProtocolVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// What this program speaks.
  package static let current = ProtocolVersion(major: 1, minor: 0)

  /// Reads `1.0` or `1`.
  package init?(parsing word: ArraySlice<UInt8>) {
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let major = first.decimal() else { return nil }
    guard parts.count == 2 else {
      self.init(major: Int(major), minor: 0)
      return
    }
    guard let minor = parts[1].decimal() else { return nil }
    self.init(major: Int(major), minor: Int(minor))
  }

  package var description: String { "\(major).\(minor)" }

  package static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
