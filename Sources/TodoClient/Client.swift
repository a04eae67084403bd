/// One run of todoctl: a command line in, requests to the daemon, text out, an exit code.
package struct Client {
  let console: Console
  /// Opens the connection when the first request is made.
  let connect: (_ path: String) throws(Problem) -> Conversation

  package init(console: Console, connect: @escaping (String) throws(Problem) -> Conversation) {
    self.console = console
    self.connect = connect
  }

  /// Runs a command line (without the program's name) and gives the exit code.
  package func run(_ arguments: [String]) -> Int32 {
    do throws(Problem) {
      let invocation = try Invocation(arguments)
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
