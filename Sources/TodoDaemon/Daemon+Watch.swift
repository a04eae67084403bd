import TodoCore
import TodoProtocol
import TodoTxt

/// Events for clients that watch.
extension Daemon {
  func watch(
    _ topics: Topics, _ since: Int64?, _ query: String, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    let draft = turn.draft
    let parsed = try finding { () throws(Refusal) in try draft.parse(query) }
    let context = draft.queryContext
    let found = draft.list.tasks.filter { parsed.matches($0, in: context) }.map(\.id)
    let members = Set(found)
    var bytes: [UInt8] = []
    let delta = since.flatMap { changeLog.changed(since: $0) }
    if since != nil, delta == nil { Response.data(key: "resync", value: "1").append(to: &bytes) }
    let surroundings = Surroundings(of: draft)
    let live = query.isEmpty ? nil : LiveQuery(parsed, members: members, in: surroundings)
    watches[client] = Watch(topics: topics, live: live, told: draft.revision, surroundings: surroundings)
    var shown = found
    if let since, let delta {
      shown = delta.filter(members.contains)
      let done = changeLog.done(since: since)
      for id in delta where !members.contains(id) {
        Response.gone(id: id.number, isDone: done.contains(id)).append(to: &bytes)
      }
    }
    if !bytes.isEmpty { turn.answers.append((client, .bytes(bytes))) }
    turn.answers.append((client, .rows(cursor(shown, request, in: turn))))
  }

  /// Tells every watcher what changed since it was last told.
  func tellWatchers() {
    let watching = watches.filter { $0.value.topics.contains(.tasks) }
    guard !watching.isEmpty else { return }
    let draft = draft(at: ports.now())
    let surroundings = Surroundings(of: draft)
    for (client, watch) in watching.sorted(by: { $0.key.number < $1.key.number }) {
      watches[client]?.told = revision
      watches[client]?.surroundings = surroundings
      guard var live = watch.live else {
        guard watch.told < revision || watch.surroundings != surroundings else { continue }
        // At most one of these is pending: a client that has not read it needs no second one.
        ports.send(
          client, .event("changed", Response.event(name: "changed", [Attribute("rev", revision)], text: nil).bytes))
        continue
      }
      let hasMoved = live.follow(surroundings, at: draft.context.now, in: draft.context.zone)
      if watch.told < revision { tellChanges(since: watch.told, &live, of: draft, to: client) }
      if hasMoved { tellMoved(&live, of: draft, to: client) }
      watches[client]?.live = live
    }
  }

  private func tellChanges(since told: Int64, _ live: inout LiveQuery, of draft: Draft, to client: ClientID) {
    let context = draft.queryContext
    let writer = RowWriter(draft: draft)
    let changed = changeLog.changed(since: told) ?? list.tasks.map(\.id) + live.members.sorted()
    let done = changeLog.done(since: told)
    for id in changed {
      if let task = list[id], live.finds(task, in: context) {
        live.members.insert(id)
        ports.send(client, .event("task \(id)", taskEvent("task", task, writer)))
      } else if live.members.remove(id) != nil {
        tellGone(id, isDone: done.contains(id), to: client)
      }
    }
  }

  /// No line of these tasks changed: a day began, a due passed, a snooze or a pause ended, a child was done.
  private func tellMoved(_ live: inout LiveQuery, of draft: Draft, to client: ClientID) {
    let context = draft.queryContext
    let writer = RowWriter(draft: draft)
    for task in list.tasks {
      if live.finds(task, in: context) {
        guard live.members.insert(task.id).inserted else { continue }
        ports.send(client, .event("task \(task.id)", taskEvent("task", task, writer)))
      } else if live.members.remove(task.id) != nil {
        tellGone(task.id, isDone: false, to: client)
      }
    }
  }

  private func tellGone(_ id: ItemID, isDone: Bool, to client: ClientID) {
    let attributes = [Attribute("id", id.number)] + (isDone ? [Attribute("done", "1")] : [])
    ports.send(client, .event("task \(id)", Response.event(name: "gone", attributes, text: nil).bytes))
  }

  /// A task that had left turns out to be done: whoever had it hears so.
  func tellDone(_ task: Task) {
    let context = draft(at: ports.now()).queryContext
    for (client, watch) in watches.sorted(by: { $0.key.number < $1.key.number })
    where watch.topics.contains(.tasks) && watch.live?.finds(task, in: context) ?? false {
      tellGone(task.id, isDone: true, to: client)
    }
  }

  private func taskEvent(_ name: StaticString, _ task: Task, _ writer: RowWriter) -> [UInt8] {
    var bytes: [UInt8] = []
    Response.appendTaskEvent(
      name, id: task.id.number, writer.attributes(of: task), line: task.line.bytes, to: &bytes)
    return bytes
  }

  /// Something rings: clients that watch reminders hear which task.
  func tellDue(_ task: Task) {
    let listeners = watches.filter { $0.value.topics.contains(.reminders) }
    guard !listeners.isEmpty else { return }
    let draft = draft(at: ports.now())
    let context = draft.queryContext
    let event = taskEvent("due", task, RowWriter(draft: draft))
    for (client, watch) in listeners.sorted(by: { $0.key.number < $1.key.number })
    where watch.finds(task, in: context) {
      ports.send(client, .event(nil, event))
    }
  }
}
