/// A popup that is on the screen, or is being brought there: part of the state, so that a restart finds it.
package struct OpenPopup: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case single, digest, welcome
  }

  /// Names the popup to the notifier; at least 1, the same for everything that replaces it in place.
  package var slot: Int
  package var kind: Kind
  /// The moments it shows, most urgent first.
  package var members: [LedgerKey]
  /// What the notification server calls it; nil until it said so (a crash now leaves open whether it was shown).
  package var serverID: UInt32?
  /// The bus name that gave the id, which is only worth something while that name is the same.
  package var serverOwner: String
  /// When it was last tried.
  package var rungAt: Instant
  /// How often it was repeated by `Again=`.
  package var repetitions: Int
  /// When it is repeated next.
  package var nextAgain: Instant?

  package init(
    slot: Int, kind: Kind, members: [LedgerKey], serverID: UInt32? = nil, serverOwner: String = "", rungAt: Instant,
    repetitions: Int = 0, nextAgain: Instant? = nil
  ) {
    self.slot = slot
    self.kind = kind
    self.members = members
    self.serverID = serverID
    self.serverOwner = serverOwner
    self.rungAt = rungAt
    self.repetitions = repetitions
    self.nextAgain = nextAgain
  }
}
