package import TodoClient
package import TodoCore
package import TodoProtocol
package import TodoTxt

/// What an import would do to the list that is there.
package struct ImportPlan: Hashable, Sendable {
  package struct Duplicate: Hashable, Sendable {
    package let place: String
    /// Is nil where it is in the done file, or further up in the same file.
    package let id: Int32?
    package let reason: String
  }

  package private(set) var additions: [ForeignTask] = []
  package private(set) var duplicates: [Duplicate] = []
  package let leftOut: [ForeignList.LeftOut]
  package private(set) var complaints: [Complaint]

  /// - Parameters:
  ///   - rows: Every task of the list.
  ///   - archived: The lines of the done file, which know no uuid.
  ///   - now, zone: To these words such as `due:fri` refer.
  package init(_ list: ForeignList, rows: [TaskRow], archived: [Line], at now: Instant, in zone: Zone) {
    leftOut = list.leftOut
    complaints = list.complaints
    var known = KnownTasks(rows, archived)
    for task in list.tasks {
      if let duplicate = known.take(task) {
        duplicates.append(duplicate)
      } else {
        additions.append(task)
      }
    }
    writeNeeds(beyond: rows.compactMap { $0.meaning.number }.max() ?? 0)
    for task in additions {
      if let fact = ImportPlan.fault(of: task, at: now, in: zone) { complaints.append(Complaint(task.place, fact)) }
    }
  }

  package func command(for task: ForeignTask) -> Command { .put(task.uuid.word, line: task.line.bytes) }

  /// What the daemon would refuse, found before anything is sent.
  private static func fault(of task: ForeignTask, at now: Instant, in zone: Zone) -> Complaint.Fact? {
    let size = Request(.put(task.uuid.word, line: task.line.bytes)).bytes.count
    let limit = LineFramer.maximumRequest
    if size > limit { return .tooLong(task.line.bytes.count, limit: limit - (size - task.line.bytes.count)) }
    do throws(DateWords.Problem) {
      _ = try DateWords.resolve(task.line, at: now, in: zone)
      return nil
    } catch {
      return .badWord(error.refusal.failure.message)
    }
  }

  /// Writes who waits for whom as `id:` and `p:`, with numbers that no task has.
  ///
  /// A task has one parent only, and what is in the list already is not touched.
  private mutating func writeNeeds(beyond highest: Int32) {
    var places: [TaskUUID: Int] = [:]
    for (place, task) in additions.enumerated() where !task.line.header.isDone { places[task.uuid] = place }
    var next = highest
    var hasParent: Set<Int> = []
    for place in additions.indices {
      var number: Int32?
      for need in additions[place].needs {
        guard let child = places[need], child != place, hasParent.insert(child).inserted else {
          additions[place].remarks.append("it waits for \(need.word), which 'p:' cannot say")
          continue
        }
        if number == nil {
          next += 1
          number = next
          additions[place].line = additions[place].line.appending("id:\(next)")
        }
        additions[child].line = additions[child].line.appending("p:\(number ?? next)")
      }
    }
  }
}

/// The tasks that there are, by uuid and by words.
private struct KnownTasks {
  private var uuids: [TaskUUID: (id: Int32?, place: String?)] = [:]
  /// Lines that are in the list, with the ids of equal ones.
  private var lines: [ArraySlice<UInt8>: [Int32]] = [:]
  /// Lines of the done file, as they are and as they were before they were done, and how many of each.
  private var archived: [[UInt8]: Int] = [:]

  init(_ rows: [TaskRow], _ done: [Line]) {
    for row in rows.reversed() {
      if let uuid = row.attributes.uuid { uuids[TaskUUID(uuid)] = (row.id, nil) }
      lines[row.line.content, default: []].append(row.id)
    }
    for line in done {
      // The numbers of `id:` and `p:` are given anew by each import.
      let forms = [line, line.reopened()].flatMap { [$0, $0.removing(key: "id").removing(key: "p")] }
      for form in Set(forms.map { Array($0.content) }) { archived[form, default: 0] += 1 }
    }
  }

  /// Whether the task is there already; then that one is no longer there for the next.
  mutating func take(_ task: ForeignTask) -> ImportPlan.Duplicate? {
    if let known = uuids[task.uuid] {
      let reason = known.place.map { "the same as \($0)" } ?? "task \(known.id ?? 0)"
      if let id = known.id { forget(task.line, id) }
      return ImportPlan.Duplicate(place: task.place, id: known.id, reason: reason)
    }
    uuids[task.uuid] = (nil, task.place)
    if !task.hasOwnUUID, let id = lines[task.line.content]?.popLast() {
      return ImportPlan.Duplicate(place: task.place, id: id, reason: "task \(id)")
    }
    let words = Array(task.line.content)
    guard let count = archived[words], count > 0 else { return nil }
    archived[words] = count - 1
    return ImportPlan.Duplicate(place: task.place, id: nil, reason: "in the done file")
  }

  private mutating func forget(_ line: Line, _ id: Int32) {
    guard let place = lines[line.content]?.firstIndex(of: id) else { return }
    lines[line.content]?.remove(at: place)
  }
}
