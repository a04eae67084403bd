/// The keys that todod understands; everything else is the user's text.
package enum KnownKey: String, CaseIterable, Sendable {
  case due, at, t, rem, rec, day, until, pri, h, id, p

  /// A bit of its own for sets of keys.
  var bit: UInt16 {
    switch self {
    case .due: 1 << 0
    case .at: 1 << 1
    case .t: 1 << 2
    case .rem: 1 << 3
    case .rec: 1 << 4
    case .day: 1 << 5
    case .until: 1 << 6
    case .pri: 1 << 7
    case .h: 1 << 8
    case .id: 1 << 9
    case .p: 1 << 10
    }
  }

  /// Reads the name of a key; lower case only.
  init?<Bytes>(_ bytes: Bytes, _ name: Range<Int>) where Bytes: RandomAccessCollection<UInt8>, Bytes.Index == Int {
    func letter(_ place: Int) -> UInt8 { bytes[name.lowerBound + place] }
    switch name.count {
    case 1:
      switch letter(0) {
      case UInt8(ascii: "t"): self = .t
      case UInt8(ascii: "h"): self = .h
      case UInt8(ascii: "p"): self = .p
      default: return nil
      }
    case 2:
      switch (letter(0), letter(1)) {
      case (UInt8(ascii: "a"), UInt8(ascii: "t")): self = .at
      case (UInt8(ascii: "i"), UInt8(ascii: "d")): self = .id
      default: return nil
      }
    case 3:
      switch (letter(0), letter(1), letter(2)) {
      case (UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "e")): self = .due
      case (UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "m")): self = .rem
      case (UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "c")): self = .rec
      case (UInt8(ascii: "d"), UInt8(ascii: "a"), UInt8(ascii: "y")): self = .day
      case (UInt8(ascii: "p"), UInt8(ascii: "r"), UInt8(ascii: "i")): self = .pri
      default: return nil
      }
    case 5:
      guard bytes[name].elementsEqual("until".utf8) else { return nil }
      self = .until
    default: return nil
    }
  }
}
