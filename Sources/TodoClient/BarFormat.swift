package import TodoProtocol

/// How `status --format` prints: for a program that is known, or by a text with fields.
package enum BarFormat: Hashable, Sendable {
  case waybar, polybar, i3, plain
  case own([Piece])

  package enum Piece: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  package enum Field: String, Hashable, Sendable, CaseIterable {
    case overdue, due, open, snoozed, held, clashes, paused, text, `class`
    case next, nextTime = "next_time", nextID = "next_id"
  }

  private static let names: [(String, BarFormat)] = [
    ("waybar", .waybar), ("polybar", .polybar), ("i3", .i3), ("plain", .plain),
  ]

  package init(_ text: String) throws(Problem) {
    if let known = BarFormat.names.first(where: { $0.0 == text }) {
      self = known.1
      return
    }
    guard text.contains("{") else {
      throw .usage(
        "'\(text)' is no format", hint: "waybar, polybar, i3, plain, or a text with fields: '{overdue} {due}'")
    }
    self = .own(try BarFormat.pieces(text))
  }

  /// `{{` and `}}` are braces.
  private static func pieces(_ text: String) throws(Problem) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        literal.append(character)
        continue
      }
      if rest.first == character {
        literal.append(rest.removeFirst())
        continue
      }
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        throw .usage("'\(text)' has a brace without its other half", hint: "{{ and }} print braces")
      }
      let name = String(rest[..<end])
      guard let field = Field(rawValue: name) else {
        throw .usage(
          "there is no field '{\(name)}'", hint: Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))
      }
      if !literal.isEmpty { pieces.append(.text(literal)) }
      literal = ""
      pieces.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    return pieces
  }

  /// What must be asked for it; a prompt asks one thing.
  package var questions: [Command] {
    switch self {
    case .waybar: return [.status, .agenda(limit: BarFormat.most)]
    case .polybar, .i3, .plain: return [.status]
    case .own(let pieces):
      let asksNext = pieces.contains(.field(.next)) || pieces.contains(.field(.nextTime))
      return asksNext || pieces.contains(.field(.nextID)) ? [.status, .next] : [.status]
    }
  }

  /// So many reminders to come stand in a tooltip.
  private static let most = 5

  /// Whether it can say that nobody answers; a prompt and a text stay empty then.
  package var tellsOff: Bool { self == .waybar || self == .i3 }

  /// Whether days are named in it.
  package var namesDays: Bool {
    switch self {
    case .waybar: true
    case .polybar, .i3, .plain: false
    case .own(let pieces): pieces.contains(.field(.nextTime))
    }
  }
}
