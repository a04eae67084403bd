import TodoTxt

/// Writes stored lines and numbers compactly: numbers in groups of seven bits, the least first (LEB128).
struct StoredLineWriter {
  private(set) var bytes: [UInt8]

  init(format: UInt8) { bytes = [format] }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ number: Int) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ id: ItemID?) { append(Int(id?.number ?? 0)) }

  mutating func append(_ frames: [Delta.Frame]) {
    var flags = 0
    for frame in frames.reversed() {
      flags = flags << 2 | (frame.hasByteOrderMark ? 2 : 0) | (frame.endsWithNewline ? 1 : 0)
    }
    append(flags)
  }

  /// Of a line that stands in `known` too only what differs is written.
  mutating func append(_ line: StoredLine, known: [ItemID: StoredLine] = [:]) {
    let number = Int(line.id?.number ?? 0) << 2
    if let id = line.id, let old = known[id], old.uuid == line.uuid {
      append(number | 2)
      let (head, tail) = sharedEnds(old.line.bytes, line.line.bytes)
      append(head)
      append(tail)
      append(line.line.bytes[head..<(line.line.bytes.count - tail)])
      return
    }
    append(number | (line.uuid == nil ? 0 : 1))
    if let uuid = line.uuid {
      for half in [uuid.high, uuid.low] {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: half >> shift)) }
      }
    }
    append(line.line.bytes[...])
  }

  private mutating func append(_ slice: ArraySlice<UInt8>) {
    append(slice.count)
    bytes += slice
  }

  private func sharedEnds(_ left: [UInt8], _ right: [UInt8]) -> (head: Int, tail: Int) {
    let shorter = min(left.count, right.count)
    var head = 0
    while head < shorter, left[head] == right[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, left[left.count - 1 - tail] == right[right.count - 1 - tail] { tail += 1 }
    return (head, tail)
  }
}

/// Reads what `StoredLineWriter` wrote; never trusts a length.
struct StoredLineReader {
  private let bytes: [UInt8]
  private var place = 1

  init(_ bytes: [UInt8], format: UInt8) throws(DeltaDecodingError) {
    guard let first = bytes.first else { throw .cutShort }
    guard first == format else { throw .unknownFormat(first) }
    self.bytes = bytes
  }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number() throws(DeltaDecodingError) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(value) }
      shift += 7
      // Nothing counted here reaches 2^42.
      if shift > 35 { throw .impossible }
    }
    throw .cutShort
  }

  /// A number of things of which each takes a byte at least.
  mutating func count() throws(DeltaDecodingError) -> Int {
    let count = try number()
    guard count <= bytes.count - place else { throw .cutShort }
    return count
  }

  mutating func id() throws(DeltaDecodingError) -> ItemID? { try id(try number()) }

  private func id(_ number: Int) throws(DeltaDecodingError) -> ItemID? {
    guard number > 0 else { return nil }
    guard let small = Int32(exactly: number) else { throw .impossible }
    return ItemID(small)
  }

  mutating func frames(_ count: Int) throws(DeltaDecodingError) -> [Delta.Frame] {
    let flags = try number()
    guard flags < 1 << (2 * count) else { throw .impossible }
    return (0..<count).map { place in
      let bits = flags >> (2 * place)
      return Delta.Frame(hasByteOrderMark: bits & 2 != 0, endsWithNewline: bits & 1 != 0)
    }
  }

  mutating func line(known: [ItemID: StoredLine] = [:]) throws(DeltaDecodingError) -> StoredLine {
    let tag = try number()
    let id = try id(tag >> 2)
    switch tag & 3 {
    case 0: return StoredLine(id: id, uuid: nil, line: Line(bytes: Array(try slice())))
    case 1:
      let uuid = TaskUUID(high: try half(), low: try half())
      return StoredLine(id: id, uuid: uuid, line: Line(bytes: Array(try slice())))
    case 2:
      guard let id, let old = known[id] else { throw .impossible }
      let (head, tail) = (try number(), try number())
      guard head + tail <= old.line.bytes.count else { throw .impossible }
      let middle = try slice()
      return StoredLine(
        id: id, uuid: old.uuid,
        line: Line(bytes: old.line.bytes.prefix(head) + middle + old.line.bytes.suffix(tail)))
    default: throw .impossible
    }
  }

  /// What is written of a line: all of it, or what is another than in the removed line of its task.
  enum Form {
    case whole(ArraySlice<UInt8>)
    case difference(head: Int, tail: Int, middle: ArraySlice<UInt8>)

    func isSame(as removed: ArraySlice<UInt8>) -> Bool {
      switch self {
      case .whole(let bytes): bytes == removed
      case .difference(let head, let tail, let middle): middle.isEmpty && head + tail == removed.count
      }
    }
  }

  /// A line that is not made.
  mutating func outline() throws(DeltaDecodingError) -> (id: ItemID?, form: Form) {
    let tag = try number()
    let id = try id(tag >> 2)
    switch tag & 3 {
    case 0: return (id, .whole(try slice()))
    case 1:
      _ = try (half(), half())
      return (id, .whole(try slice()))
    case 2: return (id, .difference(head: try number(), tail: try number(), middle: try slice()))
    default: throw .impossible
    }
  }

  private mutating func slice() throws(DeltaDecodingError) -> ArraySlice<UInt8> {
    let count = try count()
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  private mutating func half() throws(DeltaDecodingError) -> UInt64 {
    guard bytes.count - place >= 8 else { throw .cutShort }
    defer { place += 8 }
    return bytes[place..<(place + 8)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
