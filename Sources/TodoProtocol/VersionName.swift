/// How a version of the file is named.
package enum VersionName: Hashable, Sendable {
  /// `r118`: as it was at that revision.
  case revision(Int64)
  /// `s812`: as that step left it.
  case step(Int64)

  package init?(parsing word: ArraySlice<UInt8>) {
    guard let number = word.dropFirst().decimal() else { return nil }
    switch word.first {
    case UInt8(ascii: "r"): self = .revision(number)
    case UInt8(ascii: "s"): self = .step(number)
    default: return nil
    }
  }
}

extension VersionName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .revision(let number): "r\(number)"
    case .step(let number): "s\(number)"
    }
  }
}
