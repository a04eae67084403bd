internal import CLinux
internal import Glibc

/// A program started by this one; seen through a pidfd, so that its number is never mistaken for another's.
///
/// Dropping it neither ends nor reaps the child: wait for its ending first.
package final class ChildProcess {
  /// What becomes of a stream of the child.
  package enum Stream: Sendable {
    case null
    case pipe
    /// A terminal in raw mode, so that the child writes each line at once; for its output only.
    case terminal
    /// The same as ours.
    case inherited
    /// An open descriptor, which the caller keeps until the child is started.
    case descriptor(Int32)
  }

  /// How a child ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  package let id: Int32
  /// The pidfd: readable once the child has ended.
  package let handle: FileDescriptor
  /// Our end of the child's input, when that is a pipe.
  package private(set) var input: Channel?
  /// Our end of the child's output, when that is a pipe or a terminal.
  package let output: Channel?
  /// Our end of the child's standard error, when that is a pipe.
  package let errors: Channel?
  private var ending: Ending?

  /// Starts a program, found by PATH, with an empty signal mask and default dispositions.
  ///
  /// - Parameter ownSession: keeps the terminal's signals from it (setsid(2)).
  package init(
    _ arguments: [String], environment: [String: String], input: Stream = .null, output: Stream = .pipe,
    errors: Stream = .pipe, ownSession: Bool = false
  ) throws(SystemError) {
    guard let program = arguments.first else { throw SystemError(EINVAL, "spawn") }
    let input = try Ends.open(input, .input)
    let output = try Ends.open(output, .output)
    let errors = try Ends.open(errors, .error)
    // Their ends must stay open until the child has them.
    id = try withExtendedLifetime((input, output, errors)) { () throws(SystemError) in
      try Self.spawn(
        program, arguments, environment, (input.childNumber, output.childNumber, errors.childNumber), ownSession)
    }
    let number = id
    // Ours until we reap it: the number cannot be another's yet.
    handle = FileDescriptor(owning: try retrying("pidfd_open") { clinux_pidfd_open(number) })
    (self.input, self.output, self.errors) = (input.ours, output.ours, errors.ours)
  }

  /// How the child ended, reaping it; nil while it runs.
  package func reap() throws(SystemError) -> Ending? {
    if let ending { return ending }
    var code: Int32 = 0
    var status: Int32 = 0
    let number = handle.raw
    let result = try retrying("waitid") { clinux_pidfd_reap(number, &code, &status) }
    if result == 0 { return nil }
    ending = code == CLD_EXITED ? .exited(status) : .signalled(status)
    return ending
  }

  /// Waits for the end; nil after `milliseconds` (-1: no limit).
  package func wait(milliseconds: Int32 = -1) throws(SystemError) -> Ending? {
    if ending == nil { _ = try handle.wait(for: .reading, milliseconds: milliseconds) }
    return try reap()
  }

  /// Closes our end of the child's input: it reads its end.
  package func endInput() { input = nil }

  /// Sends a signal; to a child that has ended it does nothing.
  package func send(_ signal: Signal) throws(SystemError) {
    if ending != nil { return }
    let (number, signalNumber) = (handle.raw, signal.number)
    do throws(SystemError) {
      try retrying("pidfd_send_signal") { clinux_pidfd_signal(number, signalNumber) }
    } catch  where error.code == ESRCH {}
  }
}

extension ChildProcess {
  /// Our end of a stream of the child; reading and writing never wait.
  package final class Channel {
    package let descriptor: FileDescriptor
    private let isTerminal: Bool

    fileprivate init(_ descriptor: consuming FileDescriptor, isTerminal: Bool) {
      self.descriptor = descriptor
      self.isTerminal = isTerminal
    }

    package func read(atMost limit: Int = 65_536) throws(SystemError) -> Reading {
      do throws(SystemError) { return try descriptor.read(atMost: limit) } catch {
        // A terminal that nobody holds any more says EIO where a pipe would say "end".
        if isTerminal && error.code == EIO { return .end }
        throw error
      }
    }
  }

  /// Both ends of one stream while the child is being started.
  private final class Ends {
    let ours: Channel?
    /// The child's descriptor; -1 for /dev/null.
    let childNumber: Int32
    private let childEnd: FileDescriptor?

    private init(_ ours: Channel, _ childEnd: consuming FileDescriptor) {
      self.ours = ours
      childNumber = childEnd.raw
      self.childEnd = consume childEnd
    }

    private init(childNumber: Int32) {
      ours = nil
      childEnd = nil
      self.childNumber = childNumber
    }

    static func open(_ stream: Stream, _ standard: Standard) throws(SystemError) -> Ends {
      switch stream {
      case .null: return Ends(childNumber: -1)
      case .inherited: return Ends(childNumber: standard.rawValue)
      case .descriptor(let number): return Ends(childNumber: number)
      case .pipe:
        let pipe = try Pipe()
        if standard == .input {
          try pipe.writing.setBlocking(false)
          return Ends(Channel(pipe.writing, isTerminal: false), pipe.reading)
        }
        try pipe.reading.setBlocking(false)
        return Ends(Channel(pipe.reading, isTerminal: false), pipe.writing)
      case .terminal:
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        try retrying("open a pty") { clinux_open_raw_pty(&ours, &theirs) }
        let master = FileDescriptor(owning: ours)
        let slave = FileDescriptor(owning: theirs)
        try master.setBlocking(false)
        return Ends(Channel(master, isTerminal: true), slave)
      }
    }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ streams: (Int32, Int32, Int32),
    _ ownSession: Bool
  ) throws(SystemError) -> Int32 {
    let argumentList = CStrings(arguments)
    let environmentList = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
    var id: Int32 = -1
    let code = clinux_spawn(
      &id, program, argumentList.pointers, environmentList.pointers, streams.0, streams.1, streams.2,
      ownSession ? 1 : 0)
    if code != 0 { throw SystemError(code, "start \(program)") }
    return id
  }
}

/// A null-terminated list of C strings that lives as long as this value.
struct CStrings: ~Copyable {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
