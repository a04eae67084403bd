import TodoTxt

extension Popup {
  /// A save took back what todod had written.
  package init(takenBack found: [TakenBack], slot: Int, configuration: Configuration) {
    var lines = found.prefix(PopupWriter.digestLines).map { Popup.told($0, configuration) }
    if found.count > lines.count { lines.append("and \(found.count - lines.count) more") }
    self.init(
      slot: slot, summary: "A save took back what todod wrote", body: lines.joined(separator: "\n"),
      category: "x-todod.notice", stays: true)
    items = found.map(\.id)
    actions = [Action(.restore, "Restore")]
  }

  /// `gone: Buy milk`, `as before: Call mum`.
  private static func told(_ one: TakenBack, _ configuration: Configuration) -> String {
    let what = one.theirs == nil ? "gone" : one.ours == nil ? "back" : "as before"
    guard configuration.popupText != .none, let line = one.theirs ?? one.ours else { return "\(what): task \(one.id)" }
    return "\(what): \(PopupTitle(of: line, limit: PopupWriter.lineLength).text)"
  }
}
