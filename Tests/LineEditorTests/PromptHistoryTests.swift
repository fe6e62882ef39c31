import ProgramTesting
import Testing

/// The history at the prompt, within a run and across runs.
@Suite struct PromptHistoryTests {
  @Test(arguments: Program.allCases)
  func `Up brings back the last command`(program: Program) throws {
    let terminal = try program.start()
    try terminal.enter("spawn hero Arthur")
    try terminal.enter("spawn hero Morgana")
    try terminal.wait(for: "two units") { $0.text.components(of: "\n+ ") == 2 }
    try terminal.wait(forLine: "> ")
    try terminal.send("\u{1B}[A")
    try terminal.wait(forLine: "> spawn hero Morgana")
    try terminal.send("\u{1B}[A")
    try terminal.wait(forLine: "> spawn hero Arthur")
  }

  @Test(arguments: Program.allCases)
  func `history lives on in the next run, a block as one entry`(program: Program) throws {
    let home = try TemporaryFolder()
    let environment = ["HOME": home.path, "PROMPT_HOST_HISTORY": "", "WARROOM_HISTORY": ""]
    let first = try program.start(environment: environment)
    try first.enter("spawn hero Arthur")
    try first.open("repeat 1 {")
    try first.open("  status Arthur marching")
    try first.enter("}")
    try first.leave()

    let file = try home.text(of: ".local/state/\(program.rawValue)/history")
    #expect(file == "> spawn hero Arthur\n> repeat 1 {\n.   status Arthur marching\n. }\n")
    #expect(home.mode(of: ".local/state/\(program.rawValue)/history") == 0o600)
    #expect(home.mode(of: ".local/state/\(program.rawValue)") == 0o700)

    let second = try program.start(environment: environment)
    try second.enter("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A")
    try second.wait(for: "\n+ ")
    try second.send("\u{1B}[A\u{1B}[A")
    try second.wait(for: "block") {
      $0.visibleLines.suffix(3) == ["> repeat 1 {", ".   status Arthur marching", ". }"]
    }
    try second.enter("")
    try second.wait(for: "\n~ ")
  }

  @Test func `an unusable history file is a remark, and the prompt continues`() throws {
    let home = try TemporaryFolder()
    let terminal = try Program.promptHost.start(
      environment: ["PROMPT_HOST_HISTORY": home.path])
    try terminal.wait(for: "note: no history: \(home.path): not a regular file")
    try terminal.enter("spawn hero Arthur")
    try terminal.send("\u{1B}[A")
    try terminal.wait(forLine: "> spawn hero Arthur")
  }
}
