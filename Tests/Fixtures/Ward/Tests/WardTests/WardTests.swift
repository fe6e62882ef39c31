import CommandProgram
import Testing

@testable import ward

private let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
  .joined(separator: "/")
private let suite = ScenarioSuite(hospital, in: folder + "/Scenarios")

@Test func `the world's declarations have no problem`() {
  #expect(hospital.problems == [])
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
  #expect(suite.names == ["admission.scenario", "ambulance.scenario", "shifts.scenario"])
}
