import Testing

/// A habit of this package that a machine can check.
struct Rule: Sendable, CustomTestStringConvertible {
  /// Says what has to hold.
  let name: String
  /// The lines, from 1, that break it; 0 stands for the file as a whole.
  let breaches: @Sendable (SourceTree.File) -> [Int]

  var testDescription: String { name }

  /// A rule that certain words do not occur in a Swift file's code.
  static func code(
    _ name: String, without words: [String], where applies: @escaping @Sendable (SourceTree.File) -> Bool
  ) -> Rule {
    Rule(name: name) { file in
      guard file.isSwift, applies(file) else { return [] }
      let present = words.filter(file.code.text.holds)
      return present.isEmpty ? [] : file.code.lineNumbers { line in present.contains { line.contains($0) } }
    }
  }

  static let all: [Rule] = [
    imports, noClockOrChance, noTraps, noUncheckedSharing, safeMemory, syntaxByScalar, untrustedText,
    nothingLeftUndone,
    noMachinePaths,
  ]

  /// Who may import whom: arrows run down, and core targets know no system at all.
  static let allowedImports: [String: Set<String>] = [
    "TerminalText": [],
    "StoreMemory": [],
    "ListEdits": ["StoreMemory"],
    "AutoUpdate": ["StoreMemory", "ListEdits", "Synchronization"],
    "Values": ["TerminalText"],
    "ViewEvents": ["TerminalText"],
    "CommandLanguage": ["ViewEvents", "Values", "TerminalText", "Synchronization"],
    "TextViews": ["ViewEvents", "AutoUpdate", "ListEdits", "TerminalText"],
    "Simulator": [
      "AutoUpdate", "StoreMemory", "Journaling", "TextViews", "Prompting", "CommandLanguage", "TerminalText",
      "Values", "Synchronization",
    ],
    "WarGame": ["Simulator", "AutoUpdate", "TextViews", "CommandLanguage", "TerminalText"],
    "TracePage": ["CTracePage"],
    "Scenarios": ["TracePage", "CommandLanguage", "Values", "TerminalText", "Synchronization"],
    "Exploration": [
      "Simulator", "CommandLanguage", "Scenarios", "Values", "TerminalText", "Synchronization",
    ],
    "Prompting": ["CommandLanguage"],
    "LineEditor": [
      "Prompting", "CommandLanguage", "TerminalText", "CReadline", "Synchronization", "Glibc",
    ],
    "ProgramOptions": ["TerminalText"],
    "Journaling": ["AutoUpdate", "Values", "TerminalText"],
    "SQLiteJournal": ["Journaling", "Values", "TerminalText"],
    "PostgresJournal": ["Journaling", "Values", "TerminalText"],
    "kanban": ["Simulator", "CommandLanguage", "CommandProgram", "LineEditor"],
    "Posix": [
      "CommandLanguage", "Scenarios", "TerminalText", "Synchronization", "Glibc", "CLinux", "CSpawn",
    ],
    "CommandProgram": [
      "Posix", "ProgramOptions", "Prompting", "Simulator", "CommandLanguage", "Scenarios", "Exploration",
      "TracePage",
      "SQLiteJournal", "FaultyVFS",
      "Journaling", "Values",
      "TerminalText", "Synchronization",
    ],
    "warroom": ["WarGame", "LineEditor", "CommandProgram"],
    "warroom-postgresql": ["WarGame", "LineEditor", "CommandProgram", "PostgresJournal"],
  ]

  /// What a folder of a target may import besides: the borders of C.
  static let borderImports: [String: Set<String>] = [
    "Sources/SQLiteJournal/SQLite/": ["Glibc", "CSQLite"],
    "Sources/PostgresJournal/PostgreSQL/": ["Glibc", "CPostgreSQL"],
  ]

  private static func isAtBorder(_ file: SourceTree.File) -> Bool {
    file.target == "Posix" || borderImports.keys.contains { file.path.hasPrefix($0) }
  }

  static let imports = Rule(name: "a target imports what it may, and nothing else") { file in
    guard file.isSwift, let target = file.target else { return [] }
    // The feed and the benchmark are programs of their own, at the edge.
    guard target != "warroom-feed", target != "warroom-benchmark" else { return [] }
    guard var allowed = allowedImports[target] else { return [0] }
    for (folder, modules) in borderImports where file.path.hasPrefix(folder) { allowed.formUnion(modules) }
    return file.code.lineNumbers { [allowed] line in
      importedModule(line).map { !allowed.contains($0) } ?? false
    }
  }

