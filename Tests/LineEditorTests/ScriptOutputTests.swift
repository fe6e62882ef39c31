import ProgramTesting
import Testing

/// What a script prints, in a window and elsewhere.
@Suite struct ScriptOutputTests {
  private static let script =
    "print \"one two three four five six seven eight nine ten\"\nspawn hero Arthur\nunits where hp > 50"

  @Test func `what a script prints to a window breaks between words, and its tables fit`() throws {
    let program = try PseudoTerminal(Program.warroom.path, ["run", "-c", Self.script], columns: 44)
    #expect(try program.end() == 0)
    let lines = program.screen.text.split(separator: "\n")
    #expect(lines.starts(with: ["one two three four five six seven eight nine", "ten"]), "\(lines)")
    #expect(lines.last?.hasPrefix("Art…") == true, "\(lines)")
  }

  @Test func `what a script prints elsewhere stays as it is`() throws {
    let folder = try TemporaryFolder()
    let program = BuiltProgram("warroom", folder: folder)
    let lines = try program.run("run", "-c", Self.script).output.split(separator: "\n")
    #expect(lines.first == "one two three four five six seven eight nine ten")
    #expect(lines.last == "Arthur  hero  attacker  100  100  ready   🙂    1", "\(lines)")
  }
}
