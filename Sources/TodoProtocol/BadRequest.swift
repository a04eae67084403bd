/// A line that is no request, and whom to answer.
package struct BadRequest: Error, Hashable {
  /// The tag of the request, as far as it could be read.
  package let tag: String?
  package let fact: Fact

  package init(tag: String?, fact: Fact) {
    self.tag = tag
    self.fact = fact
  }

  package enum Fact: Error, Hashable, Sendable {
    case empty
    /// More bytes than a request may have; where it ends is not known, so nothing can follow it.
    case tooLong(limit: Int)
    case badTag
    case unknownVerb(String)
    case unknownOption(String)
    case badOption(String, value: String)
    case repeatedOption(String)
    /// A word that would be an option in its place, before the arguments.
    case lateOption(String)
    /// `if=` with something that may name more than one task.
    case conditionNeedsOneItem
    case missing(String)
    case badItem(String)
    case badWord(String, expected: String)
    case unexpectedWord(String)
    case missingText(String)
    case unexpectedText(verb: String)
  }
}

extension BadRequest {
  package var failure: Failure {
    switch fact {
    case .unknownVerb: Failure(.unknownVerb, fact.words)
    case .tooLong: Failure(.tooLarge, fact.words)
    case .empty, .badTag, .unknownOption, .badOption, .repeatedOption, .lateOption, .conditionNeedsOneItem, .missing,
      .badItem, .badWord, .unexpectedWord, .missingText, .unexpectedText:
      Failure(.badRequest, fact.words)
    }
  }
}

extension BadRequest.Fact {
  /// The sentence for people; it names the offending word.
  var words: String {
    switch self {
    case .empty: "an empty line is no request: say a verb, 'commands' lists them"
    case .tooLong(let limit): "a request has at most \(limit) bytes: say less, or edit the file itself"
    case .badTag: "a tag is @ and 1 to 32 printable characters, then a verb"
    case .unknownVerb(let verb): "no verb is called '\(verb)'; 'commands' lists them"
    case .unknownOption(let key): "this verb has no option '\(key)=': 'commands' lists what it takes"
    case .badOption(let key, let value): "'\(value)' is no value of '\(key)=': \(BadRequest.Fact.usage(of: key))"
    case .repeatedOption(let key): "'\(key)=' stands twice: say it once"
    case .lateOption(let word): "'\(word)' is an option: options come right after the verb, a text behind a TAB"
    case .conditionNeedsOneItem: "'if=' goes with exactly one item: name one, by its id"
    case .missing(let what): "\(what) is missing"
    case .badItem(let word): "'\(word)' names no item: say 17, 7-9, :12, last, rung or where QUERY"
    case .badWord(let word, let expected): "'\(word)' is not \(expected)"
    case .unexpectedWord(let word): "'\(word)' is one word too many: 'commands' lists what a verb takes"
    case .missingText(let what): "\(what) is missing (it stands after a TAB)"
    case .unexpectedText(let verb): "'\(verb)' takes no text: leave out the TAB and what follows it"
    }
  }

  /// `say limit=N`.
  private static func usage(of key: String) -> String {
    let option = RequestOption.allCases.first { "\($0.key)" == key }
    return "say \(option?.usage ?? "another")"
  }
}
