import Foundation
package import TodoCore

/// A compiled zone of the tz database (RFC 8536), as far as its listed transitions reach.
package struct TimeZoneFile {
  private let transitions: [Int64]
  /// One more than transitions: the first holds before them all.
  private let offsets: [Int32]

  /// Reads the 64-bit block of a version 2 file.
  package init(parsing data: some Collection<UInt8>) {
    let bytes = Array(data)
    precondition(bytes.starts(with: Array("TZif".utf8)) && bytes[4] >= UInt8(ascii: "2"))
    func number(_ place: Int, _ width: Int) -> Int64 {
      let sign: Int64 = bytes[place] >= 0x80 ? -1 : 0
      return bytes[place..<(place + width)].reduce(sign) { $0 << 8 | Int64($1) }
    }
    // Counts of the header: isut, isstd, leap, time, type, char.
    func counts(_ start: Int) -> [Int] { (0..<6).map { Int(number(start + 20 + 4 * $0, 4)) } }
    let old = counts(0)
    let header = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
    let new = counts(header)
    let start = header + 44
    let types = start + new[3] * 9
    func offset(_ type: Int) -> Int32 { Int32(number(types + type * 6, 4)) }
    transitions = (0..<new[3]).map { number(start + 8 * $0, 8) }
    offsets = [offset(0)] + (0..<new[3]).map { offset(Int(bytes[start + 8 * new[3] + $0])) }
  }

  package func offset(at second: Int64) -> Int32 {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }
}

extension Zone {
  /// A zone of `Tests/Fixtures/zones`: Europe/Berlin, America/New_York, Australia/Lord_Howe, Pacific/Apia,
  /// Africa/Cairo or Asia/Kathmandu; or UTC.
  package static func fixture(_ name: String) throws -> Zone {
    if name == "UTC" { return .utc }
    let city = name.split(separator: "/").last.map(String.init) ?? name
    let file = TimeZoneFile(parsing: try Fixture.bytes("zones/\(city).tzif"))
    return Zone(name: name) { file.offset(at: $0) }
  }
}
