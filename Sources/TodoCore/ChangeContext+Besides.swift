package import TodoTxt

extension ChangeContext {
  /// Turns the relative words of a line into dates, but for those that the line before it had: what stood there was not
  /// typed now, and even a word that makes no sense may stay.
  package func dated(_ text: [UInt8], besides old: Line?) throws(Refusal) -> [UInt8] {
    guard let old else { return try dated(text) }
    let line = Line(bytes: text)
    let known = Set(old.keys.map { Word(name: $0.name, value: $0.value) })
    let new = line.keys.filter { key in
      ["due", "t", "at"].contains(String(decoding: key.name, as: UTF8.self))
        && !known.contains(Word(name: key.name, value: key.value))
    }
    var bytes = text
    for key in new.reversed() {
      let word = Array(key.name) + [UInt8(ascii: ":")] + Array(key.value)
      let resolved = try dated(word, isPart: true)
      bytes.replaceSubrange(key.value.startIndex..<key.value.endIndex, with: resolved[(key.name.count + 1)...])
    }
    // A time without a day means the next one, if the whole line can be understood.
    guard new.contains(where: { $0.name.elementsEqual("at".utf8) }) else { return bytes }
    return (try? dated(bytes)) ?? bytes
  }

  private struct Word: Hashable {
    let name: ArraySlice<UInt8>
    let value: ArraySlice<UInt8>
  }
}
