internal import Glibc

/// How a terminal treats keys (termios(3)); what it was before can be put back.
package struct TerminalMode {
  private let stream: Standard
  private let before: termios

  /// Has each key come at once and unseen; signals of keys such as Ctrl-C stay. Nil where the stream is no terminal.
  package static func keys(of stream: Standard) -> TerminalMode? {
    var mode = termios()
    guard tcgetattr(stream.rawValue, &mode) == 0 else { return nil }
    let before = mode
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(stream.rawValue, TCSADRAIN, &mode) == 0 else { return nil }
    return TerminalMode(stream: stream, before: before)
  }

  /// Puts back what was before. What was typed and not read is for whoever reads next.
  package func restore() {
    var mode = before
    _ = tcsetattr(stream.rawValue, TCSADRAIN, &mode)
  }
}
