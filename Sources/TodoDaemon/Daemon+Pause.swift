import TodoCore
import TodoProtocol
import TodoTxt

/// Pauses: steps that touch no file, and are OK once the state has them.
extension Daemon {
  func pause(
    _ words: String, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    let (now, zone) = (turn.draft.context.now, turn.draft.context.zone)
    let settings = turn.draft.reminders.settings
    let order = try finding { () throws(Refusal) in
      do throws(DateWords.Problem) {
        return try PauseOrder(parsing: words, at: now, in: zone, settings: settings)
      } catch {
        throw error.refusal
      }
    }
    var notes: [String] = []
    if let query = order.query {
      let parsed = try finding { () throws(Refusal) in try turn.draft.parse(query) }
      let context = turn.draft.queryContext
      let fits = turn.draft.list.tasks.contains { !$0.meaning.isDone && parsed.fits($0, in: context) }
      if !fits { notes.append("no task matches '\(query)' now: those to come will be held") }
    }
    let isPaused = turn.draft.reminders.activePauses.contains { $0.query == order.query }
    if order.length == .toggle, isPaused {
      end([order.query], notes, request, pending, in: &turn)
      return
    }
    var until: Instant?
    if case .until(let end) = order.length { until = end }
    let step = turn.draft.remind("pause", by: .client, of: turn.draft.reminders.waitingItems) { reminders in
      [reminders.pause(order.query, until: until, at: now)]
    }
    answerPauses(notes, step: step, until: until, to: request, pending, in: &turn)
  }

  func resume(
    _ query: String, _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) throws(Unanswered) {
    let active = turn.draft.reminders.activePauses.map(\.query)
    let words = query.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    guard !words.isEmpty else {
      end(active, active.isEmpty ? ["nothing is paused"] : [], request, pending, in: &turn)
      return
    }
    guard active.contains(words) else { throw .failure(Refusal.notPaused(words).failure) }
    end([words], [], request, pending, in: &turn)
  }

  private func end(
    _ queries: [String?], _ notes: [String], _ request: Request, _ pending: PendingRequest, in turn: inout Turn
  ) {
    let now = turn.draft.context.now
    let step = turn.draft.remind("resume", by: .client, of: turn.draft.reminders.waitingItems) { reminders in
      queries.map { reminders.resume($0, at: now) }
    }
    answerPauses(notes, step: step, until: nil, to: request, pending, in: &turn)
  }

  private func answerPauses(
    _ notes: [String], step: Int64?, until: Instant?, to request: Request, _ pending: PendingRequest,
    in turn: inout Turn
  ) {
    var bytes: [UInt8] = []
    Response.data(key: "paused", value: turn.draft.pauseWords ?? "nothing").append(to: &bytes)
    for note in notes { Response.data(key: "note", value: note).append(to: &bytes) }
    var attributes = [Attribute("rev", turn.draft.revision)]
    if let step { attributes.append(Attribute("step", "s\(step)")) }
    if let until { attributes.append(Attribute("until", turn.draft.context.zone.iso8601(until))) }
    Response.ok(tag: request.tag, attributes).append(to: &bytes)
    turn.answers.append((pending.client, .bytes(bytes)))
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
