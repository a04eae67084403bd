/// Reads any bytes as a todo file and checks what must hold for all of them; a broken rule traps.
@_cdecl("LLVMFuzzerTestOneInput")
func readAnything(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let text = TodoText(parsing: bytes)
  precondition(text.bytes == bytes, "a file is not the same bytes again")
  for line in text.lines { check(line) }
  return 0
}

private func check(_ line: Line) {
  let day = CivilDate(daysSinceEpoch: 20_000)
  let header = line.header
  let meaning = Meaning(of: line)
  precondition(meaning.isDone == header.isDone && meaning.creation == header.creation)
  precondition(line.keys.count >= meaning.problems.count, "more problems than keys")
  _ = (line.projects, line.contexts, line.titleLength)

  precondition(line.completed(on: day).header.isDone)
  precondition(!line.reopened().header.isDone)
  for edited in [
    line.setting("due", to: "2026-03-01"), line.moving(.t, to: day), line.removing(key: "due"), line.appending("+a b"),
    line.prepending("x"), line.removingTag("+a"), line.addingTag("@c"),
  ] {
    precondition(edited.header.says(sameAs: header), "an edit of the text changed the header")
  }
  let priority = Priority(UInt8(ascii: "Q"))
  precondition(Meaning(of: line.settingPriority(priority)).priority == priority)
  precondition(Meaning(of: line.settingPriority(nil)).priority == nil)
}
