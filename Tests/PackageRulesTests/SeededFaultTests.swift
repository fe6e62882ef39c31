import Testing

/// The faults of the benchmark of exploration fit the sources that they are put into.
struct SeededFaultTests {
  private struct Fault {
    var name: String
    var group: String
    var path: String
    var old = ""
    var new = ""
  }

  private static func faults(of file: String) throws -> [Fault] {
    let text = try #require(SourceTree.files.first { $0.path == "Tests/SeededFaults/\(file)" })
    var faults: [Fault] = []
    for line in text.lines {
      if line.hasPrefix("= ") {
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 4, "\(line)")
        faults.append(Fault(name: words[1], group: words[2], path: words[3]))
      } else if line.hasPrefix("- ") {
        faults[faults.count - 1].old += line.dropFirst(2) + "\n"
      } else if line.hasPrefix("+ ") {
        faults[faults.count - 1].new += line.dropFirst(2) + "\n"
      }
    }
    return faults
  }

  @Test(arguments: ["faults.txt", "further.txt"])
  func `each fault applies to exactly one location of its file`(file: String) throws {
    let faults = try Self.faults(of: file)
    #expect(Set(faults.map(\.name)).count == faults.count)
    for fault in faults {
      let source = try #require(SourceTree.files.first { $0.path == fault.path }, "\(fault.name)")
      #expect(
        source.text.split(separator: fault.old, omittingEmptySubsequences: false).count == 2, "\(fault.name)")
      #expect(fault.new.contains("FAULT"), "\(fault.name)")
    }
  }

  @Test func `there are 40 faults at least, 15 of them in the rules of the game`() throws {
    let faults = try Self.faults(of: "faults.txt")
    #expect(faults.count >= 40 && faults.count { $0.group == "rules" } >= 15)
  }
}
