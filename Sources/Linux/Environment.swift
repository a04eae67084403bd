internal import CLinux
internal import Glibc

/// The environment of a process.
package enum Environment {
  /// That of this process, as it is now; of names given twice the first.
  package static func current() -> [String: String] {
    var result: [String: String] = [:]
    var entry = clinux_environment()
    while let pointer = entry?.pointee {
      let text = String(cString: pointer)
      if let split = text.firstIndex(of: "=") {
        let name = String(text[..<split])
        if result[name] == nil { result[name] = String(text[text.index(after: split)...]) }
      }
      entry = entry?.successor()
    }
    return result
  }

  /// The value of one variable; without a dictionary of all, which takes a short-lived program a fifth of its start.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// An environment for children: without what the service manager told this process alone.
  package static func forChildren(of environment: [String: String]) -> [String: String] {
    environment.filter { name, _ in
      name != "NOTIFY_SOCKET" && name != "JOURNAL_STREAM" && !name.hasPrefix("WATCHDOG_")
        && !name.hasPrefix("LISTEN_")
    }
  }

  /// The same of a program that is there: nil for an absolute path of something that may not be executed.
  package static func executable(_ name: String, in environment: [String: String]) -> String? {
    program(name, in: environment).flatMap { access($0, X_OK) == 0 ? $0 : nil }
  }

  /// The absolute path of a program: itself, or the first of that name in PATH that may be executed.
  package static func program(_ name: String, in environment: [String: String]) -> String? {
    if name.hasPrefix("/") { return name }
    let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return directories.lazy.map { "\($0)/\(name)" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}
