import TodoTxt

extension Popup {
  /// Tasks that were changed differently in two places, each with the forms in which it stands in the file.
  package init(clashing forms: [[Task]], slot: Int, configuration: Configuration) {
    let isOne = forms.count == 1
    var lines =
      isOne
      ? forms[0].map { Popup.told($0, configuration) }
      : forms.prefix(PopupWriter.digestLines).map { Popup.told($0, configuration) }
    if forms.count > lines.count, !isOne { lines.append("and \(forms.count - lines.count) more") }
    lines.append("`todoctl resolve ID keep|drop|both` settles \(isOne ? "it" : "one").")
    self.init(
      slot: slot, summary: "\(isOne ? "A task was" : "\(forms.count) tasks were") changed in two places",
      body: lines.joined(separator: "\n"), category: "x-todod.notice", stays: true)
    items = forms.joined().map(\.id)
    guard isOne else {
      actions = [Action(.oneByOne, "One by one")]
      return
    }
    // Servers have room for a few.
    if items.count <= 3 { actions = items.map { Action(.keep($0), "Keep \($0)") } }
    actions.append(Action(.keepAll, items.count == 2 ? "Keep both" : "Keep all"))
  }

  /// `17: Call mum due:2026-03-06`: what two forms differ in may be a key.
  private static func told(_ task: Task, _ configuration: Configuration) -> String {
    switch configuration.popupText {
    case .full: "\(task.id): \(PopupTitle.cleaned(task.line.content, PopupWriter.summaryLength))"
    case .title: "\(task.id): \(PopupTitle(of: task.line, limit: PopupWriter.lineLength).text)"
    case .none: "task \(task.id)"
    }
  }

  /// `17, 22: Call mum`.
  private static func told(_ forms: [Task], _ configuration: Configuration) -> String {
    let ids = forms.map(\.id.description).joined(separator: ", ")
    guard configuration.popupText != .none, let first = forms.first else { return "tasks \(ids)" }
    return "\(ids): \(PopupTitle(of: first.line, limit: PopupWriter.lineLength).text)"
  }
}
