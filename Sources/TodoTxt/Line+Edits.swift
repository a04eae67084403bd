/// Edits give a new line in which all bytes but those of the changed words stay, the CR too.
extension Line {
  /// Makes the line of a new task; header parts that `text` brings along stay, the creation date is put among them.
  ///
  /// A date alone after `x ` would be read as that of completion: such a text gets none.
  package static func new(text: [UInt8], creation: CivilDate?) -> Line {
    let line = Line(bytes: text)
    let header = line.header
    guard let creation, header.creation == nil, !header.isDone || header.completion != nil else { return line }
    let isShort = header.textStart == text.count && text.last != UInt8(ascii: " ") && !text.isEmpty
    return line.replacing(header.textStart..<header.textStart, with: (isShort ? " " : "") + "\(creation) ")
  }

  /// Replaces the value of the key's first word in place, or appends `key:value`.
  package func setting(_ key: String, to value: String) -> Line {
    guard let place = places(of: key).first else { return appending("\(key):\(value)") }
    return replacing(place.value, with: value)
  }

  /// Removes every word of the key, each with one space beside it.
  package func removing(key: String) -> Line {
    places(of: key).reversed().reduce(self) { line, place in line.removing(wordAt: place.word) }
  }

  /// Appends a word or more after one space.
  package func appending(_ words: String) -> Line {
    let end = contentEnd
    return replacing(end..<end, with: text.isEmpty ? words : " \(words)")
  }

  /// Puts words between header and text.
  package func prepending(_ words: String) -> Line {
    let header = header
    return keeping(
      header, replacing(header.textStart..<header.textStart, with: text.isEmpty ? words : "\(words) "))
  }

  /// Appends the tag (`+name` or `@name`) if the line does not have it.
  package func addingTag(_ tag: String) -> Line { tagPlaces(tag).isEmpty ? appending(tag) : self }

  /// Removes every word that is this tag (`+name` or `@name`).
  package func removingTag(_ tag: String) -> Line {
    tagPlaces(tag).reversed().reduce(self) { line, word in line.removing(wordAt: word) }
  }

  private func tagPlaces(_ tag: String) -> [Range<Int>] {
    let name = Array(tag.utf8)
    return wordPlaces.compactMap { word in
      bytes[word.start..<word.end].elementsEqual(name) ? word.start..<word.end : nil
    }
  }

  func replacing(_ range: Range<Int>, with text: String) -> Line {
    var changed = bytes
    changed.replaceSubrange(range, with: text.utf8)
    return Line(bytes: changed)
  }

  /// Takes the space before the word, or at the beginning of the text the one after it.
  func removing(wordAt word: Range<Int>) -> Line {
    let header = header
    if word.lowerBound > header.textStart {
      return keeping(header, replacing((word.lowerBound - 1)..<word.upperBound, with: ""))
    }
    let takesSpace = word.upperBound < contentEnd
    return keeping(header, replacing(word.lowerBound..<(word.upperBound + (takesSpace ? 1 : 0)), with: ""))
  }

  /// A text that would be read as header once it stands behind this one is set off by one more space.
  ///
  /// `due:2026-03-01 x ray` without its due is ` x ray`, not a done task.
  func keeping(_ header: Header, _ changed: Line) -> Line {
    let now = changed.header
    if now == header { return changed }
    return changed.replacing(header.textStart..<header.textStart, with: " ")
  }
}
