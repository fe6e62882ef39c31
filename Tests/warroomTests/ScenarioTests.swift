import CommandProgram
import Testing
import WarGame

/// Every scenario of the package is a test.
@Suite struct ScenarioTests {
  static let folder = Package.root + "/Scenarios/warroom"
  static let suite = ScenarioSuite(warRoom, in: folder)

  @Test func `the scenarios are found`() {
    #expect(Self.suite.names.contains("cells/north-star.scenario"))
  }

  @Test(arguments: suite.names)
  func `it prints what it describes`(name: String) {
    if let failure = Self.suite.failure(of: name) { Issue.record("\(failure.report)") }
  }
}
