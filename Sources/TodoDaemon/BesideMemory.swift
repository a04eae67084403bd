import TodoCore

/// What the state keeps of a file beside the todo file.
struct BesideMemory {
  /// todod made it: an undo that leaves nothing in it takes it away too.
  var isMade = false
  /// Versions of it that were seen or written, newest last.
  private var versions: [Fingerprint] = []

  private static let mostVersions = 8

  mutating func note(_ bytes: [UInt8]) {
    let version = Fingerprint(of: bytes)
    versions.removeAll { $0 == version }
    versions = versions.suffix(BesideMemory.mostVersions - 1) + [version]
  }

  /// How many bytes were there when it was last seen, if more has only come behind them.
  func lengthSeen(of bytes: [UInt8]) -> Int? {
    versions.last.flatMap { BesideMemory.begins(bytes, with: $0) ? $0.count : nil }
  }

  /// How many bytes at the beginning are one of the versions.
  func lengthKnown(of bytes: [UInt8]) -> Int {
    versions.filter { BesideMemory.begins(bytes, with: $0) }.map(\.count).max() ?? 0
  }

  private static func begins(_ bytes: [UInt8], with version: Fingerprint) -> Bool {
    version.count <= bytes.count && Fingerprint(of: bytes[..<version.count]) == version
  }
}

extension BesideMemory {
  func record(of file: BesideFile) -> StateRecord {
    let fields = [isMade ? "made" : ""] + versions.map { "\($0.count) \($0.hash)" }
    return .note(BesideMemory.note + file.noteName, Array(fields.joined(separator: "\t").utf8))
  }

  private static let note = "beside "

  private init(_ value: [UInt8]) {
    var fields = RecordText(value)
    isMade = fields.next() == "made"
    while let field = fields.next() {
      let numbers = field.split(separator: " ")
      guard numbers.count == 2, let count = Int(numbers[0]), let hash = UInt64(numbers[1]) else { continue }
      versions.append(Fingerprint(hash: hash, count: count))
    }
  }

  static func all(in state: StoredState) -> [BesideFile: BesideMemory] {
    var found: [BesideFile: BesideMemory] = [:]
    for (key, value) in state.records[.note, default: [:]] {
      let name = String(decoding: key, as: UTF8.self)
      guard name.hasPrefix(note) else { continue }
      found[BesideFile(noteName: String(name.dropFirst(note.count)))] = BesideMemory(value)
    }
    return found
  }
}
