extension Line {
  /// Writes `x DONE CREATED text`, the priority kept as `pri:A`; a done line stays as it is.
  ///
  /// Where that would not give back this line (the text has a `pri:` or a `(B)` of its own), the priority keeps its
  /// place: `x (A) DONE text`.
  package func completed(on day: CivilDate) -> Line {
    let header = header
    guard !header.isDone else { return self }
    guard let priority = header.priority else { return replacing(0..<0, with: "x \(day) ") }
    let plain = replacing(0..<4, with: "x \(day) ").appending("pri:\(priority)")
    return plain.reopened() == self ? plain : replacing(0..<4, with: "x (\(priority)) \(day) ")
  }

  /// Gives back the line as it was before `completed(on:)`; an open line stays as it is.
  package func reopened() -> Line {
    let header = header
    guard header.isDone else { return self }
    if let priority = header.priority { return replacing(0..<header.creationStart, with: "(\(priority)) ") }
    guard let (priority, word) = keptPriority else {
      // Somebody else's `x x text` is done twice over.
      return replacing(0..<header.creationStart, with: "").reopened()
    }
    return removing(wordAt: word).replacing(0..<header.creationStart, with: "(\(priority)) ")
  }

  /// Writes, changes or (nil) removes the priority: in the header, of a done line as `pri:`.
  package func settingPriority(_ priority: Priority?) -> Line {
    let header = header
    let place = header.priorityStart..<(header.priorityStart + 4)
    switch (priority, header.priority, header.isDone) {
    case (let new?, _?, _): return replacing(place, with: "(\(new)) ")
    case (let new?, nil, false): return replacing(0..<0, with: "(\(new)) ")
    case (let new?, nil, true): return setting("pri", to: "\(new)")
    case (nil, _?, let isDone):
      let without = keeping(header.with(nil), at: place.lowerBound, replacing(place, with: ""))
      return isDone ? without.removing(key: "pri") : without
    case (nil, nil, true): return removing(key: "pri")
    case (nil, nil, false): return self
    }
  }

  /// The first `pri:` that is a priority.
  private var keptPriority: (Priority, word: Range<Int>)? {
    for place in places(of: "pri") where place.value.count == 1 {
      if let priority = Priority(bytes[place.value.lowerBound]) { return (priority, place.word) }
    }
    return nil
  }
}
