import TodoTxt

/// The parts of a line to be, put together so that each is read back as what it is.
struct LineDraft {
  var isDone = false
  var priority: Priority?
  var completion: CivilDate?
  var creation: CivilDate?
  var words: [String] = []

  var line: Line {
    var header = isDone ? "x " : priority.map { "(\($0)) " } ?? ""
    if isDone, let completion { header += "\(completion) " }
    // One date alone behind `x ` would be that of completion.
    let dates = !isDone || completion != nil ? creation : nil
    if let dates { header += "\(dates) " }
    let kept = isDone ? priority.map { ["pri:\($0)"] } ?? [] : []
    let text = (words + kept).joined(separator: " ")
    let line = Line(header + text)
    let read = line.header
    let isAsMeant =
      read.isDone == isDone && read.priority == (isDone ? nil : priority) && read.creation == dates
      && read.completion == (isDone ? completion : nil)
    // One more blank sets off a text that looks like a header: `x marks the spot`.
    return isAsMeant ? line : Line(header + " " + text)
  }

  /// Adds a tag, unless a word of the text is it already.
  mutating func add(tag sigil: Character, _ name: String) {
    let tag = "\(sigil)\(ForeignText.oneWord(name))"
    if tag.utf8.count > 1, !words.contains(tag) { words.append(tag) }
  }
}
