/// A todo file, the done file that belongs to it, and why it is thought to be the user's.
package struct FoundFile: Hashable, Sendable {
  package let todo: String
  package let done: String
  package let reason: String
  /// The user has said so (in the environment or a configuration): no need to ask.
  package let isChosen: Bool
}

/// Looks for the user's todo file where todo.txt programs keep it.
package struct FileFinder {
  let environment: (String) -> String?
  let read: (String) -> [UInt8]?
  let exists: (String) -> Bool

  package init(
    environment: @escaping (String) -> String?, read: @escaping (String) -> [UInt8]?, exists: @escaping (String) -> Bool
  ) {
    self.environment = environment
    self.read = read
    self.exists = exists
  }

  private var home: String? { environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// Where a new file would be.
  package var usual: FoundFile? { home.map { named("\($0)/todo.txt", reason: "a new one in the usual place") } }

  package func named(_ path: String, reason: String) -> FoundFile {
    FoundFile(todo: path, done: FileFinder.done(beside: path), reason: reason, isChosen: true)
  }

  /// Every file found, each once, the most certain first. Those of configurations count before they exist.
  package func candidates() -> [FoundFile] {
    var found: [FoundFile] = []
    for file in said() + usualPlaces() where !found.contains(where: { $0.todo == file.todo }) { found.append(file) }
    return found
  }

  private func said() -> [FoundFile] {
    var found: [FoundFile] = []
    if let file = environment("TODO_FILE"), file.hasPrefix("/") {
      found.append(chosen(file, done: environment("DONE_FILE"), "TODO_FILE"))
    }
    if let directory = environment("TODO_DIR"), directory.hasPrefix("/") {
      found.append(chosen("\(directory)/todo.txt", done: environment("DONE_FILE"), "TODO_DIR"))
    }
    return found + shellConfigurations() + topydo() + sleek()
  }

  private func chosen(_ todo: String, done: String?, _ reason: String) -> FoundFile {
    let done = done.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? FileFinder.done(beside: todo)
    return FoundFile(todo: todo, done: done, reason: reason, isChosen: true)
  }

  /// todo.sh's, in the order in which it looks.
  private func shellConfigurations() -> [FoundFile] {
    var paths: [String] = []
    if let path = environment("TODOTXT_CFG_FILE"), path.hasPrefix("/") { paths.append(path) }
    if let home {
      paths += ["\(home)/.todo/config", "\(home)/todo.cfg", "\(home)/.todo.cfg"]
      paths.append("\(environment("XDG_CONFIG_HOME") ?? "\(home)/.config")/todo/config")
    }
    paths.append("/etc/todo/config")
    for path in paths {
      guard let bytes = read(path) else { continue }
      let said = ShellAssignments(String(decoding: bytes, as: UTF8.self), environment: environment)
      let file = said["TODO_FILE"] ?? said["TODO_DIR"].flatMap { $0.isEmpty ? nil : "\($0)/todo.txt" }
      // What a command makes (`$(dirname "$0")`) cannot be known without running it.
      guard let file, file.hasPrefix("/") else { continue }
      return [chosen(file, done: said["DONE_FILE"], path)]
    }
    return []
  }

  private func topydo() -> [FoundFile] {
    var paths = home.map { ["\($0)/.topydo", "\($0)/.config/topydo/config"] } ?? []
    paths.append("/etc/topydo.conf")
    for path in paths {
      guard let bytes = read(path) else { continue }
      let said = INIText(bytes, section: "topydo")
      guard let file = said["filename"].map(expanded), file.hasPrefix("/") else { continue }
      return [chosen(file, done: said["archive_filename"].map(expanded), path)]
    }
    return []
  }

  /// sleek keeps its files in JSON: the first `todoFilePath` of an active one, else the first at all.
  private func sleek() -> [FoundFile] {
    guard let home else { return [] }
    let directories = [
      environment("XDG_CONFIG_HOME") ?? "\(home)/.config",
      "\(home)/.var/app/com.github.ransome1.sleek/config", "\(home)/snap/sleek/current/.config",
    ]
    for directory in directories {
      let path = "\(directory)/sleek/config.json"
      guard let bytes = read(path) else { continue }
      let files = SleekFiles(String(decoding: bytes, as: UTF8.self)).files
      guard let file = files.first(where: \.isActive) ?? files.first, file.todo.hasPrefix("/") else { continue }
      return [chosen(file.todo, done: file.done, path)]
    }
    return []
  }

  private func usualPlaces() -> [FoundFile] {
    guard let home else { return [] }
    let places = [
      "todo.txt", ".todo-txt/todo.txt", "todo/todo.txt", "Todo/todo.txt", ".todo/todo.txt", "Documents/todo.txt",
      "Documents/todo/todo.txt", "Dropbox/todo/todo.txt", "Dropbox/todo.txt", "Dropbox/Apps/Simpletask/todo.txt",
      "Nextcloud/todo.txt", "Nextcloud/todo/todo.txt", "ownCloud/todo.txt", "Sync/todo.txt", "Sync/todo/todo.txt",
      "Syncthing/todo.txt", ".local/share/todo/todo.txt",
    ]
    return places.map { "\(home)/\($0)" }.filter(exists).map {
      FoundFile(todo: $0, done: FileFinder.done(beside: $0), reason: "it is there", isChosen: false)
    }
  }

  private func expanded(_ path: String) -> String {
    guard let home else { return path }
    return path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  /// `done.txt` in the same directory.
  static func done(beside todo: String) -> String {
    guard let slash = todo.lastIndex(of: "/") else { return "done.txt" }
    return "\(todo[...slash])done.txt"
  }
}
