/// Which tasks a step touched, and how, without their lines: what a search of the whole history reads.
package struct StepOutline: Hashable, Sendable {
  package struct Effect: Hashable, Sendable {
    package var id: ItemID
    package var kind: StepEffect.Kind

    package init(_ id: ItemID, _ kind: StepEffect.Kind) {
      self.id = id
      self.kind = kind
    }
  }

  package var number: Int64
  package var author: Step.Author
  /// Those of `Step.effects`, in any order.
  package var effects: [Effect]
  /// The tasks of whose snoozes, dismissals and moments it changed something.
  package var reminded: [ItemID]

  package init(number: Int64, author: Step.Author, effects: [Effect], reminded: [ItemID]) {
    self.number = number
    self.author = author
    self.effects = effects
    self.reminded = reminded
  }
}
