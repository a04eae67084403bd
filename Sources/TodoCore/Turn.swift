/// How the moments that ring in one turn share popups.
package struct Turn: Hashable, Sendable {
  /// One of those that ring.
  package struct Ringing: Hashable, Sendable {
    /// As `Reached.ringsSingly`.
    package var ringsSingly: Bool
    package var isLate: Bool
    /// Its task has a popup of its own already, whose place it takes.
    package var hasPopup: Bool
    /// It is no task's: as itself it has nothing to say.
    package var isCount: Bool

    package init(ringsSingly: Bool, isLate: Bool, hasPopup: Bool = false, isCount: Bool = false) {
      self.ringsSingly = ringsSingly
      self.isLate = isLate
      self.hasPopup = hasPopup
      self.isCount = isCount
    }
  }

  /// Places in the given list, to be shown as themselves, each a second after the one before.
  package private(set) var singles: [Int] = []
  /// Places in the given list, to be shown as one digest.
  package private(set) var digest: [Int] = []

  /// - Parameter free: How many popups may still be opened before further ones join a digest.
  package init(_ ringing: [Ringing], groupAbove: Int, free: Int) {
    let all = Array(ringing.indices)
    // 6. More than one late one: one digest. Day tasks always.
    let groupsLate = all.filter { ringing[$0].isLate }.count > 1
    digest = all.filter { !ringing[$0].ringsSingly || groupsLate && ringing[$0].isLate }
    singles = all.filter { ringing[$0].ringsSingly && !(groupsLate && ringing[$0].isLate) }
    if singles.count > groupAbove {
      digest += singles
      singles = []
    }
    if digest.count == 1, let alone = digest.first, !ringing[alone].isCount {
      singles.insert(alone, at: 0)
      digest = []
    }
    // 7. Where no popup may be opened any more, one digest takes the rest.
    var free = free
    let fitting = singles.filter { place in
      if ringing[place].hasPopup { return true }
      free -= 1
      return free >= 0
    }
    digest += singles.filter { !fitting.contains($0) }
    singles = fitting
    digest.sort()
  }
}
