import Testing

/// The table of cases names tests and scenarios that are there.
@Suite struct CaseTableTests {
  private static let tests = SourceTree.files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }

  @Test func `every test and scenario of the table of cases is there`() throws {
    let table = try #require(SourceTree.files.first { $0.path == "Tests/Cases.md" })
    var checked = 0
    for line in table.lines
    where line.hasPrefix("| ") && !line.hasPrefix("| Case") && !line.hasPrefix("| Oddity") {
      let holders = line.split(separator: "|").last.map(String.init) ?? ""
      let names = Self.quoted(in: holders)
      let scenarios = holders.split { " ;".contains($0) }.filter { $0.hasPrefix("Scenarios/") }
      #expect(!names.isEmpty || !scenarios.isEmpty, "nothing holds \(line)")
      for name in names {
        checked += 1
        #expect(Self.isTest(name), "there is no test “\(name)”")
      }
      for path in scenarios {
        checked += 1
        #expect(SourceTree.files.contains { $0.path == path }, "there is no \(path)")
      }
    }
    #expect(checked > 60)
  }

  @Test func `a test that is not there is noticed`() {
    #expect(!Self.isTest("a test that nobody " + "wrote"))
    #expect(Self.quoted(in: "ATests: `one is`, `two are`; `none`") == ["one is", "two are"])
  }

  private static func isTest(_ name: String) -> Bool {
    tests.contains { $0.text.holds("func `\(name)`") || $0.text.holds("\"\(name)\"") }
  }

  private static func quoted(in text: String) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 && $0 + 1 < parts.count }.map { String(parts[$0]) }
      .filter { $0.contains(" ") }
  }
}
