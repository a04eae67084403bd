/// The options of one command line and the words that are none.
package struct Options: Hashable, Sendable {
  /// Not a dictionary: there are few, and its type takes a short-lived program longer to make than to search these.
  private var values: [Value] = []
  package var words: [String] = []

  private struct Value: Hashable, Sendable {
    let flag: Flag
    let text: String
  }

  /// Of an option given twice the last value.
  package subscript(flag: Flag) -> String? { values.last { $0.flag == flag }?.text }
  package func has(_ flag: Flag) -> Bool { self[flag] != nil }
}

extension Options {
  /// Takes the options of `allowed` out of the arguments; everything after `--` is words.
  ///
  /// A word with one dash is an option only if its letter is one of them: `-work` belongs to queries, and a text may
  /// hold any dash.
  package init(_ arguments: some Sequence<String>, allowed: [Flag]) throws(Problem) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        return
      }
      guard let (flag, attached) = try Options.flag(argument, allowed) else {
        words.append(argument)
        continue
      }
      guard flag.value != nil else {
        guard attached == nil else { throw .usage("--\(flag.rawValue) takes no value") }
        values.append(Value(flag: flag, text: ""))
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .usage("--\(flag.rawValue) needs a value", hint: flag.help)
      }
      values.append(Value(flag: flag, text: value))
    }
  }

  private static func flag(_ argument: String, _ allowed: [Flag]) throws(Problem) -> (Flag, attached: String?)? {
    guard argument.hasPrefix("-") else { return nil }
    guard argument.hasPrefix("--") else {
      let letter = argument.dropFirst().first
      guard argument.utf8.count == 2, let flag = allowed.first(where: { $0.letter == letter && letter != nil }) else {
        return nil
      }
      return (flag, nil)
    }
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let flag = Flag.named(name), allowed.contains(flag) else {
      throw .usage("there is no option '--\(name)' here", hint: "after '--' every word is taken as it is")
    }
    return (flag, parts.count == 2 ? String(parts[1]) : nil)
  }
}
