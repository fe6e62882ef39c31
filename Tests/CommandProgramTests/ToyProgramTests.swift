import ProgramTesting
import Testing

/// The whole program over a world that is no game; what else it does is in the scenarios of its name, in
/// `ProcessSessionsTests/Programs`.
@Suite struct ToyProgramTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("toy-program", folder: folder)
  }

  @Test func `a file that cannot be read is wrong usage`() throws {
    #expect(
      try program.run("run", "nowhere")
        == .init(status: 2, output: "", errors: "toy-program: there is no file “nowhere”\n"))
    #expect(try program.run("run", ".").status == 2)
    try folder.write("add 1\n", to: "first.commands")
    let near = ", did you mean “first.commands”?\n"
    #expect(
      try program.run("run", "frist.commands").errors.hasSuffix("there is no file “frist.commands”" + near))
    try folder.write("> add 1\n~ total  1\n", to: "first.scenario")
    #expect(try program.run("./firs.scenario").errors.hasSuffix("did you mean “first.scenario”?\n"))
  }
}
