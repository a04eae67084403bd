package import TodoTxt

extension Task {
  /// 6 / 3.9 / 1.8 for A / B / C, 12 x (0.2 at 14 days before due, rising to 1 at 7 days after), 0.01 a day of age (at
  /// most 2), and 5 less if blocked.
  package func urgency(today: CivilDate, isBlocked: Bool) -> Double { 0 }
}
