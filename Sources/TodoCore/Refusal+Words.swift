package import TodoProtocol
import TodoTxt

extension Refusal {
  /// The error a client sees for it.
  package var name: ErrorName {
    switch self {
    case .noSuchItem, .noSuchLine, .nothingRang, .nothingMatches, .noSuchStep, .nothingToRestore, .notInHistory,
      .noSuchVersion,
      .notPaused:
      .notFound
    case .stateFault: .internal
    case .changed, .undoneAlready, .undoClashes, .nothingToUndo, .nothingToRedo, .redoIsOver, .notUndone,
      .redoneAlready, .stillThere, .wentToDifferentFiles, .isDone,
      .neverRings, .cannotSkip, .noClash, .onlyOneStays, .oneHasToStay, .fileIsThere, .nothingToAccept:
      .conflict
    case .titleTooShort, .textHasLineBreak, .badWord, .bareNumber, .isPast, .nightIsOver, .badQuery, .notOneItem,
      .itemIsItsOwnPlace, .badFileName:
      .badRequest
    }
  }

  /// One sentence for people: what is wrong and what to do.
  package var words: String {
    switch self {
    case .noSuchItem(let id): "no task \(id): see `todoctl list all` for the ids there are"
    case .noSuchLine(let number): "the file has no task in line \(number): `todoctl list` shows the ids"
    case .nothingRang: "no reminder waits for an answer: `todoctl agenda` lists those to come"
    case .nothingMatches(let words): "no task matches '\(words)': `todoctl list all` has done ones too"
    case .changed(let id, let hash): "item \(id) changed (now \(hash)): read it again before changing it"
    case .titleTooShort(let minimum):
      minimum == 1
        ? "a task needs at least one word beside its tags and keys: say what there is to do"
        : "a task needs at least \(minimum) characters beside its tags and keys: say more (MinimumTitle=\(minimum))"
    case .textHasLineBreak: "a task is one line: leave out the line break"
    case .badWord(let word, let expected): "'\(word)' is not understood: \(expected)"
    case .bareNumber(let word): "'\(word)' may be minutes or an hour: say \(word)min or \(word):00"
    case .isPast(let word): "'\(word)' is past: say a time to come"
    case .nightIsOver: "tonight is over: say tomorrow"
    case .badQuery(let word, let expected): "'\(word)' in the query is not understood: \(expected)"
    case .notOneItem(let count): "one task is needed here, \(count) were named: name one, by its id"
    case .itemIsItsOwnPlace(let id): "task \(id) cannot stand after itself: name another one, or say top"
    case .notPaused(let query): "'\(query)' is not paused: 'todoctl status' says what is"
    case .isDone(let id): "task \(id) is done: nothing of it rings; `todoctl undone \(id)` opens it again"
    case .neverRings(let id): "task \(id) has rem:none: it never rings; `todoctl set \(id) rem:` lets it"
    case .cannotSkip(let id, let reason):
      switch reason {
      case .notRecurring: "task \(id) does not recur: it has no rec:; `todoctl set \(id) rec:1w` makes it"
      case .nonsense(let value): "'rec:\(value)' of task \(id) gives no next one: say rec:1w, rec:+1m"
      case .ended(let until):
        "task \(id) has no next one: it would come after until:\(until); `todoctl done \(id)` ends it"
      case .beyondCalendar:
        "task \(id) has no next one: it would come after the year 9999; `todoctl done \(id)` ends it"
      }
    case .nothingToUndo: "there is no step to undo: what others did is undone by its name (`todoctl history`)"
    case .noSuchStep(let step): "no step s\(step) in the history: `todoctl history` lists those there are"
    case .undoneAlready(let step, let by):
      "step s\(step) was undone already, by s\(by): `todoctl redo s\(step)` does it again"
    case .undoClashes(let step, let isRedo, let lines, let by):
      "step s\(step) cannot be \(isRedo ? "redone" : "undone"), "
        + (by.map { "s\($0) changed since" } ?? "these changed since") + ": "
        + lines.map { "'\($0)'" }.joined(separator: ", ")
        + (by.map { "; undo s\($0) first, or change it yourself" } ?? "; change it yourself")
    case .nothingToRedo: "there is no step to redo: none is undone"
    case .redoIsOver(let step, let since):
      "step s\(since) was made since the last undo: name the step to redo, as in `todoctl redo s\(step)`"
    case .notUndone(let step): "step s\(step) is not undone: there is nothing to redo"
    case .redoneAlready(let step, let by, let root):
      "what s\(step) undid was redone already, by s\(by): `todoctl undo s\(root)` undoes it again"
    case .nothingToRestore(let id): "no removed task had the id \(id): `todoctl trash` lists those there are"
    case .stillThere(let id): "task \(id) is in the list: `todoctl history \(id)` says what became of it"
    case .noSuchVersion(let revision, let now):
      revision > now
        ? "there is no version r\(revision) yet: the file is at r\(now)"
        : "history does not go back to r\(revision): `todoctl history --limit all` lists the steps there are"
    case .notInHistory(let id): "no task has or had the id \(id): `todoctl history` says what was changed"
    case .wentToDifferentFiles(let ids):
      "tasks \(ids.map(\.description).joined(separator: ", ")) went to different files: restore those of one at a time"
    case .noClash(let id): "\(id) is not one of two lines that clash: `todoctl list mark:clash` lists those"
    case .onlyOneStays(let ids):
      "\(Refusal.list(ids)) clash with each other: name the one to keep, or say both"
    case .oneHasToStay(let ids):
      "\(Refusal.list(ids)) clash with each other: name those to drop, one has to stay"
    case .fileIsThere: "the todo file is there: nothing is missing"
    case .nothingToAccept: "the todo file is there: there is nothing to accept"
    case .stateFault(let words): "the history cannot be read: \(words); `todoctl doctor` says more"
    case .badFileName(let name):
      "'\(name)' is no file name in the todo file's own directory: say one without a slash, such as someday.txt"
    }
  }
}

extension Refusal {
  /// `17 and 22`, `17, 22 and 23`.
  private static func list(_ ids: [ItemID]) -> String {
    let words = ids.map(\.description)
    return words.dropLast().joined(separator: ", ") + (words.count > 1 ? " and " : "") + (words.last ?? "")
  }

  /// What the protocol says of it.
  package var failure: Failure { Failure(name, words) }
}
