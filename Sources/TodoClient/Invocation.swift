import TodoCore
import TodoProtocol

/// A whole command line, understood.
package struct Invocation: Sendable {
  package let action: Action
  package let options: Options
}

extension Invocation {
  /// Reads what follows the program's name.
  package init(_ arguments: [String]) throws(Problem) {
    if arguments.first == "__complete" {
      self.init(action: .complete(Array(arguments.drop { $0 != "--" }.dropFirst())), options: Options())
      return
    }
    var rest = arguments[...]
    // Options may stand before the command: `todoctl --json list`.
    var leading: [String] = []
    while let first = rest.first, first.hasPrefix("-"), first != "-" {
      if first == "--version" {
        self.init(action: .version, options: try Options([], allowed: []))
        return
      }
      leading.append(rest.removeFirst())
      if let flag = Flag.named(String(first.dropFirst(2))), flag.value != nil, let value = rest.popFirst() {
        leading.append(value)
      }
    }
    guard let name = rest.popFirst() else {
      let options = try Options(leading, allowed: Flag.common)
      self.init(action: options.has(.help) ? .help(topic: nil) : .overview, options: options)
      return
    }
    let (row, words) = try Invocation.command(name, &rest)
    let options = try Options(leading + words + rest, allowed: Flag.common + row.flags)
    guard !options.has(.help) else {
      self.init(action: .help(topic: row.name), options: options)
      return
    }
    do throws(Problem) {
      self.init(action: try row.action(options), options: options)
    } catch {
      // Where no words say what is right, the command's own do; a message with a colon says it already.
      guard error.hint == nil, !error.failure.message.contains(": ") else { throw error }
      throw Problem(error.failure, hint: row.usage.count <= 60 ? row.usage : "todoctl help \(row.name)")
    }
  }

  /// Finds the command; `17 done` is `done 17`, and `17` alone shows it.
  private static func command(
    _ name: String, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> (CommandRow, [String]) {
    if let found = CommandTable.find(name) { return found }
    if Targets.names(name) != nil {
      var items = [name]
      while let next = rest.first, Targets.names(next) != nil {
        items.append(next)
        rest.removeFirst()
      }
      guard let verb = rest.popFirst() else {
        guard let show = CommandTable.find("show") else { throw .usage("'\(name)' is no command") }
        return (show.row, items)
      }
      guard let found = CommandTable.find(verb) else { throw unknown(verb) }
      return (found.row, found.words + items)
    }
    throw unknown(name)
  }

  private static func unknown(_ name: String) -> Problem {
    if ["start", "stop", "restart", "enable", "disable"].contains(name) {
      return .usage("'\(name)' is systemd's", hint: "systemctl --user \(name) todod")
    }
    let names = CommandTable.rows.flatMap { [$0.name] + $0.aliases.map(\.name) }
    guard let nearest = Spelling.nearest(to: name, of: names) else {
      return .usage("'\(name)' is no command", hint: "'todoctl --help' lists them; to add a task say 'todoctl add ...'")
    }
    return .usage("'\(name)' is no command", hint: "did you mean 'todoctl \(nearest)'?")
  }
}
