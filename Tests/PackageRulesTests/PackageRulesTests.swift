import Testing

/// The package keeps its own rules, and each rule is shown to catch what breaks it.
@Suite struct PackageRulesTests {
  @Test(arguments: Rule.all)
  func `the package keeps its rule`(rule: Rule) {
    let breaches = SourceTree.files.flatMap { file in
      rule.breaches(file).map { "\(file.path):\($0)" }
    }
    #expect(breaches.isEmpty, "\(rule.name)")
  }

  @Test func `the whole package was read`() {
    let targets = Set(SourceTree.files.compactMap(\.target))
    #expect(
      targets.isSuperset(of: ["AutoUpdate", "CommandLanguage", "LineEditor", "CommandProgram", "warroom"]))
    #expect(SourceTree.files.contains { $0.path == ".ci/run" })
    #expect(SourceTree.files.contains { $0.path == "Package.swift" })
    #expect(!SourceTree.files.contains { $0.path.hasPrefix(".build/") })
  }

  @Test func `nothing else lies in the package's folder`() {
    let expected = ["CHANGELOG.md", "LICENSE", "Package.swift", "README.md", "Scenarios", "Sources", "Tests"]
    #expect(SourceTree.topLevel.filter { $0 != "Package.resolved" } == expected)
  }

  private func breaches(of rule: Rule, in text: String, at path: String) -> [Int] {
    rule.breaches(SourceTree.File(path: path, text: text))
  }

  @Test(arguments: [
    ("AutoUpdate", "import Foundation"), ("TextViews", "public import Glibc"),
    ("CommandLanguage", "internal import AutoUpdate"), ("WarGame", "@testable import LineEditor"),
    ("Scenarios", "  @preconcurrency import struct Glibc.stat"), ("Unheard", "let a = 1"),
  ])
  func `an import that a target may not have is caught`(target: String, text: String) {
    #expect(!breaches(of: .imports, in: "\n\(text)\n", at: "Sources/\(target)/A.swift").isEmpty)
  }

  @Test func `the system is called only at the border`() {
    #expect(breaches(of: .imports, in: "import Glibc", at: "Sources/CommandProgram/Drivers/A.swift") == [1])
    #expect(breaches(of: .imports, in: "import Glibc", at: "Sources/Posix/A.swift") == [])
    #expect(breaches(of: .safeMemory, in: "unsafe f()", at: "Sources/CommandProgram/Files/A.swift") == [1])
    #expect(breaches(of: .safeMemory, in: "unsafe f()", at: "Sources/Posix/A.swift") == [])
  }

  @Test func `an allowed import, or one that is only mentioned, is not a violation`() {
    let text = "// import Foundation\npublic import AutoUpdate\nlet a = \"\"\"\n  import Glibc\n  \"\"\"\n"
    #expect(breaches(of: .imports, in: text, at: "Sources/TextViews/A.swift") == [])
    #expect(breaches(of: .imports, in: "import Foundation", at: "Tests/ATests/A.swift") == [])
  }

  @Test(arguments: [
    "let a = b.hashValue", "let a = list.shuffled()", "var g = SystemRandomNumberGenerator()",
  ])
  func `a clock or chance is caught in the core, not at the edge`(text: String) {
    #expect(breaches(of: .noClockOrChance, in: text, at: "Sources/WarGame/A.swift") == [1])
    #expect(breaches(of: .noClockOrChance, in: text, at: "Sources/warroom/A.swift") == [])
    #expect(breaches(of: .noClockOrChance, in: "// " + text, at: "Sources/WarGame/A.swift") == [])
  }

  @Test(arguments: [
    "try! f()", "let a = b as! C", "fatalError(\"no\")", "let a = \"\\(\"x\" + \"y\")\"; try! f()",
  ])
  func `a trap is caught, unless it is only mentioned`(text: String) {
    #expect(breaches(of: .noTraps, in: "let a = 1\n" + text, at: "Sources/warroom/A.swift") == [2])
    #expect(breaches(of: .noTraps, in: "/* /* */ \(text) */ // \(text)", at: "Sources/warroom/A.swift") == [])
    #expect(breaches(of: .noTraps, in: "let a = #\"\(text)\"#", at: "Sources/warroom/A.swift") == [])
  }

  @Test(arguments: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"])
  func `unchecked sharing is caught outside the line editor`(text: String) {
    #expect(breaches(of: .noUncheckedSharing, in: text, at: "Sources/AutoUpdate/A.swift") == [1])
    #expect(breaches(of: .noUncheckedSharing, in: text, at: "Sources/LineEditor/A.swift") == [])
  }

  @Test(arguments: [
    "if character == \"\\\"\" {", "text.first == \"#\"", "while name.last == \" \" {", "switch character {",
  ])
  func `a character compared with syntax is caught`(text: String) {
    #expect(breaches(of: .syntaxByScalar, in: text, at: "Sources/WarGame/A.swift") == [1])
    #expect(breaches(of: .syntaxByScalar, in: "// " + text, at: "Sources/WarGame/A.swift") == [])
  }

  @Test func `words of the system that could be shown as they are are caught`() {
    let words = "let a = String(cString: strerror(b))"
    #expect(breaches(of: .untrustedText, in: words, at: "Sources/Posix/A.swift") == [1])
    #expect(
      breaches(
        of: .untrustedText, in: "let a = UntrustedText(String(cString: sqlite3_errmsg(b)))",
        at: "Sources/SQLiteJournal/SQLite/A.swift") == [])
  }

  @Test(arguments: ["// TO" + "DO: later", "let a = 1 // FIX" + "ME", "/* FIX" + "ME */", "//TO" + "DO"])
  func `a note to do something later is caught`(text: String) {
    #expect(breaches(of: .nothingLeftUndone, in: "\n" + text, at: "Sources/AutoUpdate/A.swift") == [2])
    #expect(breaches(of: .nothingLeftUndone, in: text, at: "Tests/ATests/A.swift") == [1])
    #expect(breaches(of: .nothingLeftUndone, in: "let a = \"ok # TO" + "DO\"", at: "Tests/A.swift") == [])
  }

  @Test(arguments: [
    "cd /ho" + "me/me/x", "let a = \"/ro" + "ot/x\"", "(/Us" + "ers/me/x)", "cd \(SourceTree.root)",
  ])
  func `a path of a particular machine is caught`(text: String) {
    #expect(breaches(of: .noMachinePaths, in: "\n" + text, at: "README.md") == [2])
  }

  @Test(arguments: ["see work/notes", "${HOME}/home/x", "a/home/b", "https://a.b/home/"])
  func `a path that leads to no machine is none`(text: String) {
    #expect(breaches(of: .noMachinePaths, in: text, at: "README.md") == [])
  }
}
