import ProgramTesting
import Testing

/// The output of a script on a terminal and elsewhere.
@Suite struct ScriptOutputTests {
  private static let script =
    "print \"one two three four five six seven eight nine ten\"\nspawn hero Arthur\nunits where hp > 50"

  @Test func `output of a script on a terminal is wrapped between words, and its tables fit`() throws {
    let program = try PseudoTerminal(Program.warroom.path, ["run", "-c", Self.script], columns: 44)
    #expect(try program.end() == 0)
    let lines = program.screen.text.split(separator: "\n")
    #expect(lines.starts(with: ["one two three four five six seven eight nine", "ten"]), "\(lines)")
    #expect(lines.contains("Arthur  hero  attacker  100  100  ready"), "\(lines)")
    #expect(lines.last?.hasPrefix("the window is too narrow for: ") == true, "\(lines)")
  }

  @Test func `the help of the program is wrapped at the width of the window`() throws {
    let program = try PseudoTerminal(Program.warroom.path, ["help", "record"], columns: 44)
    #expect(try program.end() == 0)
    let lines = program.screen.text.split(separator: "\n")
    #expect(lines.contains("      --store FILE  Keep the session in this"), "\(lines)")
    #expect(lines.contains("                    store, and continue it"), "\(lines)")
  }

  @Test func `output of a script that does not go to a terminal is not wrapped`() throws {
    let folder = try TemporaryFolder()
    let program = BuiltProgram("warroom", folder: folder)
    let lines = try program.run("run", "-c", Self.script).output.split(separator: "\n")
    #expect(lines.first == "one two three four five six seven eight nine ten")
    #expect(lines.last == "Arthur  hero  attacker  100  100  ready   🙂    1", "\(lines)")
  }

  @Test func `the report of an exploration breaks between words at the width of the window`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["explore", "--reach", "count(units) > 50", "--steps", "20"]
    let program = try PseudoTerminal(Program.warroom.path, arguments, columns: 36)
    #expect(try program.end() == 1)
    let lines = program.screen.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("explored ") && $0.hasSuffix(" seed") }, "\(lines)")
    let whole = try BuiltProgram("warroom", folder: folder).run(arguments).output.split(separator: "\n")
    #expect(
      whole.contains { $0.hasPrefix("explored ") && $0.contains(", seed 1: not reached in ") },
      "\(whole)")
    let reached = ["explore", "--reach", "count(units) == 1", "--out", "\(folder["out"])"]
    let other = try PseudoTerminal(Program.warroom.path, reached, columns: 36)
    #expect(try other.end() == 0)
    let shown = other.screen.text.split(separator: "\n")
    #expect(shown.contains("REACHED"), "\(shown)")
    #expect(shown.last?.hasPrefix("> ") == true, "\(shown)")
  }

  private static let failing = "print 1\nprint 2; hp Arthr 3\nprint 3\n"

  @Test func `errors of a script go to standard error, and what it prints to standard output`() throws {
    let folder = try TemporaryFolder()
    let program = BuiltProgram("warroom", folder: folder)
    let error = """
      error: there is no unit “Arthr”
        print 2; hp Arthr 3
                    ^~~~~
        at day.txt:2

      """
    try folder.write(Self.failing, to: "day.txt")
    let ending = try program.run("run", "-k", "day.txt")
    #expect(ending == BuiltProgram.Ending(status: 1, output: "1\n2\n3\n", errors: error))
    let together = try program.run(shell: "\"$0\" run -k day.txt > both.txt 2>&1; cat both.txt")
    #expect(together.output == "1\n2\n\(error)3\n")
    let check = try program.run("run", "-c", "print 1\nhel\n")
    #expect(check.output == "")
    #expect(check.errors.hasPrefix("error: there is no command “hel”"))
  }

  @Test func `a window shows errors where they happen`() throws {
    let program = try PseudoTerminal(Program.warroom.path, ["run", "-k", "-c", Self.failing], columns: 60)
    #expect(try program.end() == 1)
    let lines = program.screen.text.split(separator: "\n")
    #expect(lines.prefix(3) == ["1", "2", "error: there is no unit “Arthr”"], "\(lines)")
    #expect(lines.last == "3")
  }
}
