import TodoCore

/// A task as the export of Taskwarrior has it, attribute by attribute.
struct TaskwarriorTask {
  enum Status: String { case pending, waiting, recurring, completed, deleted }

  struct Annotation {
    let entry: Instant?
    let text: String
  }

  let place: String
  let number: Int
  private(set) var uuid: TaskUUID?
  private(set) var status = Status.pending
  private(set) var text = ""
  private(set) var dates: [Date: Instant] = [:]
  private(set) var priority: String?
  private(set) var project: String?
  private(set) var tags: [String] = []
  private(set) var annotations: [Annotation] = []
  private(set) var needs: [TaskUUID] = []
  private(set) var recurrence: String?
  private(set) var parent: TaskUUID?
  /// Keys that todod's own export put there.
  private(set) var todod: String?
  /// Attributes without a counterpart, such as ones that the user defined (UDA).
  private(set) var unknown: [String] = []

  enum Date: String { case entry, end, modified, due, wait, scheduled, until }

  /// What Taskwarrior keeps for itself, or reckons anew.
  private static let bookkeeping: Set<String> = ["id", "urgency", "mask", "imask", "rtype", "template"]

  init(_ value: JSONValue, number: Int) throws(Complaint) {
    guard case .object(let members) = value else { throw Complaint("entry \(number)", .notAnObject) }
    var place = "entry \(number)"
    if case .string(let text)? = members.first(where: { $0.name == "description" })?.value {
      place = ForeignTask.place("entry", number, text)
    }
    self.place = place
    self.number = number
    do throws(Complaint.Reason) {
      for member in members { try take(member.name, member.value) }
      guard members.contains(where: { $0.name == "description" }) else {
        throw Complaint.Reason(.missing("description"))
      }
    } catch {
      throw Complaint(place, error.fact)
    }
  }

  private mutating func take(_ name: String, _ value: JSONValue) throws(Complaint.Reason) {
    switch name {
    case "uuid": uuid = try Self.uuid(try Self.string(name, value))
    case "description":
      text = try Self.string(name, value)
      guard !ForeignText.words(text).isEmpty else { throw Complaint.Reason(.emptyText) }
    case "status":
      let word = try Self.string(name, value)
      guard let known = Status(rawValue: word) else { throw Complaint.Reason(.badStatus(word)) }
      status = known
    case "entry", "end", "modified", "due", "wait", "scheduled", "until":
      let word = try Self.string(name, value)
      guard let date = Date(rawValue: name) else { return }
      guard let instant = TaskwarriorTime.parse(word) else {
        throw Complaint.Reason(.badDate(attribute: name, word))
      }
      dates[date] = instant
    case "priority": priority = try Self.string(name, value)
    case "project": project = try Self.string(name, value)
    case "tags": tags = try Self.strings(name, value)
    case "annotations": annotations = try Self.annotations(value)
    case "depends": needs = try Self.uuids(name, value)
    case "recur": recurrence = try Self.string(name, value)
    case "parent": parent = try Self.uuid(try Self.string(name, value))
    case "todod": todod = try Self.string(name, value)
    case _ where Self.bookkeeping.contains(name): break
    default: unknown.append("\(name)=\(value.words)")
    }
  }

  private static func string(_ name: String, _ value: JSONValue) throws(Complaint.Reason) -> String {
    guard case .string(let text) = value else { throw Complaint.Reason(.wrongType(name, expected: "a text")) }
    try ForeignText.verify(text, of: name)
    return text
  }

  /// A list; older versions write one text with commas.
  private static func strings(_ name: String, _ value: JSONValue) throws(Complaint.Reason) -> [String] {
    guard case .array(let values) = value else {
      return try string(name, value).split(separator: ",").map(String.init)
    }
    var texts: [String] = []
    for value in values { texts.append(try string(name, value)) }
    return texts
  }

  private static func uuid(_ text: String) throws(Complaint.Reason) -> TaskUUID {
    guard let uuid = TaskUUID(text) else { throw Complaint.Reason(.badUUID(text)) }
    return uuid
  }

  private static func uuids(_ name: String, _ value: JSONValue) throws(Complaint.Reason) -> [TaskUUID] {
    var uuids: [TaskUUID] = []
    for text in try strings(name, value) { uuids.append(try uuid(text)) }
    return uuids
  }

  private static func annotations(_ value: JSONValue) throws(Complaint.Reason) -> [Annotation] {
    let wrong = Complaint.Reason(.wrongType("annotations", expected: "a list of objects with a description"))
    guard case .array(let values) = value else { throw wrong }
    var annotations: [Annotation] = []
    for value in values {
      guard case .object(let members) = value, let text = members.first(where: { $0.name == "description" })?.value
      else { throw wrong }
      var entry: Instant?
      if let date = members.first(where: { $0.name == "entry" })?.value {
        let word = try string("annotations", date)
        entry = TaskwarriorTime.parse(word)
        guard entry != nil else { throw Complaint.Reason(.badDate(attribute: "annotations", word)) }
      }
      annotations.append(Annotation(entry: entry, text: try string("annotations", text)))
    }
    return annotations
  }
}
