import TodoCore
import TodoTxt

/// Files of which each line is a task: todo.txt and calcurse's `todo`.
struct LineImport {
  /// The text of a note of calcurse's; nil if nobody has it.
  let note: (String) -> String?

  func list(ofTodoTxt lines: [ArraySlice<UInt8>]) -> ForeignList {
    list(lines) { (text, _) throws(Complaint.Reason) in Line(text) }
  }

  func list(ofCalcurse lines: [ArraySlice<UInt8>]) -> ForeignList {
    list(lines) { (text, remarks) throws(Complaint.Reason) in
      guard let line = CalcurseLine(text) else { throw Complaint.Reason(.notALine) }
      guard line.text.utf8.contains(where: { $0 > 0x20 }) else { throw Complaint.Reason(.emptyText) }
      var draft = LineDraft(isDone: line.isDone)
      // As in iCalendar (RFC 5545), whose numbers calcurse's are: 5 is the middle, 0 is none.
      let letter: UInt8? =
        switch line.priority {
        case 1...4: UInt8(ascii: "A")
        case 5: UInt8(ascii: "B")
        case 6...9: UInt8(ascii: "C")
        default: nil
        }
      draft.priority = letter.flatMap(Priority.init)
      draft.words = ForeignText.plainWords(String(line.text), remarks: &remarks)
      if let name = line.note { try take(name, &draft, &remarks) }
      return draft.line
    }
  }

  /// A note's lines stand behind the text as one.
  private func take(
    _ name: String, _ draft: inout LineDraft, _ remarks: inout [String]
  ) throws(Complaint.Reason) {
    guard let text = note(name) else {
      remarks.append("its note \(name) is not there: name the file itself, beside which 'notes' lies")
      return
    }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    try ForeignText.verify(line, of: "note \(name)")
    let words = ForeignText.plainWords(line, remarks: &remarks)
    if !words.isEmpty { draft.words += ForeignText.words("(\(words.joined(separator: " ")))") }
  }

  private func list(
    _ lines: [ArraySlice<UInt8>], _ make: (String, inout [String]) throws(Complaint.Reason) -> Line
  ) -> ForeignList {
    var list = ForeignList()
    var copies: [ArraySlice<UInt8>: Int] = [:]
    for (number, bytes) in lines.enumerated() {
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        list.complaints.append(Complaint("line \(number + 1)", .notUTF8))
        continue
      }
      let place = ForeignTask.place("line", number + 1, text)
      do throws(Complaint.Reason) {
        try ForeignText.verify(text, of: "text")
        var remarks: [String] = []
        let line = try make(text, &remarks)
        let copy = copies[bytes, default: 0]
        copies[bytes] = copy + 1
        list.tasks.append(
          ForeignTask(
            place: place, uuid: TaskUUID(ofWords: bytes, copy: copy), hasOwnUUID: false, line: line, remarks: remarks))
      } catch {
        list.complaints.append(Complaint(place, error.fact))
      }
    }
    return list
  }
}
