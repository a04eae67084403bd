/// One run of todoctl: a command line in, requests to the daemon, text out, an exit code.
package struct Client {
  let console: Console
  /// Opens the connection when the first request is made.
  let connect: (_ path: String) throws(Problem) -> Conversation
  /// Has todo-exchange carry a command line out, and gives its exit code.
  let exchange: (_ arguments: [String]) throws(Problem) -> Int32

  package init(
    console: Console, connect: @escaping (String) throws(Problem) -> Conversation,
    exchange: @escaping ([String]) throws(Problem) -> Int32 = ExchangeProgram.run
  ) {
    self.console = console
    self.connect = connect
    self.exchange = exchange
  }

  /// Runs a command line (without the program's name) and gives the exit code.
  package func run(_ arguments: [String]) -> Int32 {
    do throws(Problem) {
      let invocation = try Invocation(arguments)
      switch invocation.action {
      case .importing, .exporting: return try exchange(arguments)
      default: break
      }
      return try Run(self, invocation.options).perform(invocation.action)
    } catch {
      complain(error, inJSON: arguments.prefix { $0 != "--" }.contains("--json"))
      return error.exitCode
    }
  }

  func complain(_ problem: Problem, inJSON: Bool) {
    console.complain(inJSON ? JSONView.problem(problem) : Array((Clean.message(problem.words) + "\n").utf8))
  }
}
