/// One desktop notification, as it is to be shown.
package struct Popup: Hashable, Sendable {
  package enum Urgency: String, Sendable {
    case low, normal, critical
  }

  /// A button, or with the name `default` a click on the popup itself.
  package struct Action: Hashable, Sendable {
    package var name: String
    package var label: String

    package init(_ answer: PopupAnswer, _ label: String) {
      name = answer.name
      self.label = label
    }
  }

  /// An open popup of the notification server that this one takes the place of.
  package struct Replaced: Hashable, Sendable {
    package var serverID: UInt32
    /// The bus name that gave the id; as long as that owns the server's name the id is worth something.
    package var owner: String

    package init(serverID: UInt32, owner: String) {
      self.serverID = serverID
      self.owner = owner
    }
  }

  /// Names the popup between the reminders and the notifier.
  package var slot: Int
  /// Plain text, one line, never empty.
  package var summary: String
  /// Plain text of several lines; `bodyArgument` makes markup of it.
  package var body: String
  package var urgency = Urgency.normal
  /// `x-todod.due`, a hint by which users can give kinds of popups rules of their own.
  package var category: String
  package var icon = "todod"
  package var actions: [Action] = []
  /// It stays until somebody closes it, instead of the server's time.
  package var stays: Bool
  /// It goes after so many milliseconds, where it does not stay; nil is the server's time.
  package var lifetime: Int64?
  package var replaces: Replaced?
  /// The tasks it is about.
  package var items: [ItemID] = []
  /// A name of the sound theme.
  package var sound: String?

  package init(slot: Int, summary: String, body: String, category: String, stays: Bool) {
    self.slot = slot
    self.summary = summary
    self.body = body
    self.category = category
    self.stays = stays
  }
}
