/// How the program ends, for the service manager.
package enum ExitCode: Int32, Sendable {
  case fine = 0
  case `internal` = 1
  /// Words on the command line that mean nothing.
  case usage = 2
  /// Another todod serves this list.
  case alreadyRunning = 75
  /// The configuration is wrong, or the state is newer than the program.
  case configuration = 78
}
