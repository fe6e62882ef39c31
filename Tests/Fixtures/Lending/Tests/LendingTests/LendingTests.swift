import CommandProgram
import Testing

@testable import lending

private let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
  .joined(separator: "/")
private let suite = ScenarioSuite(library, in: folder + "/Scenarios")
private let broken = ScenarioSuite(library, in: folder + "/Broken")

@Test func `the world's declarations have no problem`() {
  #expect(library.problems == [])
}

@Test(arguments: suite.names)
func `a scenario prints what it expects`(name: String) {
  if let failure = suite.failure(of: name) {
    Issue.record(
      "\(failure.report)",
      sourceLocation: SourceLocation(
        fileID: "Scenarios/\(name)", filePath: failure.path, line: failure.line, column: 1))
  }
}

@Test func `the scenarios are found`() {
  #expect(suite.names == ["lending.scenario", "shelves.scenario"])
}

@Test func `a scenario that prints something else fails once, at its line`() {
  let failure = broken.failure(of: "wrong.scenario")
  #expect(failure?.line == 3)
  #expect(failure?.path.hasSuffix("/Broken/wrong.scenario") == true)
  #expect(failure?.report.contains("catalogue 1  Emma") == true)
}
