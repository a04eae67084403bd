/// One row of the table of verbs: how it is written, what it answers, and how its words get a meaning.
package struct Verb: Sendable {
  package let name: String
  /// The arguments for people: `ITEM...`. Empty for none.
  package let arguments: String
  package let options: [RequestOption]
  package let text: Text
  /// It changes the list, so that its OK carries `step=`.
  package let makesStep: Bool
  /// The lines it answers before its OK.
  package let rows: Rows
  /// The errors of its own, besides `bad-request`, `busy` and `internal`, which every verb may answer.
  package let errors: [ErrorName]
  /// One sentence for people.
  package let summary: String
  /// In a line typed without a TAB the text begins after this many words.
  let fixedWords: Int
  /// The name as a number, for comparing at once: no verb has more than eight letters.
  let packed: UInt64
  let read: @Sendable (RequestWords) throws(BadRequest.Fact) -> Command

  package enum Text: Hashable, Sendable {
    case none
    case optional(String)
    case required(String)

    package var isTaken: Bool { self != .none }
  }

  package enum Rows: String, Sendable {
    case none = ""
    case tasks = "- row..."
    case data = "= data..."
    case tasksThenData = "- row..., then = data..."
    case steps = "= step..., each with its - row... and = fact..."
    case lines = "= line..."
    case tasksThenEvents = "- row..., ! gone..., then * events"
  }

  init(
    _ name: String, _ arguments: String, options: [RequestOption] = [], text: Text = .none, fixedWords: Int = 0,
    makesStep: Bool = false, rows: Rows = .none, errors: [ErrorName] = [], _ summary: String,
    read: @escaping @Sendable (RequestWords) throws(BadRequest.Fact) -> Command
  ) {
    precondition(name.utf8.count <= 8)
    self.name = name
    self.arguments = arguments
    self.options = options
    self.text = text
    self.fixedWords = fixedWords
    self.makesStep = makesStep
    self.rows = rows
    self.errors = errors
    self.summary = summary
    self.packed = name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    self.read = read
  }

  /// The verb with its words: `append [if=HASH] ITEM... TAB TEXT`.
  package var usage: String {
    var parts = [name]
    parts += options.map { "[\($0.usage)]" }
    if !arguments.isEmpty { parts.append(arguments) }
    switch text {
    case .none: break
    case .optional(let what): parts.append("[TAB \(what)]")
    case .required(let what): parts.append("TAB \(what)")
    }
    return parts.joined(separator: " ")
  }
}
