import Linux
import TodoProtocol

/// `init`: finds the user's file and tells todod of it.
extension Run {
  func initialise(_ argument: String?) throws(Problem) -> Int32 {
    let finder = FileFinder(environment: console.environment, read: Run.read, exists: Run.exists)
    let found = try chosen(argument, finder)
    let path = try configurationPath()
    let old = Run.read(path) ?? []
    let new = ConfigurationEdit.setting(
      [("Todo", found.todo), ("Done", found.done)], inSection: "File", of: old)
    if new != old { try Run.replace(path, with: new) }
    write("todo file: \(Clean.text(found.todo))  (\(Clean.text(found.reason)))\n")
    write("done file: \(Clean.text(found.done))\n")
    write("written to \(Clean.text(path))\(new == old ? " before" : "")\n")
    if !Run.exists(found.todo) { write("the file does not exist yet: the first 'todoctl add' makes it\n") }
    if new != old, (try? open()) != nil { warn("todod serves the old file until 'systemctl --user restart todod'") }
    return 0
  }

  private func chosen(_ argument: String?, _ finder: FileFinder) throws(Problem) -> FoundFile {
    if let argument {
      do throws(SystemError) {
        return finder.named(try Path.absolute(argument), reason: "as you said")
      } catch {
        throw Problem(.file, "'\(argument)' has no full path: \(error.text)", hint: "begin it with /")
      }
    }
    let found = finder.candidates()
    guard let first = found.first else { return try none(finder) }
    if found.count == 1 || first.isChosen { return first }
    guard console.inputIsTerminal(), !options.has(.yes) else {
      let list = found.map { "\n  \($0.todo)  (\($0.reason))" }.joined()
      throw .usage("there are \(found.count) files", hint: "say which: todoctl init FILE\(list)")
    }
    for (number, file) in found.enumerated() {
      write("\(number + 1)  \(Clean.text(file.todo))  (\(Clean.text(file.reason)))\n")
    }
    let answer = console.ask("Which is yours? [1] ") ?? ""
    guard let number = answer.isEmpty ? 1 : Int(answer), (1...found.count).contains(number) else {
      throw .usage("'\(answer)' is none of them", hint: "todoctl init FILE")
    }
    return found[number - 1]
  }

  private func none(_ finder: FileFinder) throws(Problem) -> FoundFile {
    guard let usual = finder.usual else { throw .usage("HOME is not set", hint: "todoctl init FILE") }
    if console.inputIsTerminal(), !options.has(.yes) {
      let answer = console.ask("No todo.txt was found. Use \(usual.todo)? [Y/n] ") ?? ""
      guard !answer.lowercased().hasPrefix("n") else { throw .usage("nothing was written", hint: "todoctl init FILE") }
    }
    return usual
  }

  private func configurationPath() throws(Problem) -> String {
    if let directory = console.environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
      return "\(directory)/todod/todod.conf"
    }
    guard let home = console.environment("HOME"), home.hasPrefix("/") else {
      throw Problem(
        .file, "neither XDG_CONFIG_HOME nor HOME says where the configuration is",
        hint: "set HOME to your home directory")
    }
    return "\(home)/.config/todod/todod.conf"
  }

  // MARK: Files

  static func exists(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }

  static func read(_ path: String) -> [UInt8]? {
    guard exists(path), let file = try? FileDescriptor.open(path, .reading) else { return nil }
    return try? file.readAll(limit: 1 << 20)
  }

  /// Writes beside the file and renames: a configuration is never half there.
  private static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) {
      // A configuration kept elsewhere by a link stays there.
      let path = try ResolvedPath(path).path
      let mode = (try? FileStatus.of(path).mode) ?? 0o600
      try Directory.make(Path.directory(of: path))
      let temporary = "\(path).\(CurrentProcess.id).tmp"
      let file = try FileDescriptor.open(temporary, .creating(mode: mode))
      do throws(SystemError) {
        try file.writeAll(bytes)
        try file.sync()
        try Directory.rename(temporary, to: path)
      } catch {
        try? Directory.unlink(temporary)
        throw error
      }
    } catch {
      throw Problem(.file, "\(path) cannot be written: \(error.text)", hint: "the old one is as it was")
    }
  }
}
