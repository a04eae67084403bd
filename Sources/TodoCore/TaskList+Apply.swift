extension TaskList {
  /// Makes one change, or refuses and leaves the list alone.
  package mutating func apply(_ change: Change, in context: inout ChangeContext) throws(Refusal) -> Outcome {
    var outcome = try make(change, in: &context)
    let returned: Set<ItemID> = if case .restore(_, let moved) = change { moved } else { [] }
    outcome.changes += withdrawSuccessors(of: outcome.changes, returned: returned, on: context.today)
    return outcome
  }

  private mutating func make(_ change: Change, in context: inout ChangeContext) throws(Refusal) -> Outcome {
    switch change {
    case .add(let text, let top): try add(text, top: top, uuid: nil, in: &context)
    case .put(let uuid, let text): try put(uuid, text, in: &context)
    case .replace(let id, let text): try replace(id, text, in: &context)
    case .become(let id, let text): try become(id, text, in: &context)
    case .append(let ids, let text): try attach(text, to: ids, atFront: false, in: &context)
    case .prepend(let ids, let text): try attach(text, to: ids, atFront: true, in: &context)
    case .set(let ids, let edits): try set(ids, edits, in: &context)
    case .complete(let ids): complete(ids, in: &context)
    case .reopen(let ids): reopen(ids, in: &context)
    case .remove(let ids): takeOut(ids)
    case .reorder(let id, let place): try reorder(id, to: place)
    case .sort(let keys): sort(by: keys, in: context)
    case .archive: archive()
    case .moveOut(let ids): moveOut(ids)
    case .skip(let ids): try skip(ids, in: &context)
    case .restore(let lines, _): try restore(lines)
    case .resolve(let settlement): settle(settlement)
    }
  }
}
