import Linux
import TodoClient

let client = Client(console: .live) { path throws(Problem) in try Conversation.connect(path) }
CurrentProcess.exit(client.run(Array(CommandLine.arguments.dropFirst())))
