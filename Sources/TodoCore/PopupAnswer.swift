/// What a person wants who pressed a button of a popup.
package enum PopupAnswer: Hashable, Sendable {
  /// A click on the popup itself.
  case open
  case done
  case snooze
  /// Snooze to the instant that the button names.
  case remind(at: Instant)
  case undo
  /// Of a save that took something back: what todod had written stands again.
  case restore
  /// Of a digest: a popup for each of its tasks.
  case oneByOne
  /// Of a digest: snooze each of its tasks to the next morning.
  case allTomorrow
  /// Of a bad value: what was perhaps meant takes its place.
  case makeIt
  case leave
  /// Of a clash: this line stays and its twins go.
  case keep(ItemID)
  /// Of a clash: all its lines are tasks.
  case keepAll

  /// How the notification server calls it.
  package var name: String {
    switch self {
    case .open: "default"
    case .done: "done"
    case .snooze: "snooze"
    case .remind(let instant): "remind-\(instant.seconds)"
    case .undo: "undo"
    case .restore: "restore"
    case .oneByOne: "one-by-one"
    case .allTomorrow: "all-tomorrow"
    case .makeIt: "make-it"
    case .leave: "leave"
    case .keep(let item): "keep-\(item)"
    case .keepAll: "keep-all"
    }
  }

  /// Reads what `name` writes; nil for anything else.
  package init?(name: String) {
    switch name {
    case "default": self = .open
    case "done": self = .done
    case "snooze": self = .snooze
    case "undo": self = .undo
    case "restore": self = .restore
    case "one-by-one": self = .oneByOne
    case "all-tomorrow": self = .allTomorrow
    case "make-it": self = .makeIt
    case "leave": self = .leave
    case "keep-all": self = .keepAll
    default:
      if name.hasPrefix("keep-"), let number = Int32(name.dropFirst(5)), number > 0 {
        self = .keep(ItemID(number))
        return
      }
      guard name.hasPrefix("remind-"), let seconds = Int64(name.dropFirst(7)) else { return nil }
      self = .remind(at: Instant(seconds: seconds))
    }
  }
}

/// The kinds of answers that a popup may offer.
package struct PopupOffers: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let open = PopupOffers(rawValue: 1)
  package static let done = PopupOffers(rawValue: 2)
  package static let snooze = PopupOffers(rawValue: 4)
  package static let remind = PopupOffers(rawValue: 8)
  package static let oneByOne = PopupOffers(rawValue: 16)
  package static let allTomorrow = PopupOffers(rawValue: 32)

  package static let all: PopupOffers = [.open, .done, .snooze, .remind, .oneByOne, .allTomorrow]
}
