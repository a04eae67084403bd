internal import CLinux

/// Signals as something to wait for and read (signalfd(2)); they are blocked in this thread from then on.
package final class SignalDescriptor {
  /// Readable when one of them has come.
  package let descriptor: FileDescriptor
  private let signals: [Signal]

  package init(_ signals: [Signal]) throws(SystemError) {
    let numbers = signals.map(\.number)
    descriptor = FileDescriptor(
      owning: try retrying("signalfd") { clinux_signal_descriptor(numbers, Int32(numbers.count)) })
    self.signals = signals
  }

  /// One that has come, if any has.
  package func take() -> Signal? {
    let number = clinux_signal_take(descriptor.raw)
    return signals.first { $0.number == number }
  }
}
