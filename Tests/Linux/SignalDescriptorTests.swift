import Linux
import Testing

/// Signals and several descriptors, waited for at once.
struct SignalDescriptorTests {
  @Test func aSignalIsReadInsteadOfEndingTheProcess() throws {
    let signals = try SignalDescriptor([.windowChange, .user2])
    #expect(signals.take() == nil)
    // This thread has them blocked; others of the test's process need not.
    Signal.user2.raise()
    let ready = try Poll.wait(reading: [signals.descriptor.raw], ends: [], milliseconds: 5000)
    #expect(ready == [signals.descriptor.raw])
    #expect(signals.take() == .user2)
    #expect(signals.take() == nil)
  }

  @Test func pollTellsWhichIsReady() throws {
    let one = try Pipe()
    let other = try Pipe()
    #expect(try Poll.wait(reading: [one.reading.raw, other.reading.raw], ends: [], milliseconds: 0).isEmpty)
    try other.writing.writeAll([1])
    #expect(
      try Poll.wait(reading: [one.reading.raw, other.reading.raw], ends: [], milliseconds: -1) == [other.reading.raw])
  }

  @Test func pollTellsThatAReaderIsGone() throws {
    let pipe = try Pipe()
    let end = try pipe.writing.duplicate()
    #expect(try Poll.wait(reading: [], ends: [end.raw], milliseconds: 0).isEmpty)
    _ = consume pipe
    #expect(try Poll.wait(reading: [], ends: [end.raw], milliseconds: 5000) == [end.raw])
  }
}
