// swift-tools-version: 6.2
import PackageDescription

// What reads hostile input, by links, as a package of its own: nothing else is built for the fuzzer.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v26)],
  targets: [
    .target(name: "TerminalText"),
    .target(name: "StoreMemory"),
    .target(name: "ListEdits", dependencies: ["StoreMemory"]),
    .target(name: "AutoUpdate", dependencies: ["StoreMemory", "ListEdits"]),
    .target(name: "Values", dependencies: ["TerminalText"]),
    .target(name: "ViewEvents", dependencies: ["TerminalText"]),
    .target(name: "CommandLanguage", dependencies: ["ViewEvents", "Values", "TerminalText"]),
    .target(name: "Prompting", dependencies: ["CommandLanguage"]),
    .target(name: "TextViews", dependencies: ["ViewEvents", "AutoUpdate", "ListEdits", "TerminalText"]),
    .target(name: "Journaling", dependencies: ["AutoUpdate", "Values", "TerminalText"]),
    .target(
      name: "Simulator",
      dependencies: [
        "AutoUpdate", "StoreMemory", "Journaling", "TextViews", "ViewEvents", "Prompting", "CommandLanguage",
        "Values",
        "TerminalText",
      ]),
    .target(
      name: "WarGame",
      dependencies: ["Simulator", "AutoUpdate", "TextViews", "CommandLanguage", "TerminalText"]),
    .target(name: "CTracePage"),
    .target(name: "TracePage", dependencies: ["CTracePage"], exclude: ["Page"]),
    .target(name: "Scenarios", dependencies: ["TracePage", "CommandLanguage", "Values", "TerminalText"]),
    // An allocator that counts bytes.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CAllocations", "WarGame", "Simulator", "Scenarios", "CommandLanguage", "TerminalText"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CAllocations" && target.name != "CTracePage" {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
