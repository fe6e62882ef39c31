import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram
@testable import Posix

/// What a run writes into files, compared byte for byte.
@Suite struct RecordedBytesTests {
  // MARK: Before and after

  static let pairs = Package.root + "/Tests/Fixtures/Bless"

  static let names: [String] = ((try? PosixFiles().list(FilePath(pairs))) ?? []).map(\.name.text).sorted()
    .filter {
      $0.hasSuffix(".before")
    }.map { String($0.dropLast(".before".count)) }

  private func fixture(_ name: String) throws -> String {
    String(
      decoding: try PosixFiles().read(FilePath("\(Self.pairs)/\(name)"), byteCountMax: 1 << 20), as: UTF8.self
    )
  }

  @Test func `the pairs are found`() { #expect(Self.names.count >= 8) }

  @Test(arguments: names)
  func `re-recording makes of one file the other`(name: String) throws {
    let folder = try TemporaryFolder()
    let after = try fixture(name + ".after")
    try folder.write(try fixture(name + ".before"), to: "a.scenario")
    let program = BuiltProgram("warroom", folder: folder)
    let first = try program.run("replay", "a.scenario", "--bless")
    #expect(try folder.text(of: "a.scenario") == after, "\(first.output)")
    // What was re-recorded stays as it is.
    _ = try program.run("replay", "a.scenario", "--bless")
    #expect(try folder.text(of: "a.scenario") == after)
  }

  // MARK: Two processes

  /// A scenario without any of its expected output.
  private func emptied(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { line in
      line.hasPrefix("#") || line.hasPrefix(">") || line.hasPrefix(". ") || line == "."
    }
    return lines.filter { !$0.hasPrefix("# hash:") }.joined(separator: "\n") + "\n"
  }

  @Test func `two processes record the same bytes, whatever the number of jobs`() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for name in ScenarioTests.suite.names {
      let path = "\(ScenarioTests.folder)/\(name)"
      let text = emptied(try PosixFiles().read(FilePath(path), byteCountMax: 1 << 20))
      for folder in folders { try folder.write(text, to: "s/\(name)") }
    }
    let before = try folders[0].contents()
    let first = try BuiltProgram("warroom", folder: folders[0]).run("replay", "s", "--bless", "--jobs", "1")
    let second = try BuiltProgram("warroom", folder: folders[1]).run("replay", "s", "--bless", "--jobs", "4")
    let contents = try folders[0].contents()
    #expect(contents == (try folders[1].contents()))
    #expect(first == second)
    let changedCount = zip(before, contents).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    #expect(changedCount > ScenarioTests.suite.names.count * 3 / 4)
  }
}
