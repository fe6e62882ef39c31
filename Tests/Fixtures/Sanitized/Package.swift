// swift-tools-version: 6.2
import PackageDescription

// The store, its journal and their tests, by links, as a package of their own: nothing else is built for a sanitizer.
let package = Package(
  name: "Sanitized",
  targets: [
    // What the thread sanitizer cannot see of a mutex.
    .target(name: "MutexEdges"),
    .testTarget(name: "MutexEdgesTests", dependencies: ["MutexEdges"]),
    .target(name: "StoreMemory"),
    .target(name: "ListEdits", dependencies: ["StoreMemory"]),
    .target(name: "AutoUpdate", dependencies: ["StoreMemory", "ListEdits"]),
    .systemLibrary(name: "CSQLite"),
    .target(name: "TerminalText"),
    .target(name: "Values", dependencies: ["TerminalText"]),
    .target(name: "Journaling", dependencies: ["AutoUpdate", "Values", "TerminalText"]),
    .target(name: "SQLiteJournal", dependencies: ["Journaling", "Values", "TerminalText", "CSQLite"]),
    .systemLibrary(name: "CPostgreSQL"),
    .target(
      name: "PostgresJournal", dependencies: ["Journaling", "Values", "TerminalText", "CPostgreSQL"]),
    .target(name: "PostgresTesting"),
    // Their folders and their mutations of files are all that these tests need of others.
    .target(name: "ProgramTesting", sources: ["TemporaryFolder.swift"]),
    .testTarget(
      name: "SQLiteJournalTests",
      dependencies: [
        "SQLiteJournal", "PostgresJournal", "PostgresTesting", "Journaling", "AutoUpdate", "ProgramTesting",
        "TestSupport",
      ],
      sources: [
        "StoreOnDiskTests.swift", "TwoStoresTests.swift", "MutatedStoreTests.swift", "Support/Heroes.swift",
        "Support/FileMutations.swift", "Support/TestEngine.swift",
      ]),
    .target(name: "TestSupport"),
    .testTarget(name: "StoreMemoryTests", dependencies: ["StoreMemory", "TestSupport"]),
    .testTarget(name: "ListEditsTests", dependencies: ["ListEdits", "StoreMemory", "TestSupport"]),
    .testTarget(
      name: "AutoUpdateTests", dependencies: ["AutoUpdate", "ListEdits", "StoreMemory", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
}
