package import TodoCore
package import TodoProtocol

/// All that `doctor` looked at, before it is judged.
package struct Examined: Sendable {
  /// What systemd says of a unit: `ActiveState`, `UnitFileState`...
  package typealias Unit = [String: String]

  /// What stands behind a name, as far as it can be seen without opening it.
  package enum Standing: Hashable, Sendable {
    case missing
    case unreadable(String)
    case file(bytes: Int64, mode: UInt32, isOurs: Bool)
    case directory(mode: UInt32, isOurs: Bool)
    case socket(mode: UInt32, isOurs: Bool)
    case other
  }

  /// `todod`, or `todod@work` for a list of its own.
  package var unitName = "todod"
  /// Nil where no user manager answers.
  package var service: Unit?
  package var socketUnit: Unit?
  /// Whether the user's services begin with the machine and not with the login; nil where nobody says.
  package var lingers: Bool?

  package var socket = ""
  package var socketStanding = Standing.missing
  package var socketDirectory = Standing.missing
  /// What the daemon said; nil where it did not answer, for this reason.
  package var facts: [Attribute]?
  package var failure: Problem?
  /// It answers, but does not know the verb.
  package var isOlder = false

  package var configurationPath = ""
  /// Nil where there is none, and the defaults hold.
  package var configurationBytes: [UInt8]?
  package var configuration: Configuration?
  package var configurationProblems: [ConfigurationProblem] = []

  package var todo = ""
  package var todoStanding = Standing.missing
  /// Of the bytes themselves, where the daemon did not tell.
  package var health: FileHealth?
  package var done = ""
  package var doneStanding = Standing.missing
  package var stateDirectory = ""
  package var stateStanding = Standing.missing
  package var database = Standing.missing

  /// The path of the program that shows popups, for us.
  package var notifySend: String?
  package var isClockSynchronized: Bool?
  package var zone = ""
  /// The kernel's limits for watching files.
  package var watchLimits = ""
  /// Other lists of this user, and whether their todod answers.
  package var otherLists: [(name: String, answers: Bool)] = []

  package init() {}

  subscript(key: String) -> String? { facts?[key] }
  func all(_ key: String) -> [String] { (facts ?? []).filter { $0.key == key }.map(\.value) }
  package var isAnswering: Bool { facts != nil }
}
