import ProgramTesting
import Testing

/// The file of commands that run at the start of every prompt.
@Suite struct PromptInitTests {
  private let folder: TemporaryFolder
  private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

  init() throws {
    folder = try TemporaryFolder()
    folder.makeFolder("warroom")
  }

  @Test func `the init file is run at the prompt, and a command in it that fails ends nothing`() throws {
    try folder.write(
      "set prompt status\nnonsense\ndef hail who { print \"hail\", $who }\n", to: "warroom/init")
    let terminal = try Program.warroom.start(environment: environment, columns: 120)
    try terminal.wait(forLine: "0> ")
    #expect(terminal.screen.text.contains("error: there is no command “nonsense”\n"))
    #expect(terminal.screen.text.hasPrefix("warroom "), "what the program says of itself comes first")
    #expect(terminal.screen.text.contains("at \(folder.path)/warroom/init:2"))
    try terminal.enter("hail Arthur")
    try terminal.wait(for: "\nhail Arthur\n")
  }

  @Test
  func `a lesson begins, and a prompt is left without a question, if only the init file did something`()
    throws
  {
    try folder.write("spawn hero Gawain\n", to: "warroom/init")
    let terminal = try Program.warroom.start(environment: environment, columns: 120, rows: 60)
    try terminal.enter("spawn hero Bors")
    try terminal.wait(for: "\n+ map/units 2")
    try terminal.enter("demo")
    try terminal.wait(for: "note: “goto 1” undoes this session;")
    try terminal.enter("goto 1")
    try terminal.wait(for: "\n- map/units 2")
    try terminal.enter("demo")
    try terminal.wait(for: "suggestion") { $0.suggestion == "spawn hero Arthur" }
    try terminal.leave()
    #expect(!terminal.screen.text.contains("not saved"))
  }

  @Test func `--no-init leaves the file out, and so do run and replay`() throws {
    try folder.write("print \"from init\"\n", to: "warroom/init")
    try folder.write("> print 1\n1\n", to: "a.scenario")
    let prompt = try Program.warroom.start(["--no-init"], environment: environment)
    try prompt.leave()
    #expect(!prompt.screen.text.contains("from init"))
    for arguments in [["run", "-c", "print 1"], ["replay", "\(folder.path)/a.scenario"]] {
      let program = try PseudoTerminal(Program.warroom.path, arguments, environment: environment)
      #expect(try program.end() == 0)
      #expect(!program.screen.text.contains("from init"))
    }
  }

  @Test func `a stored rule that calls a definition of the init file is met when the store is opened`() throws
  {
    let store = ["--store", folder["a.store"]]
    let before = try Program.warroom.start(store, environment: environment, columns: 120)
    try before.enter("def low n { return n < 100 }")
    try before.enter("constraint few low(count(units))")
    try before.leave()
    let without = try Program.warroom.start(store, environment: environment, columns: 120)
    try without.wait(for: "the constraint “few” cannot be computed")
    try without.leave()
    try folder.write("def low n { return n < 100 }\n", to: "warroom/init")
    let with = try Program.warroom.start(store, environment: environment, columns: 120)
    try with.enter("spawn hero Arthur")
    try with.wait(for: "+ map/units 1")
    #expect(!with.screen.text.contains("cannot be computed"))
  }

  @Test func `settings that are kept hold at the next prompt`() throws {
    let first = try Program.warroom.start(environment: environment)
    try first.enter("set prompt status; set codes on; set steps 1000")
    try first.enter("set --save")
    try first.wait(for: "3 settings are saved in")
    try first.leave()
    let second = try Program.warroom.start(environment: environment)
    try second.wait(forLine: "0> ")
    try second.enter("nonsense")
    try second.wait(for: "[unknown-command]")
    try second.enter("set steps")
    try second.wait(for: "\nsteps 1000\n")
  }

  @Test func `a continued recording does not include the init file again`() throws {
    try folder.write("let greeting = \"hail\"\n", to: "warroom/init")
    let file = "\(folder.path)/a.scenario"
    for _ in 0..<2 {
      let terminal = try Program.warroom.start(["record", file], environment: environment)
      try terminal.enter("print greeting")
      try terminal.wait(for: "\nhail\n")
      try terminal.leave()
    }
    let lines = try folder.text(of: "a.scenario").split(separator: "\n")
    #expect(lines.count { $0 == "> let greeting = \"hail\"" } == 1)
    #expect(lines.count { $0 == "> print greeting" } == 2)
  }
}
