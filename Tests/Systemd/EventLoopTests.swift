import Foundation
import Linux
import Support
import Systemd
import Testing

@Suite struct EventLoopTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// Turns the loop until a condition holds; false after ten seconds.
  private func turn(until condition: () -> Bool) throws -> Bool {
    let end = Clock.monotonic() + 10_000_000
    while !condition() {
      if Clock.monotonic() > end { return false }
      try loop.turn(milliseconds: 100)
    }
    return true
  }

  @Test func aReadableDescriptorCallsUntilItsSourceGoes() throws {
    let (one, other) = try UnixSocket.pair()
    var seen: [Readiness] = []
    var source: IOSource? = try loop.io(one.descriptor, .readable) { seen.append($0) }
    #expect(try !loop.turn(milliseconds: 0))
    _ = try other.write([1])
    #expect(try loop.turn(milliseconds: 10_000))
    #expect(seen == [.readable])
    source?.isEnabled = false
    #expect(try !loop.turn(milliseconds: 0))
    source?.isEnabled = true
    #expect(try loop.turn(milliseconds: 0))
    #expect(seen.count == 2)
    source = nil
    #expect(try !loop.turn(milliseconds: 0))
  }

  @Test func aSourceMayWaitForSomethingElse() throws {
    let (one, other) = try UnixSocket.pair()
    var seen: [Readiness] = []
    let source = try loop.io(one.descriptor, []) { seen.append($0) }
    #expect(try !loop.turn(milliseconds: 0))
    try source.wait(for: .writable)
    #expect(try loop.turn(milliseconds: 0))
    #expect(seen == [.writable])
    _ = consume other
    try source.wait(for: .readable)
    #expect(try turn { seen.last?.contains(.hungUp) == true })
  }

  /// A child that is just being started has all that its parent has open, also what the parent closes meanwhile.
  @Test func aSourceDroppedInItsOwnHandlerLeavesTheLoopBeforeItsDescriptorIsClosed() throws {
    final class Holder {
      var socket: UnixSocket?
      var source: IOSource?
    }
    let holder = Holder()
    let other: UnixSocket
    let held: FileDescriptor
    do {
      let (one, two) = try UnixSocket.pair()
      held = FileDescriptor(owning: dup(one.descriptor.raw))
      other = two
      holder.source = try loop.io(one.descriptor, .readable) { _ in (holder.source, holder.socket) = (nil, nil) }
      holder.socket = one
    }
    let inode = String(try held.status().stamp.inode, radix: 16)
    #expect(Self.polled().contains(inode))
    _ = try other.write([1])
    #expect(try loop.turn(milliseconds: 10_000))
    #expect(!Self.polled().contains(inode))
  }

  /// The inodes, in hexadecimal, that any epoll instance of this process waits for (proc_pid_fdinfo(5)).
  private static func polled() -> Set<String> {
    var inodes: Set<String> = []
    for number in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? [] {
      let lines = (try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)) ?? ""
      for word in lines.split(whereSeparator: \.isWhitespace) where word.hasPrefix("ino:") {
        inodes.insert(String(word.dropFirst(4)))
      }
    }
    return inodes
  }

  @Test func aSourceMayDropItselfInItsOwnHandler() throws {
    let (one, other) = try UnixSocket.pair()
    final class Holder { var source: IOSource? }
    let holder = Holder()
    var calls = 0
    holder.source = try loop.io(one.descriptor, .readable) { _ in
      calls += 1
      holder.source = nil
    }
    _ = try other.write([1])
    #expect(try loop.turn(milliseconds: 10_000))
    #expect(try !loop.turn(milliseconds: 0))
    #expect(calls == 1)
  }

  @Test(arguments: [EventLoop.TimerClock.realtime, .monotonic])
  func aTimerFiresOncePerSetting(clock: EventLoop.TimerClock) throws {
    func now() -> Int64 { clock == .realtime ? Clock.realtime() : Clock.monotonic() }
    var fired: [Int64] = []
    let timer = try loop.timer(clock) { fired.append($0) }
    #expect(try !loop.turn(milliseconds: 0), "not set, not fired")
    let at = now() + 20_000
    try timer.set(at)
    #expect(try turn { !fired.isEmpty })
    #expect(fired == [at])
    #expect(now() >= at)
    #expect(try !loop.turn(milliseconds: 0))
    try timer.set(now() + 3_600_000_000)
    try timer.set(nil)
    #expect(try !loop.turn(milliseconds: 0))
    try timer.set(1)
    #expect(try loop.turn(milliseconds: 10_000), "what is past fires at once")
    #expect(fired == [at, 1])
  }

  @Test func aSignalIsTakenByTheLoop() throws {
    var count = 0
    let source = try loop.signal(.user1) { count += 1 }
    Signal.user1.raise()
    #expect(try turn { count == 1 })
    withExtendedLifetime(source) {}
  }

  @Test func deferredWorkComesAfterEverythingNormalAndOnce() throws {
    var order: [String] = []
    let commit = try loop.deferred { order.append("commit") }
    let pairs = try (0..<3).map { _ in try UnixSocket.pair() }
    let sources = try pairs.enumerated().map { index, pair in
      try loop.io(pair.0.descriptor, .readable) { _ in
        _ = try? pair.0.read()
        order.append("client")
        commit.wake()
      }
    }
    for pair in pairs { _ = try pair.1.write([1]) }
    #expect(try turn { order.contains("commit") })
    #expect(order == ["client", "client", "client", "commit"])
    #expect(try !loop.turn(milliseconds: 0))
    withExtendedLifetime(sources) {}
  }

  @Test func theEndOfAChildIsToldOnce() throws {
    let child = try ChildProcess(["sh", "-c", "exit 7"], environment: Environment.current())
    var endings: [ChildProcess.Ending] = []
    let source = try loop.child(child) { endings.append($0) }
    #expect(try turn { !endings.isEmpty })
    #expect(endings == [.exited(7)])
    #expect(try !loop.turn(milliseconds: 20))
    withExtendedLifetime(source) {}
  }

  @Test func namesAreWatched() throws {
    let scratch = try TestDirectory()
    var names: [String] = []
    let source = try loop.inotify { names.append($0.name) }
    let watch = try source.add(scratch.path, .names)
    try scratch.write("x", to: "a")
    #expect(try turn { names == ["a"] })
    try scratch.write("x", to: "b")
    #expect(try source.drain().map(\.name) == ["b"])
    #expect(try !loop.turn(milliseconds: 0), "what was drained is not told again")
    source.remove(watch)
    try scratch.write("x", to: "c")
    #expect(try turn { names.count == 2 })
    #expect(names == ["a", ""], "the last one tells that the watch has ended")
  }

  @Test func aClockThatIsNotSetTellsNothing() throws {
    var steps = 0
    let source = try loop.clockSteps { steps += 1 }
    #expect(try !loop.turn(milliseconds: 20))
    #expect(steps == 0)
    withExtendedLifetime(source) {}
  }

  @Test func theLoopEndsWithTheCodeItIsTold() throws {
    let work = try loop.deferred { loop.exit(78) }
    work.wake()
    #expect(try loop.run() == 78)
  }
}
