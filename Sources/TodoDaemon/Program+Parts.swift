import Linux
import Systemd
package import TodoCore

/// How each part is made, and which ending it is if that fails.
extension Program {
  /// Reads the configuration; where none was named and none is there, the defaults hold.
  package static func configuration(_ places: Places) throws(Ending) -> Configuration {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor.open(places.configuration, .reading).readAll(limit: 1 << 20)
    } catch {
      if error.isMissing, !places.isNamed { return Configuration(home: places.home) }
      throw Ending(code: .configuration, words: "\(places.configuration): \(error)")
    }
    do throws(BadConfiguration) {
      return try Configuration(parsing: bytes, home: places.home)
    } catch {
      let words = error.problems.map { "\(places.configuration):\($0.description)" }.joined(separator: "\n")
      throw Ending(code: .configuration, words: words)
    }
  }

  static func journal(_ configuration: Configuration, _ environment: [String: String]) -> Journal {
    let threshold: Journal.Level =
      switch configuration.logLevel {
      case .error: .error
      case .warning: .warning
      case .notice: .notice
      case .info: .info
      case .debug: .debug
      }
    return Journal(identifier: "todod", environment: environment, threshold: threshold)
  }

  static func localZone(_ environment: [String: String]) -> Zone {
    Zone(name: LocalZone.name(environment: environment)) { LocalZone.offset(at: $0) }
  }

  static func lock(_ places: Places) throws(Ending) -> LockFile {
    try ending { () throws(SystemError) in
      try Directory.make(places.runtimeDirectory)
      try Directory.make(places.stateDirectory)
    }
    do throws(LockFile.Refusal) {
      return try LockFile(places.lock)
    } catch {
      switch error {
      case .held(let holder):
        let who = holder.map { "process \($0)" } ?? "another process"
        throw Ending(
          code: .alreadyRunning, words: "\(who) is todod for this list already (lock \(places.lock)): nothing to start")
      case .failed(let error): throw Ending(code: .internal, words: "\(error)")
      }
    }
  }

  static func open(_ places: Places, _ configuration: Configuration) throws(Ending) -> StateStore {
    let list = (try? ResolvedPath(configuration.todo).path) ?? configuration.todo
    do throws(StateError) {
      return try StateStore(opening: places.database, list: list)
    } catch {
      throw ending(for: error)
    }
  }

  static func ending(for error: StateError) -> Ending {
    switch error {
    // Another try would find the same.
    case .newer: Ending(code: .configuration, words: error.words)
    case .notMigrated where !error.isDiskFull: Ending(code: .configuration, words: error.words)
    case .notMigrated, .sqlite, .system, .damaged: Ending(code: .internal, words: error.words)
    }
  }

  static func ending<Value>(_ body: () throws(SystemError) -> Value) throws(Ending) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Ending(code: .internal, words: "\(error)")
    }
  }
}
