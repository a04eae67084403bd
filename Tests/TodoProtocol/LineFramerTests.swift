import Support
import Testing
import TodoProtocol

struct LineFramerTests {
  private static let stream = "ping\r\n\n@1 add\tBuy \"milk\" \r +x\r\n\r\nquit\nhalf"
  private static let lines = ["ping", "", "@1 add\tBuy \"milk\" \r +x", "", "quit"]

  @Test(arguments: 1...45)
  func everyChunkSizeGivesTheSameLines(size: Int) throws {
    let bytes = Array(Self.stream.utf8)
    var framer = LineFramer()
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      framer.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let line = try framer.next() { found.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(found == Self.lines)
    #expect(framer.hasPartialLine)
    #expect(framer.bufferedCount == 4)
  }

  @Test func needMoreIsNotBad() throws {
    var framer = LineFramer()
    #expect(try framer.next() == nil)
    #expect(!framer.hasPartialLine)
    framer.append(Array("pi".utf8))
    #expect(try framer.next() == nil)
    framer.append(Array("ng".utf8))
    #expect(try framer.next() == nil)
    framer.append(Array("\n".utf8))
    #expect(try framer.next().map { Array($0) } == Array("ping".utf8))
    #expect(!framer.hasPartialLine)
  }

  @Test func aSideWithoutALimitWaitsForTheRestOfALine() throws {
    var framer = LineFramer(maximumLine: .max)
    #expect(try framer.next() == nil)
    framer.append([UInt8](repeating: 0x61, count: 100_000))
    #expect(try framer.next() == nil)
    framer.append(Array("\n".utf8))
    #expect(try framer.next()?.count == 100_000)
  }

  @Test(arguments: ["\n", "\r\n"])
  func aLineOfExactlyTheLimitPassesAndOneByteMoreDoesNot(end: String) throws {
    for (length, fits) in [(8191, true), (8192, true), (8193, false)] {
      var framer = LineFramer()
      framer.append([UInt8](repeating: 0x61, count: length) + Array(end.utf8))
      guard fits else {
        #expect(throws: LineTooLong(limit: 8192)) { try framer.next() }
        continue
      }
      #expect(try framer.next()?.count == length)
    }
  }

  @Test func anEndlessLineIsRefusedBeforeItsEndAndForGood() throws {
    var framer = LineFramer(maximumLine: 10)
    framer.append([UInt8](repeating: 0x61, count: 11))
    #expect(try framer.next() == nil)  // The eleventh byte may be a CR.
    framer.append([0x61])
    #expect(throws: LineTooLong(limit: 10)) { try framer.next() }
    framer.append(Array("\nping\n".utf8))
    #expect(throws: LineTooLong(limit: 10)) { try framer.next() }
    #expect(throws: LineTooLong(limit: 10)) { try framer.next() }
  }

  @Test func withoutALimitAnyLineIsWaitedFor() throws {
    var framer = LineFramer(maximumLine: .max)
    framer.append([UInt8](repeating: 0x61, count: 100_000))
    #expect(try framer.next() == nil)
    framer.append([0x0A])
    #expect(try framer.next()?.count == 100_000)
  }

  @Test func aLineHeldWhileMoreArrivesKeepsItsBytes() throws {
    var framer = LineFramer()
    framer.append(Array("first line\nsecond".utf8))
    let held = try #require(try framer.next())
    framer.append([UInt8](repeating: 0x7A, count: 4096) + [0x0A])
    _ = try framer.next()
    framer.append([UInt8](repeating: 0x79, count: 4096) + [0x0A])
    #expect(Array(held) == Array("first line".utf8))
  }

  /// Random bytes against the plain definition: split at LF, one CR dropped.
  @Test func anyBytesInAnyPiecesAreCutAsTheDefinitionSays() throws {
    var random = Seeded()
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ -> UInt8 in
        [0x0A, 0x0D, 0x00, 0x61, 0x09, 0xFF, 0x80, 0x0B].randomElement(using: &random) ?? 0
      }
      var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { Array($0) }
      for index in expected.indices where expected[index].last == 0x0D { expected[index].removeLast() }
      var framer = LineFramer()
      var found: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
        bytes[start..<end].withUnsafeBytes { framer.append($0) }
        start = end
        guard Bool.random(using: &random) else { continue }
        while let line = try framer.next() { found.append(Array(line)) }
      }
      while let line = try framer.next() { found.append(Array(line)) }
      #expect(found == expected, "seed \(random.seed)")
    }
  }
}
