package import TodoCore
import TodoProtocol
package import TodoTxt

/// One task of a foreign file, as a line of ours.
package struct ForeignTask: Hashable, Sendable {
  /// `entry 3 'Call mum'`.
  package var place: String
  /// Its own, or one made of its words, so that the same entry has the same one each time.
  package var uuid: TaskUUID
  package var hasOwnUUID: Bool
  package var line: Line
  /// The tasks that must be done before it.
  package var needs: [TaskUUID] = []
  /// What of it has no place in the line, in words.
  package var remarks: [String] = []
}

/// All that a foreign file says.
package struct ForeignList: Hashable, Sendable {
  package struct LeftOut: Hashable, Sendable {
    package let place: String
    package let reason: String
  }

  package var tasks: [ForeignTask] = []
  package var leftOut: [LeftOut] = []
  package var complaints: [Complaint] = []
}

extension ForeignTask {
  /// `line 3 'Call mum'`: enough of the text to know it by.
  static func place(_ kind: String, _ number: Int, _ text: some StringProtocol) -> String {
    let words = text.split(whereSeparator: { $0.isNewline || $0 == " " }).joined(separator: " ")
    if words.isEmpty { return "\(kind) \(number)" }
    return "\(kind) \(number) '\(words.count > 40 ? "\(words.prefix(37))..." : words)'"
  }
}

extension TaskUUID {
  init?(_ text: String) {
    guard let word = UUIDWord(parsing: Array(text.utf8)[...]) else { return nil }
    self.init(word)
  }

  /// The uuid of words that have none of their own (version 8 of RFC 9562), the same each time.
  ///
  /// - Parameter copy: How many equal words came before in the same file: each is a task of its own.
  init(ofWords words: some Collection<UInt8>, copy: Int) {
    func hash(_ basis: UInt64) -> UInt64 {
      // FNV-1a of 64 bits, from two beginnings.
      var hash = basis
      for byte in words { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      for byte in String(copy).utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      // Its low bits are good, its high ones poor: mixed as in SplitMix64.
      hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
      return hash ^ (hash >> 31)
    }
    self.init(
      high: hash(0xcbf2_9ce4_8422_2325) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: hash(0x6c62_272e_07bb_0142) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
