import Glibc
import ProgramTesting
import Testing

/// The whole program over a world that is no game, and that brings little more than its commands.
@Suite struct ToyProgramTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram("toy-program", folder: folder)
  }

  // MARK: Scripts

  @Test func `without a prompt standard input is run`() throws {
    let ending = try program.run(input: "add 2\nadd 3\ntotal\n")
    #expect(ending == .init(status: 0, output: "~ total  2\n~ total  5\n5\n", errors: ""))
  }

  @Test func `a script stops at the first failed command, unless it keeps going`() throws {
    try folder.write("let much = 9999\nadd 1\nadd $much\nadd 2\n", to: "a.txt")
    let stopped = try program.run("run", "a.txt")
    #expect(stopped.status == 1)
    #expect(stopped.output.hasPrefix("~ total  1\nerror: NUMBER is from 0 to 1000\n"))
    #expect(stopped.output.hasSuffix("  at a.txt:3\n"))
    let whole = try program.run("run", "-k", "a.txt")
    #expect(whole.status == 1)
    #expect(whole.output.hasSuffix("  at a.txt:3\n~ total  3\n"))
  }

  @Test func `what follows a script is the script's own, options too`() throws {
    try folder.write("print arguments\nprint arguments[0] + 1\n", to: "a.txt")
    let ending = try program.run("run", "a.txt", "41", "-k", "two words", "--help", "--", "007", "1.5")
    #expect(
      ending == .init(status: 0, output: "41, -k, two words, --help, --, 007, 1.5\n42\n", errors: ""))
  }

  @Test func `a script without arguments has an empty list of them`() throws {
    try folder.write("print count(arguments)\n", to: "a.txt")
    #expect(try program.run("run", "a.txt").output == "0\n")
    #expect(try program.run("run", "-", input: "print count(arguments)\n").output == "0\n")
  }

  @Test func `a script may stand on the command line`() throws {
    #expect(try program.run("run", "-c", "for n in arguments { add $n }", "1", "2").output.hasSuffix("3\n"))
    let failed = try program.run("run", "--command", "nonsense")
    #expect(failed.status == 1)
    #expect(failed.output.hasSuffix("  at -c:1\n"))
    #expect(try program.run("run", "-c").errors.hasPrefix("toy-program: --command wants a value: TEXT\n"))
  }

  @Test func `a file that cannot be read is wrong usage`() throws {
    #expect(
      try program.run("run", "nowhere")
        == .init(status: 2, output: "", errors: "toy-program: there is no file “nowhere”\n"))
    #expect(try program.run("run", ".").status == 2)
  }

  @Test func `a seed on the command line is the world's, and the world has its own`() throws {
    #expect(try program.run("--seed", "9", "run", "-c", "seed").output == "9\n")
    #expect(try program.run("run", "-c", "seed").output == "42\n")
  }

  // MARK: Scenarios

  @Test func `what is recorded replays, and the recording says so`() throws {
    let recorded = try program.run("record", "r.scenario", "--seed", "3", input: "add 2\nhelp\nseed\n")
    #expect(recorded.status == 0)
    #expect(recorded.errors == "“r.scenario” holds 2 commands, which give the same when replayed\n")
    #expect(
      try folder.text(of: "r.scenario")
        == "# format: 1\n# seed: 3\n\n> add 2\n~ total  2\n> seed\n3\n")
    #expect(
      try program.run("replay", "r.scenario").output
        == "passed  r.scenario\n1 scenario, 2 commands: 1 passed\n")
  }

  @Test func `a recording that would not replay warns when it ends`() throws {
    let recorded = try program.run("record", "r.scenario", input: "leak\n")
    #expect(recorded.status == 0)
    #expect(
      recorded.errors == "warning: replayed, this does not give the same: r.scenario:4: the output differs\n")
  }

  @Test func `a scenario that differs fails the run, and blessing mends it`() throws {
    try folder.write("> add 1\n~ total  2\n", to: "a.scenario")
    #expect(try program.run("replay", ".").status == 1)
    #expect(try program.run("replay", ".", "--bless").status == 0)
    #expect(try folder.text(of: "a.scenario") == "> add 1\n~ total  1\n")
  }

  @Test func `a replay runs what reaches the world alone, and starts no program`() throws {
    try folder.write("> leak\n> feed -- touch stolen\n> save stolen\n", to: "a.scenario")
    let ending = try program.run("replay", ".")
    #expect(ending.status == 1)
    for command in ["leak", "feed", "save"] {
      #expect(ending.output.contains("“\(command)” is not allowed in a replay"))
    }
    #expect(try !folder.contents().contains { $0.hasPrefix("stolen") })
  }

  @Test func `coverage is there without a word from the world`() throws {
    try folder.write("> add 1\n~ total  1\n", to: "a.scenario")
    let ending = try program.run("replay", ".", "--coverage")
    #expect(ending.status == 0)
    #expect(ending.output.contains("  refused commands"))
    #expect(ending.output.contains("total"))
  }

  // MARK: Texts

  @Test func `every text names the program itself`() throws {
    let help = try program.run("--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: toy-program [OPTION…] [COMMAND …]\n"))
    #expect(try program.run("--version").output == "toy-program 7.0\n")
    #expect(
      try program.run("replay", "--help").output.hasPrefix("usage: toy-program replay [OPTION…] [PATH…]\n"))
    let wrong = try program.run("replya")
    #expect(wrong.status == 2)
    #expect(wrong.output == "")
    #expect(
      wrong.errors == """
        toy-program: there is no command “replya”, did you mean “replay”?
        usage: toy-program [OPTION…] [COMMAND …]
        see toy-program --help

        """)
    for text in [help.output, wrong.errors] { #expect(!text.contains("warroom")) }
    // Without a prompt there is no history to tell of.
    #expect(!help.output.contains("HISTORY"))
  }

  @Test func `what it remembers is in a folder of its own`() throws {
    try folder.write("> add 1\n", to: "a.scenario")
    _ = try program.run("replay", ".")
    #expect(access(folder.statePath + "/toy-program/replay", F_OK) == 0)
    #expect(access(folder.statePath + "/warroom", F_OK) != 0)
  }

  @Test func `a program without a prompt links no readline`() throws {
    func needs(_ name: String) throws -> Bool {
      let path = BuiltProgram(name, folder: folder).path
      return try program.run(shell: "grep -qa 'libreadline\\.so' '\(path)' && echo yes; true").output
        == "yes\n"
    }
    #expect(try !needs("toy-program"))
    #expect(try needs("warroom"))
  }
}
