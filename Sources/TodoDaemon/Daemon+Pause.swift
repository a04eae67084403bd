import TodoCore
import TodoProtocol
import TodoTxt

/// Pauses: steps that touch no file, and are OK once the state has them.
extension Daemon {
  func pause(_ words: String, in draft: inout Draft) throws(Refusal) -> Reminded {
    let now = draft.context.now
    let order: PauseOrder
    do throws(DateWords.Problem) {
      order = try PauseOrder(parsing: words, at: now, in: draft.context.zone, settings: draft.reminders.settings)
    } catch {
      throw error.refusal
    }
    var reminded = Reminded(isOfPause: true)
    if let query = order.query {
      let parsed = try draft.parse(query)
      let context = draft.queryContext
      let fits = draft.list.tasks.contains { !$0.meaning.isDone && parsed.fits($0, in: context) }
      if !fits { reminded.notes.append("no task matches '\(query)' now: those to come will be held") }
    }
    let isPaused = draft.reminders.activePauses.contains { $0.query == order.query }
    if order.length == .toggle, isPaused {
      reminded.step = end([order.query], in: &draft)
      return reminded
    }
    if case .until(let end) = order.length { reminded.until = end }
    let until = reminded.until
    reminded.step = draft.remind("pause", by: .client, of: draft.reminders.waitingItems) { reminders in
      [reminders.pause(order.query, until: until, at: now)]
    }
    return reminded
  }

  func resume(_ query: String, in draft: inout Draft) throws(Refusal) -> Reminded {
    let active = draft.reminders.activePauses.map(\.query)
    let words = query.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    guard !words.isEmpty else {
      let notes = active.isEmpty ? ["nothing is paused"] : []
      return Reminded(isOfPause: true, notes: notes, step: end(active, in: &draft))
    }
    guard active.contains(words) else { throw .notPaused(words) }
    return Reminded(isOfPause: true, step: end([words], in: &draft))
  }

  private func end(_ queries: [String?], in draft: inout Draft) -> Int64? {
    let now = draft.context.now
    return draft.remind("resume", by: .client, of: draft.reminders.waitingItems) { reminders in
      queries.map { reminders.resume($0, at: now) }
    }
  }

  /// A pause of yesterday or before is brought to mind: silence must not be forgotten.
  func tell(_ pauses: [Pause], at now: Instant) {
    let held = reminders.heldItems.count
    for pause in pauses {
      let words = PauseWords(pause, at: now, in: ports.zone())
      ports.journal(JournalEntry(.held, "\(words.title), \(held) held"))
      notice(.paused(words, held: held))
    }
  }
}

extension Draft {
  /// `everything until 2026-03-01T18:00:00+01:00; +work`; nil while nothing is paused.
  var pauseWords: String? {
    let words = reminders.activePauses.map { pause in
      (pause.query ?? "everything") + (pause.until.map { " until \(context.zone.iso8601($0))" } ?? "")
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
