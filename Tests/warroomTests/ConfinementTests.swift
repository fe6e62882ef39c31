import CommandLanguage
import CommandProgram
import ProgramTesting
import Scenarios
import Testing

import Simulator
import WarGame

/// A replay of files from strangers: what is refused, and the ways out that do not lead out.
@Suite struct ConfinementTests {
  private let folder: TemporaryFolder

  /// `inside` is replayed; whatever of `outside` is read shows as a unit named Secret.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("spawn hero Secret\n", to: "outside/secret.commands")
    try folder.write("> spawn hero Secret\n", to: "outside/secret.scenario")
    try folder.write("{\"phase\":\"active\",\"opponent\":\"Secret\"}\n", to: "outside/secret.jsonl")
    try folder.write("spawn hero Own\n", to: "inside/own.commands")
    try folder.write("save stolen\n", to: "inside/saves.commands")
    try folder.write("run ../outside/secret.commands\n", to: "inside/runs.commands")
    try folder.write("run runs.commands\n", to: "inside/runs-deeper.commands")
    folder.link("inside/file", to: "../outside/secret.commands")
    folder.link("inside/folder", to: "../outside")
    folder.link("inside/chain", to: "file")
    folder.link("inside/up", to: "..")
  }

  /// Replays a scenario; nothing of what is outside was read, nothing was made, and the session went on.
  private func replay(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try folder.write(text + "\n> print \"the end\"\n", to: "inside/try.scenario")
    let before = try folder.contents()
    let ending = try BuiltProgram("warroom", folder: folder).run("replay", "inside")
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
    #expect(ending.status == 1, sourceLocation: sourceLocation)
    #expect(!ending.output.contains("Secret  "), sourceLocation: sourceLocation)
    #expect(ending.output.contains("+ | the end"), "\(ending.output)", sourceLocation: sourceLocation)
    return ending.output
  }

  /// Replays commands, each of which must end in one and the same diagnostic.
  private func expect(
    _ message: String, of commands: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = commands.map { "> \($0)" }.joined(separator: "\n")
    let output = try replay(text, sourceLocation: sourceLocation)
    let count = output.split(separator: "\n").filter { $0.contains("+ | error: ") && $0.contains(message) }
      .count
    #expect(count == commands.count, "\(output)", sourceLocation: sourceLocation)
  }

  // MARK: Forbidden commands

  static let forbidden: [String] =
    warRoom.declaredCoverage(isAllowed: warRoom.isAllowedInReplay).dimensions
    .filter { $0.name.hasSuffix("refused commands") }.flatMap(\.cells)

  /// Those that take a file.
  static let writing = ["save", "record", "load"]

  @Test func `commands that write are forbidden`() {
    #expect(
      Self.forbidden == ["store", "save", "record", "load", "replay", "explore", "reach", "live", "demo"])
  }

  @Test(arguments: ["store", "store check", "replay", "explore", "reach true", "live", "demo", "demo off"])
  func `a forbidden command of the sitting is a diagnostic`(command: String) throws {
    let name = command.prefix { $0 != " " }
    try expect(
      "“\(name)” is not allowed in a replay", of: [command, "if true { \(command) }", "print 1; \(command)"])
  }

  @Test(arguments: writing)
  func `a forbidden command is a diagnostic`(command: String) throws {
    try expect(
      "“\(command)” is not allowed in a replay",
      of: [
        // Alone it would be said to lack a file.
        command == "record" ? command : "\(command) a", "\(command) stolen", "\(command) own.commands",
        "\(command) ../stolen",
        " \(command)\tstolen ",
      ])
  }

  @Test(arguments: writing)
  func `nothing that runs commands runs a forbidden one`(command: String) throws {
    try folder.write("\(command) stolen\n", to: "inside/inner.commands")
    try folder.write("run inner.commands\n", to: "inside/outer.commands")
    try expect(
      "“\(command)” is not allowed in a replay",
      of: [
        "def thief { \(command) stolen }; thief", "def thief file { \(command) $file }; thief stolen",
        "if true { \(command) stolen }", "repeat 1 { \(command) stolen }",
        "let n = 1; while n > 0 { let n = 0; \(command) stolen }", "for n in (1, 2) { \(command) stolen }",
        "after 1 { \(command) stolen }; tick", "after 1 { after 1 { \(command) stolen } }; tick 2",
        "every 1 { \(command) stolen }; tick", "cancel; print 1; \(command) stolen",
        "let file = \"stolen\"; \(command) $file",
      ])
    try expect(
      "the file “outer.commands” failed", of: ["run outer.commands", "def go { run outer.commands }; go"])
  }

  @Test func `a command's name is neither a text nor a variable`() throws {
    try expect(
      "", of: ["\"save\" stolen", "$c stolen", "(save) stolen", "save\u{301} stolen", "SAVE stolen"])
  }

  @Test func `nothing in a scenario leaves the mode`() throws {
    try expect(
      "is not allowed in a replay",
      of: ["save stolen", "let save = 1; save stolen"])
    try expect("“save” is already a command", of: ["def save file { print $file }; save stolen"])
    try expect("there is no setting", of: ["set restricted false", "set files all"])
    let output = try replay("# restricted: false\n# allow: save\n> save stolen")
    #expect(output.contains("“save” is not allowed in a replay"))
  }

  @Test func `no program is started`() throws {
    try expect(
      "a program cannot be started here",
      of: [
        "feed -- sh -c \"echo x > stolen\"", "feed -- /bin/touch stolen",
        "let p = \"--\"; feed $p touch stolen",
        "def f { feed -- touch stolen }; f", "after 1 { feed -- touch stolen }; tick",
      ])
  }

  // MARK: Ways out

  static let waysOut = [
    "../outside/secret.commands", "./../outside/secret.jsonl", "sub/../../outside/secret.commands",
    "../inside/../outside/secret.commands", "file", "chain", "folder/secret.commands", "folder/secret.jsonl",
    "up/outside/secret.commands", "up/inside/up/outside/secret.commands", "up/inside/own.commands",
    "/etc/hostname", "//etc/hostname",
    "/proc/self/cwd/outside/secret.commands", "..", "/",
  ]

  @Test(arguments: waysOut, ["run", "feed"])
  func `no path is outside the scenario's folder`(path: String, command: String) throws {
    try expect(
      "is outside the scenario's folder",
      of: [
        "\(command) \(path)", "\(command) \"\(path)\"", "let path = \"\(path)\"; \(command) $path",
        "\(command) (\"\(path)\" + \"\")", "def go p { \(command) $p }; go \"\(path)\"",
        "after 1 { \(command) \"\(path)\" }; tick", "if true { \(command) \"\(path)\" }",
      ])
  }

  @Test func `an absolute path to the outside is refused, whether it is there or not`() throws {
    try expect(
      "is outside the scenario's folder",
      of: ["run \(folder["outside/secret.commands"])", "run \(folder["outside/nowhere.commands"])"])
  }

  @Test func `a path written with escapes is the path it means`() throws {
    try expect("is outside the scenario's folder", of: [#"run "\u{2E}.\u{2F}outside/secret.commands""#])
    // The system would end the path at the NUL byte.
    try expect("there is no file", of: [#"run "own.commands\u{0}""#, #"run "file\u{0}.commands""#])
  }

  @Test func `a file that runs files leads no further`() throws {
    let output = try replay("> run runs.commands\n> run runs-deeper.commands")
    #expect(output.contains("is outside the scenario's folder"))
    #expect(output.contains("the file “runs-deeper.commands” failed"))
  }

  @Test func `a script inside the folder is run`() throws {
    for path in ["own.commands", "./own.commands", folder["inside/own.commands"]] {
      #expect(try replay("> run \(path)").contains("🙂 Own"), "\(path)")
    }
  }

  // MARK: The runner's own reading

  @Test(arguments: ["../outside/secret.scenario", "folder/secret.scenario", "up/outside/secret.scenario"])
  func `a shared beginning lies in the folder that is replayed`(path: String) throws {
    try folder.write("# uses: \(path)\n> units\n", to: "inside/try.scenario")
    let ending = try BuiltProgram("warroom", folder: folder).run("replay", "inside")
    #expect(ending.status == 1)
    let shown = path.hasPrefix("../") ? String(path.dropFirst(3)) : "inside/\(path)"
    #expect(ending.output.contains("inside/try.scenario:1: “\(shown)” is outside the replayed folder"))
    #expect(!ending.output.contains("Secret  "))
  }

  @Test func `a shared beginning is not found from the root`() throws {
    try folder.write("# uses: \(folder["outside/secret.scenario"])\n> units\n", to: "inside/try.scenario")
    let ending = try BuiltProgram("warroom", folder: folder).run("replay", "inside")
    #expect(ending.status == 1)
    #expect(ending.output.contains("is outside the replayed folder"))
    #expect(!ending.output.contains("Secret  "))
  }

  @Test func `a link is neither read, nor rewritten, where it leads out`() throws {
    folder.link("inside/alias.scenario", to: "../outside/secret.scenario")
    let before = try folder.contents()
    for arguments in [["replay", "inside"], ["replay", "inside", "--bless"]] {
      let ending = try BuiltProgram("warroom", folder: folder).run(arguments)
      #expect(ending.status == 2)
      #expect(ending.output.contains("FAILED  inside/alias.scenario"))
      #expect(!ending.output.contains("Secret"))
    }
    #expect(try folder.contents() == before)
  }

  @Test func `a folder is not searched over links`() throws {
    let ending = try BuiltProgram("warroom", folder: folder).run(["replay", "inside"])
    #expect(ending.status == 2)
    #expect(ending.errors == "error: no “*.scenario” file was found\n")
  }
}
