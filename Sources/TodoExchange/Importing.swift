import TodoClient
import TodoProtocol

/// Carries a plan out: one step, or as many as the limits of a batch make of it; all of them or none.
struct Importing {
  let daemon: Conversation
  let plan: ImportPlan

  private static let nothing = "; nothing was changed"

  /// The names of the steps, in their order.
  func steps() throws(Problem) -> [String] {
    var steps: [String] = []
    var tasks = plan.additions[...]
    for batch in plan.additions.map({ Request(plan.command(for: $0)) }).batches {
      do throws(Problem) {
        if let step = try commit(batch, of: tasks.prefix(batch.count)) { steps.append(step) }
      } catch {
        throw takingBack(steps, after: error)
      }
      tasks = tasks.dropFirst(batch.count)
    }
    return steps
  }

  private func commit(_ batch: ArraySlice<Request>, of tasks: ArraySlice<ForeignTask>) throws(Problem) -> String? {
    let answers = try daemon.ask([Request(.begin)] + batch + [Request(.commit)])
    for (task, answer) in zip(tasks, answers.dropFirst()) {
      if let failure = answer.failure {
        throw Problem(
          Failure(code: failure.code, name: failure.name, message: "\(task.place): \(failure.message)"),
          hint: "nothing was imported")
      }
    }
    guard let last = answers.last else { return nil }
    if let failure = last.failure { throw named(failure, tasks) }
    return last.step
  }

  /// The daemon says `at=3 words; nothing was changed`, and the third is an entry of the file.
  private func named(_ failure: Failure, _ tasks: ArraySlice<ForeignTask>) -> Problem {
    let words = failure.message.split(separator: " ", maxSplits: 1)
    guard let number = words.first.flatMap({ $0.hasPrefix("at=") ? Int($0.dropFirst(3)) : nil }), words.count == 2,
      (1...tasks.count).contains(number)
    else { return Problem(failure, hint: "nothing was imported") }
    let place = tasks[tasks.startIndex + number - 1].place
    let reason = words[1].hasSuffix(Importing.nothing) ? words[1].dropLast(Importing.nothing.count) : words[1]
    return Problem(.badRequest, "\(place): \(reason)", hint: "nothing was imported")
  }

  /// Half an import is none: what was committed goes again.
  private func takingBack(_ steps: [String], after problem: Problem) -> Problem {
    for (place, step) in steps.enumerated().reversed() {
      let number = Int64(step.dropFirst())
      guard let answer = (try? daemon.ask([Request(.undo(step: number))]))?.first, answer.failure == nil else {
        let left = steps[...place].reversed().joined(separator: " ")
        return Problem(problem.failure, hint: "a part was imported: 'todoctl undo \(left)' takes it back")
      }
    }
    return problem
  }
}
