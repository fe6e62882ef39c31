// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AutoUpdate",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "TerminalText", targets: ["TerminalText"]),
    .library(name: "ListEdits", targets: ["ListEdits"]),
    .library(name: "AutoUpdate", targets: ["AutoUpdate"]),
    .library(name: "CommandLanguage", targets: ["CommandLanguage"]),
    .library(name: "TextViews", targets: ["TextViews"]),
    .library(name: "Simulator", targets: ["Simulator"]),
    .library(name: "Prompting", targets: ["Prompting"]),
    .library(name: "TracePage", targets: ["TracePage"]),
    .library(name: "Scenarios", targets: ["Scenarios"]),
    .library(name: "Exploration", targets: ["Exploration"]),
    .library(name: "LineEditor", targets: ["LineEditor"]),
    .library(name: "Journaling", targets: ["Journaling"]),
    .library(name: "SQLiteJournal", targets: ["SQLiteJournal"]),
    .library(name: "PostgresJournal", targets: ["PostgresJournal"]),
    .library(name: "CommandProgram", targets: ["CommandProgram"]),
    .executable(name: "kanban", targets: ["kanban"]),
    .executable(name: "warroom", targets: ["warroom"]),
    .executable(name: "warroom-postgresql", targets: ["warroom-postgresql"]),
    .executable(name: "warroom-feed", targets: ["warroom-feed"]),
  ],
  targets: [
    .systemLibrary(
      name: "CReadline",
      providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    // Linux's openat2, renameat2 and leases, which the Glibc module leaves out; nothing to install.
    .systemLibrary(name: "CLinux"),
    // The engine of stores on disk.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // The client of stores on a server; only programs that name that engine link it.
    .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // The client of HTTP for the feed, which Foundation's does not stop at a limit of bytes.
    .systemLibrary(
      name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    // Starts a program that does not outlive its parent.
    .target(name: "CSpawn"),
    // glibc's mallinfo2, for the benchmark and a test.
    .systemLibrary(name: "CMalloc"),
    .target(name: "TerminalText"),
    // All unsafe code, except at the boundaries with C libraries.
    .target(name: "StoreMemory"),
    // The fewest edits that lead from one list to another.
    .target(name: "ListEdits", dependencies: ["StoreMemory"]),
    .target(name: "AutoUpdate", dependencies: ["StoreMemory", "ListEdits"]),
    // The one dynamic value and its type, as text, JSON, hash, order and prose.
    .target(name: "Values", dependencies: ["TerminalText"]),
    .target(name: "CommandLanguage", dependencies: ["ViewEvents", "Values", "TerminalText"]),
    // The changes of views as values, and their lines in a transcript.
    .target(name: "ViewEvents", dependencies: ["TerminalText"]),
    .target(name: "TextViews", dependencies: ["ViewEvents", "AutoUpdate", "ListEdits", "TerminalText"]),
    // Worlds: from the declaration of the models comes the whole program.
    .target(
      name: "Simulator",
      dependencies: [
        "AutoUpdate", "StoreMemory", "Journaling", "TextViews", "Prompting", "CommandLanguage", "Values",
        "TerminalText",
      ]),
    .target(
      name: "WarGame",
      dependencies: ["Simulator", "AutoUpdate", "TextViews", "CommandLanguage", "TerminalText"]),
    // Keeps a store's steps in a journal, in any storage.
    .target(name: "Journaling", dependencies: ["AutoUpdate", "Values", "TerminalText"]),
    // A journal in a SQLite file.
    .target(name: "SQLiteJournal", dependencies: ["Journaling", "Values", "TerminalText", "CSQLite"]),
    // A file system for SQLite that fails when it is told to, for exploration and tests.
    .target(name: "FaultyVFS", dependencies: ["CSQLite"]),
    // A journal in a PostgreSQL database.
    .target(
      name: "PostgresJournal", dependencies: ["Journaling", "Values", "TerminalText", "CPostgreSQL"]),
    // The events of sessions as one HTML page, whose files a C compiler embeds: as Swift's resources, they would take half
    // a minute to compile.
    .target(name: "CTracePage"),
    .target(name: "TracePage", dependencies: ["CTracePage"], exclude: ["Page"]),
    .target(name: "Scenarios", dependencies: ["TracePage", "CommandLanguage", "Values", "TerminalText"]),
    // Drives sessions through commands that nobody wrote.
    .target(
      name: "Exploration",
      dependencies: ["Simulator", "CommandLanguage", "Scenarios", "Values", "TerminalText"]),
    // The border between a prompt and the program that shows it.
    .target(name: "Prompting", dependencies: ["CommandLanguage"]),
    .target(name: "LineEditor", dependencies: ["Prompting", "CommandLanguage", "TerminalText", "CReadline"]),
    // The options of every program here, each declared once.
    .target(name: "ProgramOptions", dependencies: ["TerminalText"]),
    // Files, processes, terminals and signals of Linux, behind the protocols of the other targets.
    .target(
      name: "Posix", dependencies: ["CommandLanguage", "Scenarios", "TerminalText", "CLinux", "CSpawn"]),
    // A whole command-line program over any world; the prompt is handed in, so it links no readline.
    .target(
      name: "CommandProgram",
      dependencies: [
        "Posix", "ProgramOptions", "Prompting", "Simulator", "CommandLanguage", "Scenarios", "Exploration",
        "TracePage", "SQLiteJournal", "FaultyVFS", "Journaling", "Values", "TerminalText",
      ]),
    .executableTarget(
      name: "warroom",
      dependencies: ["WarGame", "CommandProgram", "LineEditor"]),
    // The war room with an engine for stores on a server, for which it needs libpq at run time.
    .executableTarget(
      name: "warroom-postgresql",
      dependencies: ["WarGame", "CommandProgram", "LineEditor", "PostgresJournal"]),
    // A minimal world, as a user of the package would write it.
    .executableTarget(
      name: "kanban", dependencies: ["Simulator", "CommandLanguage", "CommandProgram", "LineEditor"]),
    // Polls a game server over HTTP; links Foundation and libcurl.
    .executableTarget(
      name: "warroom-feed", dependencies: ["ProgramOptions", "Values", "TerminalText", "CCurl"]),
    // Measures against Foundation's means among others, so it alone links Foundation.
    .executableTarget(name: "warroom-benchmark", dependencies: ["AutoUpdate", "ProgramOptions", "CMalloc"]),
    // What the tests of several targets repeat: seeded random numbers.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "TerminalTextTests", dependencies: ["TerminalText", "TestSupport"]),
    .testTarget(name: "StoreMemoryTests", dependencies: ["StoreMemory", "TestSupport"]),
    .testTarget(name: "ListEditsTests", dependencies: ["ListEdits", "StoreMemory", "TestSupport"]),
    .testTarget(
      name: "AutoUpdateTests", dependencies: ["AutoUpdate", "ListEdits", "StoreMemory", "TestSupport"]),
    .testTarget(
      name: "CommandLanguageTests",
      dependencies: ["CommandLanguage", "Prompting", "TerminalText", "TestSupport"]),
    .testTarget(
      name: "TextViewsTests",
      dependencies: ["TextViews", "ViewEvents", "TerminalText", "AutoUpdate", "TestSupport"]),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "Simulator", "CommandLanguage", "TextViews", "AutoUpdate", "TerminalText", "Values", "TestSupport",
      ]),
    .testTarget(
      name: "WarGameTests",
      dependencies: [
        "WarGame", "Simulator", "CommandLanguage", "TextViews", "AutoUpdate", "Scenarios", "kanban",
        "TestSupport",
      ]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Scenarios", "CommandLanguage", "TerminalText", "CMalloc", "ProgramTesting", "TestSupport",
      ]),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "Exploration", "CommandProgram", "Posix", "Scenarios", "Simulator", "CommandLanguage", "TextViews",
        "AutoUpdate", "ProgramTesting", "broken-program", "published-models",
      ]),
    // Sessions whose commands are lines of a shell: what a program does is a scenario.
    .target(
      name: "ProcessSessions", dependencies: ["CommandLanguage", "Scenarios", "TerminalText"],
      path: "Tests/ProcessSessions"),
    .testTarget(
      name: "ProcessSessionsTests",
      dependencies: [
        "ProcessSessions", "CommandProgram", "Posix", "Scenarios", "CommandLanguage", "warroom",
        "toy-program",
      ],
      exclude: ["Programs"]),
    .testTarget(
      name: "LineEditorTests",
      dependencies: [
        "LineEditor", "Prompting", "CommandLanguage", "TerminalText", "prompt-host", "toy-program", "warroom",
        "ProgramTesting", "TestSupport",
      ]),
    // A prompt over a toy language, which the line editor's tests drive on a pseudo-terminal.
    .executableTarget(
      name: "prompt-host", dependencies: ["LineEditor", "Prompting", "CommandLanguage", "TerminalText"],
      path: "Tests/PromptHost"),
    // A program over a toy world, without a prompt.
    .executableTarget(
      name: "toy-program", dependencies: ["CommandProgram", "Prompting", "Simulator", "CommandLanguage"],
      path: "Tests/ToyProgram"),
    // A program over a world with faults, one of which ends it.
    .executableTarget(
      name: "broken-program", dependencies: ["CommandProgram", "Simulator", "CommandLanguage", "AutoUpdate"],
      path: "Tests/BrokenProgram"),
    // A program in two versions, the second of which migrates the stores of the first.
    .executableTarget(
      name: "evolving-program",
      dependencies: ["CommandProgram", "PostgresJournal", "Simulator", "CommandLanguage"],
      path: "Tests/EvolvingProgram"),
    // Models of published protocols and puzzles, whose numbers of states are known.
    .executableTarget(
      name: "published-models", dependencies: ["CommandProgram", "Simulator", "CommandLanguage"],
      path: "Tests/PublishedModels"),
    // Runs a built program in a folder of a test's own.
    .target(name: "ProgramTesting", path: "Tests/ProgramTesting"),
    .testTarget(
      name: "TracePageTests", dependencies: ["TracePage", "ProgramTesting", "kanban", "broken-program"],
      exclude: ["Browser"]),
    .testTarget(name: "ProgramOptionsTests", dependencies: ["ProgramOptions", "ProgramTesting"]),
    .testTarget(
      name: "CommandProgramTests",
      dependencies: [
        "CommandProgram", "ProgramOptions", "ProgramTesting", "toy-program", "warroom", "Scenarios",
        "Simulator", "Prompting", "CommandLanguage", "Posix", "TerminalText", "CLinux",
      ]),
    .testTarget(
      name: "warroomTests",
      dependencies: [
        "warroom", "kanban", "CommandProgram", "Journaling", "Prompting", "Posix", "LineEditor",
        "ProgramTesting",
        "Scenarios",
        "CommandLanguage",
        "WarGame", "Simulator", "Exploration", "TextViews", "AutoUpdate",
      ]),
    // A PostgreSQL server of the tests' own.
    .target(name: "PostgresTesting", path: "Tests/PostgresTesting"),
    .testTarget(
      name: "SQLiteJournalTests",
      dependencies: [
        "SQLiteJournal", "PostgresJournal", "PostgresTesting", "warroom-postgresql", "evolving-program",
        "Journaling", "AutoUpdate", "Simulator", "CommandLanguage", "TerminalText",
        "FaultyVFS",
        "CSQLite",
        "ProgramTesting", "TestSupport",
        "kanban",
      ], exclude: ["Fixtures"]),
    .testTarget(
      name: "PostgresJournalTests",
      dependencies: [
        "PostgresJournal", "PostgresTesting", "Journaling", "AutoUpdate", "CommandProgram", "CommandLanguage",
        "Posix", "Prompting", "Simulator", "WarGame", "ProgramTesting", "warroom-postgresql", "warroom",
        "TestSupport",
        "TerminalText",
      ]),
    .testTarget(name: "ValuesTests", dependencies: ["Values", "TestSupport"]),
    .testTarget(
      name: "WarRoomFeedTests",
      dependencies: ["warroom-feed", "ProgramOptions", "TerminalText", "ProgramTesting"]),
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
    "TerminalText", "StoreMemory", "ListEdits", "AutoUpdate", "CommandLanguage", "TextViews", "Simulator",
    "ViewEvents", "WarGame", "TracePage",
    "Scenarios", "Exploration", "Values", "ProgramOptions", "Posix", "Prompting", "CommandProgram", "kanban",
    "warroom", "warroom-feed", "Journaling", "SQLiteJournal",
    "PostgresJournal", "warroom-postgresql",
  ].contains(target.name)
  if isHeld {
    target.swiftSettings?.append(.strictMemorySafety())
  }
  // In an optimised build of the tests, the libraries are to be fast; optimising the tests as well would take longer than
  // it saves. CI counts the states of the published models in an optimised program.
  let isForTests = target.type == .test || target.path?.hasPrefix("Tests/") == true
  if isForTests, target.name != "published-models" {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}