  static let noClockOrChance = code(
    "no clock and no chance outside the program's edge",
    without: [
      "SystemRandomNumberGenerator", ".shuffled()", ".randomElement()", "arc4random", "UUID()", "hashValue",
      "Hasher()", "ContinuousClock", "SuspendingClock", "Date()", "clock_gettime", "gettimeofday",
      "time(nil)",
      ".random()", "getpid()",
    ]
  ) { file in
    // Its temporary file is named after the process, which no output shows.
    (file.target.map { !$0.hasPrefix("warroom") } ?? false) && !isAtBorder(file)
      && file.path != "Sources/LineEditor/HistoryFile.swift"
      // The prompt's clock decides when output is shown, and never which.
      && file.path != "Sources/LineEditor/Terminal/Terminal.swift"
      // Rows are given out in the order of first use, whatever their identities' hashes.
      && file.path != "Sources/StoreMemory/RowIndex.swift"
  }

  static let noTraps = code(
    "nothing traps on purpose", without: ["try!", "as!", "fatalError("]
  ) { $0.target != nil }

  static let noUncheckedSharing = code(
    "sharing is checked, but for readline's globals",
    without: ["@unchecked Sendable", "nonisolated(unsafe)"]
  ) { $0.target != nil && $0.target != "LineEditor" }

  /// In the targets that are compiled with strict memory safety, only the files that call C libraries and those of
  /// ``isUnsafe(_:)`` contain unsafe code.
  static let safeMemory = code(
    "unsafe code stands in StoreMemory",
    without: [
      "unsafe", "Unsafe", "Unmanaged", "@exclusivity", "@unchecked", "_rawHashValue", "_withUnsafe", "_read",
      "_modify", "_isPOD",
    ]
  ) { file in
    guard let target = file.target else { return false }
    return [
      "TerminalText", "StoreMemory", "ListEdits", "AutoUpdate", "CommandLanguage", "TextViews", "Simulator",
      "Scenarios",
      "Exploration",
      "Values", "ProgramOptions", "CommandProgram", "Journaling",
      "SQLiteJournal", "PostgresJournal", "Prompting",
    ].contains(target) && !isAtBorder(file) && !isUnsafe(file)
  }

  private static func isUnsafe(_ file: SourceTree.File) -> Bool {
    ["Cell", "Slab", "ChunkedLog"].contains { file.path == "Sources/StoreMemory/\($0).swift" }
  }

  /// A mark joins the quote before it into one `Character`, which is equal to no quote any more.
  static let syntaxByScalar = code(
    "syntax is compared by bytes or scalars, never by characters",
    without: [
      "haracter == \"", "haracter != \"", "switch character", ".first == \"", ".last == \"",
    ]
  ) { $0.target != nil }

  /// Their words may quote whatever a stranger's file or a link is called.
  static let untrustedText = Rule(name: "words of the system and of libraries are untrusted text") { file in
    guard file.isSwift, file.target != nil else { return [] }
    let sources = ["strerror(", "strsignal(", "sqlite3_errmsg(", "sqlite3_errstr(", "PQerrorMessage("]
    guard sources.contains(where: file.code.text.holds) else { return [] }
    return file.code.lineNumbers { line in
      sources.contains { line.contains($0) } && !line.contains("UntrustedText(")
    }
  }

  static let nothingLeftUndone = Rule(name: "nothing is left undone") { file in
    guard file.target != nil || file.path.hasPrefix("Tests/") else { return [] }
    // Put together here, so that this file keeps the rule. In a text, as of a report's format, such a word
    // may well stand.
    let marks = ["TO" + "DO", "FIX" + "ME"].flatMap { ["// \($0)", "//\($0)", "/* \($0)", "\($0):"] }
    guard marks.contains(where: file.text.holds) else { return [] }
    return lineNumbers(of: file) { line in marks.contains { line.contains($0) } }
  }

  static let noMachinePaths = Rule(name: "no path of somebody's machine") { file in
    let all = ["root/", "home/", "Users/"].map { "/" + $0 } + [SourceTree.root]
    let beginnings = all.filter(file.text.holds)
    if beginnings.isEmpty { return [] }
    return lineNumbers(of: file) { line in
      beginnings.contains { beginning in
        line.firstRange(of: beginning).map { range in
          // A part of a longer path, as in `state/home/x`, is no place on a machine.
          let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
          return !(before.isLetter || before.isNumber || "_.-}/)".contains(before))
        } ?? false
      }
    }
  }

  // MARK: Lines

  private static func lineNumbers(of file: SourceTree.File, where condition: (Substring) -> Bool) -> [Int] {
    file.lines.indices.filter { condition(file.lines[$0]) }.map { $0 + 1 }
  }

  /// The module of a line such as `@preconcurrency public import struct Glibc.stat`.
  static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") || accessLevels.contains($0) }
    guard words.first == "import" else { return nil }
    let path = words.dropFirst().drop { kinds.contains($0) }.first
    return path?.split(separator: ".").first.map(String.init)
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]
}
