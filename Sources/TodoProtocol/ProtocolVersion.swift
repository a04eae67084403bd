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
    let point = word.firstIndex(of: UInt8(ascii: "."))
    guard let major = word[..<(point ?? word.endIndex)].decimal() else { return nil }
    guard let point else {
      self.init(major: Int(major), minor: 0)
      return
    }
    guard let minor = word[(point + 1)...].decimal() else { return nil }
    self.init(major: Int(major), minor: Int(minor))
  }

  package var description: String { "\(major).\(minor)" }

  package static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
