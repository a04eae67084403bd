import Linux
import TodoClient
import TodoExchange

let exchange = Exchange(
  console: .live, connect: { path throws(Problem) in try Conversation.connect(path) },
  readFile: { path throws(Problem) in try Exchange.read(path) })
CurrentProcess.exit(exchange.run(Array(CommandLine.arguments.dropFirst())))
