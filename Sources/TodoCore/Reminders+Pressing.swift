/// What a button does to its popup, beside what it asks for.
extension Reminders {
  /// A button that puts off was pressed: the popup is gone, and its moments count as rung until the snooze answers them.
  package mutating func pressed(_ slot: Int, at now: Instant) -> Recorded {
    end(slot, at: now) { reminders, key, row, record in
      if key.item == nil {
        // Nobody can snooze a count.
        reminders.write(key, .answered, row.moment, by: .button, into: &record)
      } else if row.state == .ringing {
        reminders.write(key, .rung, row.moment, into: &record)
      }
    }
  }

  /// *One by one*: each task of a digest gets a popup of its own, a second after the one before, as far as more may be
  /// open; the rest stays a digest, the last to come.
  package mutating func unfold(_ slot: Int, at now: Instant) -> Recorded {
    advance(to: now)
    var record = Recorded()
    guard let digest = popups[slot], digest.kind == .digest else { return record }
    drop(slot, into: &record)
    let tasks = digest.members.filter { $0.item != nil }
    let singles = tasks.prefix(max(1, settings.openLimit - popups.count))
    for key in singles { open([key], .single, into: &record) }
    let rest = Array(digest.members.filter { !singles.contains($0) })
    if singles.count < tasks.count {
      open(rest, .digest, into: &record)
    } else {
      for key in rest {
        if let row = ledger.row(key, at: now) { write(key, .answered, row.moment, by: .button, into: &record) }
      }
    }
    clean()
    return record
  }

  private mutating func open(_ members: [LedgerKey], _ kind: OpenPopup.Kind, into record: inout Recorded) {
    let popup = OpenPopup(slot: newSlot(), kind: kind, members: members, rungAt: now)
    unfolding[popup.slot] = now.adding(seconds: Int64(unfolding.count))
    popups[popup.slot] = popup
    for item in members.compactMap(\.item) { slots[item] = popup.slot }
    record.popups.append(.open(popup))
  }

  /// Shows the popups of an unfolded digest whose second has come.
  mutating func showUnfolded(into taken: inout Taken) {
    for (slot, at) in unfolding.sorted(by: { $0.value < $1.value }) where at <= now {
      unfolding[slot] = nil
      if let popup = popups[slot] { taken.rings.append(redrawn(popup)) }
    }
  }
}
