/// One popup to be shown: all that its text can need.
package struct Ring: Sendable {
  package enum Kind: Sendable {
    /// One task as itself: `items` has one.
    case single
    case digest
    case welcome(Welcome)
  }

  /// One task in a popup.
  package struct Item: Sendable {
    package var task: Task
    package var name: MomentName
    /// When it should have rung.
    package var moment: Instant
    /// The due as an instant: a timed task's time, the start of a day task's day; nil without a due.
    package var due: Instant?
    /// Its day has ended, or its time has passed.
    package var isOverdue: Bool
    /// `due` has a time of day.
    package var isTimed: Bool

    package init(task: Task, name: MomentName, moment: Instant, due: Instant?, isOverdue: Bool, isTimed: Bool) {
      self.task = task
      self.name = name
      self.moment = moment
      self.due = due
      self.isOverdue = isOverdue
      self.isTimed = isTimed
    }
  }

  /// What the first popup for a file says beside the file's name.
  package struct Welcome: Sendable {
    package var counts: ReminderCounts
    /// What rings next, and when.
    package var next: (task: Task, moment: Instant)?

    package init(counts: ReminderCounts, next: (task: Task, moment: Instant)?) {
      self.counts = counts
      self.next = next
    }
  }

  package var slot: Int
  package var kind: Kind
  /// Most urgent first: timed passed, timed to come, overdue by priority then age, the rest.
  package var items: [Item]
  /// Tasks over 30 days late that a digest only counts.
  package var older: Int
  /// When it rings.
  package var at: Instant
  /// A moment in it was reached over a minute after its time.
  package var isLate: Bool
  /// A crash left open whether it was shown.
  package var isPerhapsShownBefore: Bool
  /// A repetition of a popup that nobody closed or answered.
  package var isStillOpen: Bool
  /// It rings for the first time: not drawn again, brought back, or tried again.
  package var isNews = false
  /// It is on the screen already, or was: drawn again, or brought back.
  package var isRedrawn = false
  /// The open popup of the server that this one takes the place of, if `owner` still has the server's name.
  package var replaces: (serverID: UInt32, owner: String)?

  package init(
    slot: Int, kind: Kind, items: [Item], older: Int = 0, at: Instant, isLate: Bool = false,
    isPerhapsShownBefore: Bool = false, isStillOpen: Bool = false, replaces: (serverID: UInt32, owner: String)? = nil
  ) {
    self.slot = slot
    self.kind = kind
    self.items = items
    self.older = older
    self.at = at
    self.isLate = isLate
    self.isPerhapsShownBefore = isPerhapsShownBefore
    self.isStillOpen = isStillOpen
    self.replaces = replaces
  }
}

/// How many tasks are open, due today, and overdue.
package struct ReminderCounts: Hashable, Sendable {
  package var open: Int
  package var today: Int
  package var overdue: Int

  package init(open: Int = 0, today: Int = 0, overdue: Int = 0) {
    self.open = open
    self.today = today
    self.overdue = overdue
  }
}
