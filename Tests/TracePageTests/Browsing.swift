import ProgramTesting
import Testing

/// Checks of a page in a browser.
enum Browsing {
  /// The folder of the page's sources.
  static let sources = root("Sources/TracePage/Page")

  private static func root(_ path: String) -> String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/" + path
  }

  /// Returns a file of the page's sources.
  static func source(_ name: String) throws -> String {
    try shell("cat '\(sources)/\(name)'").output
  }

  static func shell(_ script: String) throws -> BuiltProgram.Ending {
    try BuiltProgram("sh", folder: try TemporaryFolder()).run(shell: script)
  }

  /// Returns a Boolean value that indicates whether a program is installed.
  static func has(_ program: String) -> Bool {
    (try? shell("command -v \(program)"))?.status == 0
  }

  /// A Boolean value that indicates whether pages can be checked here.
  static let isPossible = has("chromium") && has("node")

  /// Checks a group of claims about a page, and records the failures.
  static func check(_ group: String, _ page: String, in folder: TemporaryFolder) throws {
    let script = root("Tests/TracePageTests/Browser/checks.mjs")
    let ending = try BuiltProgram("sh", folder: folder).run(
      shell: "node '\(script)' \(group) '\(folder[page])'")
    let lines = ending.output.split(separator: "\n")
    for line in lines where line.hasPrefix("not ok") { Issue.record("\(line)") }
    #expect(lines.contains { $0.hasPrefix("ok") }, "\(ending.errors)")
    #expect(ending.status == 0, "\(ending.errors)")
  }
}
