import TodoProtocol

/// `__complete`: for shells, not for people.
extension Run {
  /// Prints `TEXT TAB HELP` for each candidate, or `:files`; never an error, which would stand in the middle of a line.
  func complete(_ words: [String]) {
    let facts = CompletionFacts(
      tasks: { self.openTasks(beginning: $0) },
      trash: { self.rows(.trash([], limit: 50)).map { self.candidate($0) } },
      steps: { self.recentSteps() },
      tags: { sign in
        let projects = sign == "@" ? [] : self.data(.projects(query: ""))
        let contexts = sign == "+" ? [] : self.data(.contexts(query: ""))
        return projects.map { Completion.Candidate("+\($0.key)", self.count($0.value)) }
          + contexts.map { Completion.Candidate("@\($0.key)", self.count($0.value)) }
      },
      views: { self.data(.views).map { Completion.Candidate("view:\($0.key)", Clean.text($0.value)) } })
    switch Completion(facts: facts).answer(Array(words.dropLast()), words.last ?? "") {
    case .files: write(":files\n")
    case .candidates(let found):
      // A name with a control character is nothing to type.
      for candidate in found where Clean.text(candidate.text) == candidate.text {
        write(candidate.help.isEmpty ? "\(candidate.text)\n" : "\(candidate.text)\t\(candidate.help)\n")
      }
    }
  }

  /// Of ten thousand lines only those are read that are shown: a TAB is answered at once.
  private func openTasks(beginning: String) -> [Completion.Candidate] {
    let request = Request(.list(query: "", sort: nil, rows: .plain))
    guard let (lines, rest) = try? open().copy(request), rest.failure == nil else { return [] }
    let beginning = Array(beginning.utf8)
    var found: [Completion.Candidate] = []
    var start = 0
    while start < lines.count, found.count < Completion.most {
      let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? lines.count
      let line = lines[start..<end]
      start = end + 1
      guard line.starts(with: beginning), let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let id = Int32(String(decoding: line[..<tab], as: UTF8.self))
      else { continue }
      found.append(candidate(TaskRow(id: id, RowAttributes(), line: Array(line[(tab + 1)...]))))
    }
    return found
  }

  private func rows(_ command: Command) -> [TaskRow] { (try? ask(command))?.rows ?? [] }

  private func data(_ command: Command) -> [Attribute] { (try? ask(command))?.data ?? [] }

  private func count(_ number: String) -> String { number == "1" ? "1 task" : "\(number) tasks" }

  private func candidate(_ row: TaskRow) -> Completion.Candidate {
    Completion.Candidate(String(row.id), String(TaskText(row).plain.prefix(60)))
  }

  private func recentSteps() -> [Completion.Candidate] {
    data(.history(.all, limit: 20)).filter { $0.key == "step" }.map { said in
      let step = ToldStep(said.value)
      return Completion.Candidate(step.name, Clean.text(step.title))
    }
  }
}
