import Linux
import Testing

@testable import TodoDaemon

struct PlacesTests {
  private static let base = ["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/7"]

  @Test func withoutMoreTheUsualPlacesAreTaken() throws {
    let places = try Places(environment: Self.base, named: nil)
    #expect(places.home == "/home/u")
    #expect(places.configuration == "/home/u/.config/todod/todod.conf" && !places.isNamed)
    #expect(places.database == "/home/u/.local/state/todod/state.db")
    #expect(places.socket == "/run/user/7/todod/socket")
    #expect(places.lock == "/run/user/7/todod/lock")
  }

  @Test func theBaseDirectoriesOfTheUserCount() throws {
    let own = ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r"]
    let places = try Places(environment: Self.base.merging(own) { $1 }, named: nil)
    #expect(places.configuration == "/c/todod/todod.conf")
    #expect(places.stateDirectory == "/s/todod" && places.runtimeDirectory == "/r/todod")
  }

  @Test func relativeValuesAreIgnored() throws {
    let own = ["XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": ""]
    #expect(
      try Places(environment: Self.base.merging(own) { $1 }, named: nil)
        == Places(environment: Self.base, named: nil))
  }

  @Test(arguments: [nil, "", "home/u"])
  func withoutAHomeThereIsNoPlace(home: String?) {
    var environment = Self.base
    environment["HOME"] = home
    let problem = #expect(throws: Places.Problem.self) { try Places(environment: environment, named: nil) }
    #expect(problem?.words.contains("HOME") == true)
  }

  @Test(arguments: [
    ("/etc/work.conf", "todod/work"),
    ("/etc/todod.conf", "todod"),
    ("/etc/work.txt", "todod"),
    ("/etc/work", "todod"),
    ("/etc/.conf", "todod"),
    // Names that would lead to another list's directory, or out of all of them.
    ("/etc/..conf", "todod"),
    ("/etc/...conf", "todod"),
    ("/etc/.hidden.conf", "todod/.hidden"),
  ])
  func theNameOfAConfigurationIsTheNameOfItsList(configuration: String, directory: String) throws {
    let places = try Places(environment: Self.base, named: configuration)
    #expect(places.configuration == configuration && places.isNamed)
    #expect(places.stateDirectory == "/home/u/.local/state/\(directory)")
    #expect(places.runtimeDirectory == "/run/user/7/\(directory)")
  }

  @Test(arguments: [nil, "", "run/user/7"])
  func withoutARuntimeDirectoryOnlyAPrivateOneOfOursIsTaken(runtime: String?) {
    var environment = Self.base
    environment["XDG_RUNTIME_DIR"] = runtime
    let usual = "/run/user/\(CurrentProcess.user)"
    let isOurs = (try? FileStatus.of(usual)).map { $0.owner == CurrentProcess.user && $0.mode & 0o777 == 0o700 }
    do throws(Places.Problem) {
      let places = try Places(environment: environment, named: nil)
      #expect(isOurs == true && places.runtimeDirectory == "\(usual)/todod")
    } catch {
      #expect(isOurs != true && error.words.contains("XDG_RUNTIME_DIR") && error.words.contains(usual))
    }
  }
}
