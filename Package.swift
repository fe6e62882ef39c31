// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AutoUpdate",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "TerminalText", targets: ["TerminalText"]),
    .library(name: "AutoUpdate", targets: ["AutoUpdate"]),
    .library(name: "CommandLanguage", targets: ["CommandLanguage"]),
    .library(name: "TextViews", targets: ["TextViews"]),
    .library(name: "Scenarios", targets: ["Scenarios"]),
    .library(name: "LineEditor", targets: ["LineEditor"]),
    .executable(name: "warroom", targets: ["warroom"]),
    .executable(name: "warroom-feed", targets: ["warroom-feed"]),
  ],
  targets: [
    .systemLibrary(
      name: "CReadline",
      providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    // glibc's getopt_long, which the toolchain's Glibc module leaves out; nothing to install.
    .systemLibrary(name: "CGetopt"),
    // Linux's openat2, renameat2 and leases, which the Glibc module leaves out; nothing to install.
    .systemLibrary(name: "CLinux"),
    // glibc's mallinfo2, for the benchmark.
    .systemLibrary(name: "CMalloc"),
    .target(name: "TerminalText"),
    // The one place with unsafe code, besides the borders of C libraries.
    .target(name: "StoreMemory"),
    .target(name: "AutoUpdate", dependencies: ["StoreMemory"]),
    .target(name: "CommandLanguage", dependencies: ["TerminalText"]),
    .target(name: "TextViews", dependencies: ["AutoUpdate", "TerminalText"]),
    // One JSON object, strictly: what feeds speak.
    .target(name: "StrictJSON"),
    .target(name: "WarGame", dependencies: ["AutoUpdate", "TextViews", "CommandLanguage", "StrictJSON"]),
    .target(name: "Scenarios", dependencies: ["CommandLanguage", "TerminalText"]),
    .target(name: "LineEditor", dependencies: ["CommandLanguage", "CReadline"]),
    .executableTarget(
      name: "warroom",
      dependencies: [
        "CGetopt", "CLinux", "CommandLanguage", "WarGame", "Scenarios", "LineEditor", "TerminalText",
      ]),
    // Polls a game server over HTTP; the only one that pays for Foundation.
    .executableTarget(name: "warroom-feed", dependencies: ["CGetopt", "StrictJSON", "TerminalText"]),
    // Measures against Foundation's means among others, so it alone links Foundation.
    .executableTarget(name: "warroom-benchmark", dependencies: ["AutoUpdate", "CMalloc"]),
    .testTarget(name: "TerminalTextTests", dependencies: ["TerminalText"]),
    .testTarget(name: "StoreMemoryTests", dependencies: ["StoreMemory"]),
    .testTarget(name: "AutoUpdateTests", dependencies: ["AutoUpdate"]),
    .testTarget(name: "CommandLanguageTests", dependencies: ["CommandLanguage", "TerminalText"]),
    .testTarget(name: "TextViewsTests", dependencies: ["TextViews", "TerminalText", "AutoUpdate"]),
    .testTarget(
      name: "WarGameTests",
      dependencies: ["WarGame", "CommandLanguage", "TextViews", "AutoUpdate", "Scenarios"]),
    .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "CommandLanguage", "TerminalText"]),
    .testTarget(
      name: "LineEditorTests",
      dependencies: ["LineEditor", "CommandLanguage", "prompt-host", "warroom"]),
    // A prompt over a toy language, which the line editor's tests drive on a pseudo-terminal.
    .executableTarget(
      name: "prompt-host", dependencies: ["LineEditor", "CommandLanguage"], path: "Tests/PromptHost"),
    .testTarget(
      name: "warroomTests",
      dependencies: ["warroom", "Scenarios", "CommandLanguage", "LineEditor", "WarGame", "CLinux"]),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"]),
    .testTarget(name: "WarRoomFeedTests", dependencies: ["warroom-feed"]),
    .testTarget(name: "PackageRulesTests"),
  ],
  swiftLanguageModes: [.v6]
)

// One place for the language settings: imports are internal unless said otherwise, existentials are
// written out, and a member is only found through a module that the file itself imports.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Unsafe code stands in StoreMemory and at the borders of C libraries, marked as such; the compiler holds these
  // targets to that.
  let isHeld = [
    "TerminalText", "StoreMemory", "AutoUpdate", "CommandLanguage", "TextViews", "Scenarios", "StrictJSON",
    "warroom",
    "warroom-feed",
  ].contains(target.name)
  if isHeld {
    target.swiftSettings?.append(.strictMemorySafety())
  }
}
