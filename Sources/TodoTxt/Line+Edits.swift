/// Edits give a new line in which all bytes but those of the changed words stay, the CR too.
extension Line {
  /// Makes the line of a new task; header parts that `text` brings along stay, the creation date is put among them.
  ///
  /// A date alone after `x ` would be read as that of completion: such a text gets none.
  package static func new(text: [UInt8], creation: CivilDate?) -> Line {
    let line = Line(bytes: text)
    let header = line.header
    guard let creation, header.creation == nil, !header.isDone || header.completion != nil else { return line }
    return line.replacing(
      header.creationStart..<header.creationStart, with: "\(line.gap(at: header.creationStart))\(creation) ")
  }

  /// Changes the creation date, if there is one.
  package func recreated(on day: CivilDate) -> Line {
    let header = header
    guard header.creation != nil else { return self }
    return replacing(header.creationStart..<(header.creationStart + 10), with: "\(day)")
  }

  /// Replaces the value of the key's first word in place, or appends `key:value`.
  package func setting(_ key: String, to value: String) -> Line {
    guard let place = places(of: key).first else { return appending("\(key):\(value)") }
    return replacing(place.value, with: value)
  }

  /// Replaces one value of the key, as `KeyProblem` names it; the line as it is if there is none such.
  package func changing(_ key: KnownKey, from old: String, to new: String) -> Line {
    let place = places(of: key.rawValue).first { String(decoding: bytes[$0.value], as: UTF8.self) == old }
    return place.map { replacing($0.value, with: new) } ?? self
  }

  /// Moves the value of `due`, `t` or `until` that counts to another day; a time written with it stays.
  ///
  /// Without one that counts it is `setting`.
  package func moving(_ key: KnownKey, to day: CivilDate) -> Line {
    let counting = places(of: key.rawValue).first { place in
      guard case .success = DateValue.parse(bytes[place.value], allowsTime: key == .due) else { return false }
      return true
    }
    guard let value = counting?.value else { return setting(key.rawValue, to: "\(day)") }
    return replacing(value.lowerBound..<(value.lowerBound + 10), with: "\(day)")
  }

  /// Removes every word of the key, each with one space beside it.
  package func removing(key: String) -> Line {
    places(of: key).reversed().reduce(self) { line, place in line.removing(wordAt: place.word) }
  }

  /// Appends a word or more after one space.
  package func appending(_ words: String) -> Line {
    let header = header
    let end = contentEnd
    let gap = header.textStart < end ? " " : gap(at: end)
    return keeping(header, at: header.textStart, replacing(end..<end, with: gap + words))
  }

  /// Puts words between header and text.
  package func prepending(_ words: String) -> Line {
    let header = header
    let start = header.textStart
    let changed = replacing(start..<start, with: gap(at: start) + words + (start < contentEnd ? " " : ""))
    return keeping(header, at: start, changed)
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

  /// A header that ends with its date needs a space before anything else.
  private func gap(at position: Int) -> String {
    position == 0 || isSeparator(bytes[position - 1]) ? "" : " "
  }

  func replacing(_ range: Range<Int>, with text: String) -> Line {
    var changed = bytes
    changed.replaceSubrange(range, with: text.utf8)
    return Line(bytes: changed)
  }

  /// Takes the space before the word, or at the beginning of the text the one after it.
  func removing(wordAt word: Range<Int>) -> Line {
    let header = header
    let isFirst = word.lowerBound == header.textStart
    let start = isFirst ? word.lowerBound : word.lowerBound - 1
    let end = isFirst && word.upperBound < contentEnd ? word.upperBound + 1 : word.upperBound
    return keeping(header, at: header.textStart, replacing(start..<end, with: ""))
  }

  /// Sets text that would be read as header once it stands behind this one off by one more space.
  ///
  /// `due:2026-03-01 x ray` without its due is ` x ray`, not a done task.
  func keeping(_ header: Header, at position: Int, _ changed: Line) -> Line {
    changed.header.says(sameAs: header) ? changed : changed.replacing(position..<position, with: " ")
  }
}
