import Glibc
import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram
@testable import Posix

/// What the binary does with the package's own scenarios, and with a signal. The rest of what it does from outside is
/// in `ProcessSessionsTests/Programs`.
@Suite struct ReplayProgramTests {
  private let folder: TemporaryFolder
  private var program: BuiltProgram { BuiltProgram("warroom", folder: folder) }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a changed line is named, and blessing restores the file byte for byte`() throws {
    let path = ScenarioTests.folder + "/cells/north-star.scenario"
    let bytes = try PosixFiles().read(FilePath(path), byteCountMax: 1 << 20)
    let original = String(decoding: bytes, as: UTF8.self)
    var lines = original.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("~ ") })
    lines[line] += " "
    try folder.write(lines.joined(separator: "\n"), to: "north-star.scenario")

    let failed = try program.run("replay", ".")
    #expect(failed.status == 1)
    #expect(failed.output.contains("\n  north-star.scenario:\(line + 1): the output differs\n"))
    #expect(try program.run("replay", ".", "--bless").status == 0)
    #expect(try folder.text(of: "north-star.scenario") == original)
    #expect(try program.run("replay", ".").status == 0)
  }

  @Test func `a limit that the file expects does not keep the rest from being rewritten`() throws {
    let path = ScenarioTests.folder + "/language/limits.scenario"
    let bytes = try PosixFiles().read(FilePath(path), byteCountMax: 1 << 20)
    let original = String(decoding: bytes, as: UTF8.self)
    try folder.write(original + "> print 1\n", to: "a.scenario")
    #expect(try program.run("replay", ".", "--bless").status == 0)
    #expect(try folder.text(of: "a.scenario") == original + "> print 1\n1\n")
  }

  @Test func `Ctrl-C reports what ran`() throws {
    try folder.write("# It speaks.\n> print 1\n1\n", to: "s/a.scenario")
    // Each ends at its limit of steps: all of them take long enough.
    try folder.write(String(repeating: "> while true { }\n", count: 1_000), to: "s/b.scenario")
    try folder.write("", to: "input")
    mkfifo(folder["output"], 0o600)
    let output = open(folder["output"], O_RDONLY | O_NONBLOCK)
    try #require(output >= 0)
    defer { close(output) }
    let process = try program.start(
      ["replay", "s", "--jobs", "1"], input: folder["input"], output: folder["output"],
      errors: folder["errors"])
    _ = fcntl(output, F_SETFL, 0)

    var text: [UInt8] = []
    var isSent = false
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count <= 0 { break }
      text += chunk[..<count]
      // The first result stands there, so the second scenario runs, or is about to.
      if !isSent { kill(process, SIGINT) }
      isSent = true
    }
    #expect(BuiltProgram.wait(for: process) == 130)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "passed  s/a.scenario  It speaks.")
    let last = try #require(lines.last)
    #expect(
      last.hasPrefix("interrupted: 2 scenarios, ") && last.hasSuffix(": 1 passed, 1 failed")
        || last == "interrupted: 1 scenario, 1 command: 1 passed, 1 not run")
  }
}
