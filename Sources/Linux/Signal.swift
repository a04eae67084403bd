internal import Glibc

/// The signals that this project knows.
package enum Signal: Sendable {
  case hangup, interrupt, terminate, kill, user1, user2, pipe, io, windowChange, child, stop, suspend, proceed

  package var number: Int32 {
    switch self {
    case .hangup: SIGHUP
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .kill: SIGKILL
    case .user1: SIGUSR1
    case .user2: SIGUSR2
    case .pipe: SIGPIPE
    case .io: SIGIO
    case .windowChange: SIGWINCH
    case .child: SIGCHLD
    case .stop: SIGSTOP
    case .suspend: SIGTSTP
    case .proceed: SIGCONT
    }
  }

  /// Sets the disposition to "ignore" for the whole process.
  package func ignore() { _ = Glibc.signal(number, SIG_IGN) }

  /// Sets the disposition back to what a program begins with.
  package func restore() { _ = Glibc.signal(number, SIG_DFL) }

  /// Blocks the signal in this thread, so that an event loop can take it.
  package func block() throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    if code != 0 { throw SystemError(code, "pthread_sigmask") }
  }

  /// Sends the signal to this thread.
  package func raise() { _ = Glibc.raise(number) }
}
