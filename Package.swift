// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AutoUpdate",
  platforms: [.macOS(.v26)],
  products: [
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
    // glibc's mallinfo2, for the benchmark.
    .systemLibrary(name: "CMalloc"),
    .target(name: "AutoUpdate"),
    .target(name: "CommandLanguage"),
    .target(name: "TextViews", dependencies: ["AutoUpdate"]),
    // One JSON object, strictly: what feeds speak.
    .target(name: "StrictJSON"),
    .target(name: "WarGame", dependencies: ["AutoUpdate", "TextViews", "CommandLanguage", "StrictJSON"]),
    .target(name: "Scenarios", dependencies: ["CommandLanguage"]),
    .target(name: "LineEditor", dependencies: ["CommandLanguage", "CReadline"]),
    .executableTarget(
      name: "warroom",
      dependencies: ["CGetopt", "CommandLanguage", "WarGame", "Scenarios", "LineEditor"]),
    // Polls a game server over HTTP; the only one that pays for Foundation.
    .executableTarget(name: "warroom-feed", dependencies: ["CGetopt", "StrictJSON"]),
    // Measures against Foundation's means among others, so it alone links Foundation.
    .executableTarget(name: "warroom-benchmark", dependencies: ["AutoUpdate", "CMalloc"]),
    .testTarget(name: "AutoUpdateTests", dependencies: ["AutoUpdate"]),
    .testTarget(name: "CommandLanguageTests", dependencies: ["CommandLanguage"]),
    .testTarget(name: "TextViewsTests", dependencies: ["TextViews", "AutoUpdate"]),
    .testTarget(
      name: "WarGameTests",
      dependencies: ["WarGame", "CommandLanguage", "TextViews", "AutoUpdate", "Scenarios"]),
    .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "CommandLanguage"]),
    .testTarget(
      name: "LineEditorTests",
      dependencies: ["LineEditor", "CommandLanguage", "prompt-host", "warroom"]),
    // A prompt over a toy language, which the line editor's tests drive on a pseudo-terminal.
    .executableTarget(
      name: "prompt-host", dependencies: ["LineEditor", "CommandLanguage"], path: "Tests/PromptHost"),
    .testTarget(
      name: "warroomTests",
      dependencies: ["warroom", "Scenarios", "CommandLanguage", "LineEditor", "WarGame"]),
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
}
