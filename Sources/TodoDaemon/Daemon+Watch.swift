import TodoCore
import TodoProtocol
import TodoTxt

/// Events for clients that watch.
extension Daemon {
  func watch(
    _ topics: Topics, _ since: Int64?, _ query: String, _ request: Request, _ client: ClientID, in turn: inout Turn
  ) throws(Unanswered) {
    let draft = turn.draft
    let parsed: Query? =
      query.isEmpty ? nil : try finding { () throws(Refusal) in try draft.parse(query) }
    let found = try finding { () throws(Refusal) in try draft.find(query, sort: nil) }
    var bytes: [UInt8] = []
    let delta = since.flatMap { changeLog.changed(since: $0) }
    if since != nil, delta == nil { Response.data(key: "resync", value: "1").append(to: &bytes) }
    var watch = Watch(topics: topics, query: parsed, told: draft.revision, members: Set(found))
    if parsed == nil { watch.members = [] }
    watches[client] = watch
    let members = Set(found)
    var shown = found
    if let delta {
      shown = delta.filter(members.contains)
      for id in delta where !members.contains(id) { Response.gone(id: id.number).append(to: &bytes) }
    }
    if !bytes.isEmpty { turn.answers.append((client, .bytes(bytes))) }
    turn.answers.append((client, .rows(cursor(shown, request, in: turn))))
  }

  /// Tells every watcher what changed since it was last told.
  func tellWatchers() {
    guard !watches.isEmpty else { return }
    for (client, watch) in watches.sorted(by: { $0.key.number < $1.key.number })
    where watch.topics.contains(.tasks) && watch.told < revision {
      watches[client]?.told = revision
      guard let query = watch.query else {
        // At most one of these is pending: a client that has not read it needs no second one.
        ports.send(
          client, .event("changed", Response.event(name: "changed", [Attribute("rev", revision)], text: nil).bytes))
        continue
      }
      tell(client, watch, query)
    }
  }

  private func tell(_ client: ClientID, _ watch: Watch, _ query: Query) {
    let draft = draft(at: ports.now())
    let context = draft.queryContext
    let writer = RowWriter(draft: draft)
    var members = watch.members
    let changed = changeLog.changed(since: watch.told) ?? list.tasks.map(\.id) + members.sorted()
    let done = changeLog.done(since: watch.told)
    for id in changed {
      if let task = list[id], query.matches(task, in: context) {
        members.insert(id)
        ports.send(client, .event("task \(id)", taskEvent("task", task, writer)))
      } else if members.remove(id) != nil {
        tellGone(id, isDone: done.contains(id), to: client)
      }
    }
    watches[client]?.members = members
  }

  private func tellGone(_ id: ItemID, isDone: Bool, to client: ClientID) {
    let attributes = [Attribute("id", id.number)] + (isDone ? [Attribute("done", "1")] : [])
    ports.send(client, .event("task \(id)", Response.event(name: "gone", attributes, text: nil).bytes))
  }

  /// A task that had left turns out to be done: whoever had it hears so.
  func tellDone(_ task: Task) {
    let context = draft(at: ports.now()).queryContext
    for (client, watch) in watches.sorted(by: { $0.key.number < $1.key.number })
    where watch.topics.contains(.tasks) && watch.query?.matches(task, in: context) ?? false {
      tellGone(task.id, isDone: true, to: client)
    }
  }

  private func taskEvent(_ name: String, _ task: Task, _ writer: RowWriter) -> [UInt8] {
    var bytes = Array("* \(name) id=\(task.id)".utf8)
    writer.attributes(of: task).append(to: &bytes)
    bytes.append(UInt8(ascii: "\t"))
    bytes += task.line.content.map { $0 == 0 ? UInt8(ascii: "?") : $0 }
    bytes.append(UInt8(ascii: "\n"))
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
    where watch.query?.matches(task, in: context) ?? true {
      ports.send(client, .event(nil, event))
    }
  }
}
