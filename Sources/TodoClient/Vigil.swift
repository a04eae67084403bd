package import Linux
package import TodoProtocol

/// All that a command which goes on for ever asks of the world: it waits for many things at once.
package struct Vigil {
  /// What woke it.
  package enum Wake: Sendable {
    case said([Response])
    /// The connection is gone.
    case lost(Problem)
    /// Something came into being where the socket should be.
    case appeared
    case keys([UInt8])
    case signal(Signal)
    /// Nobody reads the output any more.
    case readerGone
    case timeUp
  }

  /// Connects, in the place of an earlier connection.
  package var connect: () throws(Problem) -> Void
  package var send: ([Request]) throws(Problem) -> Void
  /// - Parameter milliseconds: nil for no limit.
  package var wait: (_ milliseconds: Int32?) -> Wake
  /// Columns and rows of the terminal.
  package var size: () -> (columns: Int, rows: Int)?
  /// Takes the keys of the terminal, or gives them back.
  package var takeKeys: (Bool) -> Void
  /// Stops the process, as Ctrl-Z does; returns when it goes on.
  package var stop: () -> Void
  /// Milliseconds that only grow.
  package var uptime: () -> Int64

  package init(
    connect: @escaping () throws(Problem) -> Void, send: @escaping ([Request]) throws(Problem) -> Void,
    wait: @escaping (Int32?) -> Wake, size: @escaping () -> (columns: Int, rows: Int)?,
    takeKeys: @escaping (Bool) -> Void, stop: @escaping () -> Void, uptime: @escaping () -> Int64
  ) {
    self.connect = connect
    self.send = send
    self.wait = wait
    self.size = size
    self.takeKeys = takeKeys
    self.stop = stop
    self.uptime = uptime
  }
}
