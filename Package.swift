// swift-tools-version: 6.2

import PackageDescription

/// `TODOD_STATIC=0` in the environment of the build links the programs dynamically, as distributions want it.
let linksStatically = Context.environment["TODOD_STATIC"] != "0"

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Flags for release builds only: debug builds and tests link as usual.
func link(_ flag: String) -> [LinkerSetting] {
  linksStatically ? [.unsafeFlags([flag], .when(configuration: .release))] : []
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "Support"] + dependencies, path: "Tests/\(name)",
    swiftSettings: strict)
}

let package = Package(
  name: "todod",
  products: [
    .executable(name: "todod", targets: ["todod"]),
    .executable(name: "todoctl", targets: ["todoctl"]),
    .executable(name: "todo-exchange", targets: ["todo-exchange"]),
  ],
  targets: [
    .target(name: "CLinux"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    .target(name: "TodoTxt", swiftSettings: strict),
    .target(name: "TodoProtocol", dependencies: ["TodoTxt"], swiftSettings: strict),
    .target(name: "TodoCore", dependencies: ["TodoProtocol", "TodoTxt"], swiftSettings: strict),

    .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: strict),
    .target(name: "Systemd", dependencies: ["Linux", "CSystemd"], swiftSettings: strict),

    .target(
      name: "TodoDaemon",
      dependencies: ["TodoCore", "TodoProtocol", "TodoTxt", "Systemd", "Linux", "CSQLite"], swiftSettings: strict),
    .target(
      name: "TodoClient", dependencies: ["TodoCore", "TodoProtocol", "TodoTxt", "Linux"], swiftSettings: strict),
    .target(
      name: "TodoExchange", dependencies: ["TodoClient", "TodoCore", "TodoProtocol", "TodoTxt", "Linux"],
      swiftSettings: strict),

    .executableTarget(
      name: "todod", dependencies: ["TodoDaemon", "TodoCore", "TodoProtocol", "Systemd", "Linux"],
      swiftSettings: strict, linkerSettings: link("-static-stdlib")),
    .executableTarget(
      name: "todoctl", dependencies: ["TodoClient", "Linux"],
      swiftSettings: strict, linkerSettings: link("-static-executable")),
    .executableTarget(
      name: "todo-exchange", dependencies: ["TodoExchange", "TodoClient", "Linux"],
      swiftSettings: strict, linkerSettings: link("-static-executable")),

    .target(
      name: "Support", dependencies: ["TodoCore", "TodoTxt", "Linux"], path: "Tests/Support",
      exclude: ["clock", "desktop"], swiftSettings: strict),
    tests("TodoTxt"),
    tests("TodoProtocol", "TodoTxt"),
    tests("TodoCore", "TodoTxt", "TodoProtocol"),
    tests("Linux"),
    tests("Systemd", "Linux"),
    tests("TodoDaemon", "TodoClient", "TodoCore", "TodoProtocol", "TodoTxt", "Systemd", "Linux"),
    tests("TodoClient", "TodoCore", "TodoProtocol", "TodoTxt", "Linux"),
    tests("TodoExchange", "TodoClient", "TodoCore", "TodoProtocol", "TodoTxt"),
  ],
  swiftLanguageModes: [.v6]
)
