import TodoCore
import TodoTxt

/// What `export --json` wrote: the line and the uuid of each task.
enum OwnImport {
  /// An object of ours has `line`, which Taskwarrior does not know.
  static func fits(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.contains { $0.name == "line" } && !members.contains { $0.name == "description" }
  }

  static func list(of values: [JSONValue]) -> ForeignList {
    var list = ForeignList()
    for (place, value) in values.enumerated() {
      do throws(Complaint) { list.tasks.append(try task(value, number: place + 1)) } catch {
        list.complaints.append(error)
      }
    }
    return list
  }

  private static func task(_ value: JSONValue, number: Int) throws(Complaint) -> ForeignTask {
    var place = "entry \(number)"
    guard case .object(let members) = value else { throw Complaint(place, .notAnObject) }
    func text(_ name: String) throws(Complaint) -> String? {
      switch members.first(where: { $0.name == name })?.value {
      case nil, .null: return nil
      case .string(let text): return text
      default: throw Complaint(place, .wrongType(name, expected: "a text"))
      }
    }
    guard let line = try text("line") else { throw Complaint(place, .missing("line")) }
    place = ForeignTask.place("entry", number, line)
    do throws(Complaint.Reason) { try ForeignText.verify(line, of: "line") } catch {
      throw Complaint(place, error.fact)
    }
    guard !ForeignText.words(line).isEmpty else { throw Complaint(place, .emptyText) }
    // There its bytes that are not UTF-8 are lost.
    guard try text("line_base64") == nil else { throw Complaint(place, .notUTF8) }
    let word = try text("uuid")
    let uuid = word.flatMap { TaskUUID($0) }
    if let word, uuid == nil { throw Complaint(place, .badUUID(word)) }
    return ForeignTask(
      place: place, uuid: uuid ?? TaskUUID(ofWords: line.utf8, copy: number), hasOwnUUID: uuid != nil,
      line: Line(line))
  }
}
