import TodoTxt

/// Counts tasks due today, overdue, and late for more than 30 days, as days go by.
///
/// A change costs a dictionary access, midnight one for each day that passed.
struct DueTally: Sendable {
  /// What one task adds.
  struct Share: Hashable, Sendable {
    /// The day on which it is due today; nil if its threshold hides it then.
    var day: Int32?
    /// It is overdue on all days after this one.
    var lastGoodDay: Int32
  }

  private(set) var today: Int32
  private(set) var overdue = 0
  private(set) var older = 0
  /// Timed ones of today whose time has passed.
  private(set) var passedToday = 0
  private var due: [Int32: Int] = [:]
  private var ending: [Int32: Int] = [:]

  init(today: CivilDate) { self.today = today.daysSinceEpoch }

  var dueToday: Int { (due[today] ?? 0) - passedToday }
  var overdueNow: Int { overdue + passedToday }

  private var oldest: Int32 { today - Int32(MomentPlan.lastMorning) }

  mutating func add(_ share: Share, hasPassed: Bool) { count(share, hasPassed: hasPassed, by: 1) }
  mutating func remove(_ share: Share, hasPassed: Bool) { count(share, hasPassed: hasPassed, by: -1) }

  /// The time of a timed task has come.
  mutating func pass(_ share: Share) { if share.day == today { passedToday += 1 } }

  /// Goes on (or, after a clock step, back) to a day. Tasks whose time passed on it are to be told again.
  mutating func roll(to date: CivilDate) {
    let day = date.daysSinceEpoch
    if day == today { return }
    passedToday = 0
    // After a leap of years the days that have tasks are fewer than the days.
    if abs(Int(day) - Int(today)) > ending.count {
      today = day
      overdue = ending.reduce(0) { $0 + ($1.key < day ? $1.value : 0) }
      older = ending.reduce(0) { $0 + ($1.key < oldest ? $1.value : 0) }
      return
    }
    while today < day {
      overdue += ending[today] ?? 0
      older += ending[oldest] ?? 0
      today += 1
    }
    while today > day {
      today -= 1
      overdue -= ending[today] ?? 0
      older -= ending[oldest] ?? 0
    }
  }

  private mutating func count(_ share: Share, hasPassed: Bool, by sign: Int) {
    if let day = share.day {
      due[day, default: 0] += sign
      if due[day] == 0 { due[day] = nil }
      if day == today, hasPassed { passedToday += sign }
    }
    ending[share.lastGoodDay, default: 0] += sign
    if ending[share.lastGoodDay] == 0 { ending[share.lastGoodDay] = nil }
    if share.lastGoodDay < today { overdue += sign }
    if share.lastGoodDay < oldest { older += sign }
  }
}
