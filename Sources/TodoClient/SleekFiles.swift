/// The files that sleek's `config.json` names.
struct SleekFiles {
  struct File {
    var todo: String
    var done: String?
    var isActive = false
  }

  private(set) var files: [File] = []

  /// Takes the members `active`, `todoFilePath` and `doneFilePath` of each object in order; whatever else is in the file
  /// is of no interest, so this looks for them instead of reading JSON.
  init(_ text: String) {
    for object in text.split(separator: "{") {
      guard let todo = SleekFiles.string("todoFilePath", in: object) else { continue }
      let active = SleekFiles.afterKey("active", in: object)?.hasPrefix("true") ?? false
      files.append(File(todo: todo, done: SleekFiles.string("doneFilePath", in: object), isActive: active))
    }
  }

  private static func afterKey(_ key: String, in text: Substring) -> Substring? {
    guard let start = text.firstRange(of: "\"\(key)\"") else { return nil }
    return text[start.upperBound...].drop { $0 == " " || $0 == ":" || $0.isNewline || $0 == "\t" }
  }

  private static func string(_ key: String, in text: Substring) -> String? {
    guard var rest = afterKey(key, in: text), rest.popFirst() == "\"" else { return nil }
    var value = ""
    while let character = rest.popFirst() {
      if character == "\"" { return value }
      if character == "\\" {
        guard let next = rest.popFirst(), next != "u" else { return nil }
        value.append(next)
      } else {
        value.append(character)
      }
    }
    return nil
  }
}
