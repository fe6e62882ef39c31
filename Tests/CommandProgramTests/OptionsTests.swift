import ProgramOptions
import Scenarios
import Testing

@testable import CommandProgram

@Suite struct OptionsTests {
  private static let interface = ProgramInterface.make(
    program: "toy", version: "7.0", promptHelp: "TOY_HISTORY names a file.")

  private func read(_ words: [String]) -> CommandLineInterface<ProgramSettings>.Request {
    Self.interface.read(words.map { Array($0.utf8) }, ProgramSettings())
  }

  private func settings(_ words: String...) throws -> ProgramSettings {
    guard case .run(let settings) = read(words) else { throw Unexpected(words: words) }
    return settings
  }

  private func problem(_ words: String...) -> String? {
    guard case .misuse(let text) = read(words) else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }

  private func replay(_ words: String...) throws -> ProgramSettings {
    guard case .run(let settings) = read(["replay"] + words), settings.driver == .replay else {
      throw Unexpected(words: words)
    }
    return settings
  }

  private struct Unexpected: Error { var words: [String] }

  // MARK: What is asked for

  @Test func `without arguments the program starts the prompt`() throws {
    let settings = try settings()
    #expect(settings.driver == .prompt)
    #expect(settings.colour == .auto)
    #expect(settings.seed == nil)
    #expect(!settings.keepsGoing)
  }

  @Test func `one script runs, and all that follows is its own`() throws {
    let settings = try settings("run", "-k", "a", "-", "-k", "--", "--help")
    #expect(settings.keepsGoing)
    let arguments = ["-", "-k", "--", "--help"].map { Array($0.utf8) }
    #expect(settings.driver == .run(Script(source: .file("a"), arguments: arguments)))
    #expect(try self.settings("run", "-").driver == .run(.standardInput))
    #expect(try self.settings("run", "--", "-k").driver == .run(Script(source: .file("-k"))))
  }

  @Test func `a recording has one file`() throws {
    #expect(try settings("record", "a.scenario").driver == .record("a.scenario"))
    #expect(problem("record") == "toy: FILE is missing")
    #expect(problem("record", "a", "b") == "toy: “b” is one argument too many")
  }

  @Test func `paths are bytes`() throws {
    let path: [UInt8] = [0x61, 0xFF]
    let words = [Array("replay".utf8), Array("--root=".utf8) + path, path]
    guard case .run(let settings) = Self.interface.read(words, ProgramSettings()) else {
      throw Unexpected(words: [])
    }
    #expect(settings.replay.paths == [FilePath(bytes: path)])
    #expect(settings.replay.root == FilePath(bytes: path))
  }

  @Test func `a replay may continue with what is saved`() throws {
    #expect(try replay("-w").watches)
    #expect(try replay("--watch").watches)
    #expect(!(try replay().watches))
  }

  @Test func `options of a replay may be anywhere`() throws {
    let settings = try replay("--bless", "A", "-xj4", "--tag=slow", "-t", "!net", "B", "--shard", "2/3")
    #expect(settings.replay.paths == ["A", "B"])
    #expect(settings.replay.blessing == .all)
    #expect(settings.replay.stopsAtFirst)
    #expect(settings.jobs == 4)
    #expect(settings.replay.tags == ["slow", "!net"])
    #expect(settings.replay.shard == .init(index: 2, count: 3))
  }

  @Test func `reports are collected`() throws {
    let settings = try replay("--report", "tap", "--report=junit:out:1.xml")
    #expect(settings.replay.reports == [.init(.tap), .init(.junit, file: "out:1.xml")])
  }

  @Test func `a common option may also precede the command`() throws {
    let settings = try settings("--color", "never", "--seed=7", "replay", "--color=always")
    #expect(settings.driver == .replay)
    #expect(settings.colour == .always)
    #expect(settings.seed == 7)
    #expect(settings.replay.seed == 7)
  }

  @Test func `one reading leaves nothing behind for the next`() throws {
    #expect(problem("replay", "-x", "--bogus") != nil)
    #expect(try replay("A").replay.stopsAtFirst == false)
  }

  // MARK: What is wrong

  @Test(arguments: [
    (["ruin", "f"], "there is no command “ruin”, did you mean “run”?"),
    (["xyzzy"], "there is no command “xyzzy”"),
    (["f\u{1B}[2J"], "there is no command “f\\u{1B}[2J”"),
    (["help", "rply"], "there is no command “rply”, did you mean “replay”?"),
    (["--bogus"], "there is no option “--bogus”"),
    (["replay", "--blass"], "there is no option “--blass”, did you mean “--bless”?"),
    (["replay", "--blass=1"], "there is no option “--blass”, did you mean “--bless”?"),
    (["replay", "--bless=1"], "--bless takes no value"),
    (["replay", "--re"], "there is no option “--re”, did you mean “--repeat”, “--report” or “--review”?"),
    (["--stor", "a.db"], "there is no option “--stor”, did you mean “--store”?"),
    (["replay", "-q"], "there is no option “-q”"),
    (["replay", "-xq"], "there is no option “-q”"),
    (["replay", "--tag"], "--tag needs a value: TAG"),
    (["replay", "-t"], "--tag needs a value: TAG"),
    (["replay", "--new", ""], "--new needs the name of a file, not “”"),
    (["replay", "--new", "day/"], "--new needs the name of a file, not “day/”"),
    (["replay", "--jobs", "0"], "--jobs needs a whole number from 1 to 1024, not “0”"),
    (
      ["replay", "--jobs", "99999999999999999999"],
      "--jobs needs a whole number from 1 to 1024, not “99999999999999999999”"
    ),
    (["replay", "--shard", "3/2"], "--shard needs two numbers as in 1/3, not “3/2”"),
    (["replay", "--fail-under", "nan"], "--fail-under needs a number from 0 to 100, not “nan”"),
    (
      ["replay", "--report", "pdf"],
      "--report needs KIND or KIND:FILE with one of tap, junit, github, jsonl, events, html, not “pdf”"
    ),
    (["--color", "blue"], "--color needs auto, always or never, not “blue”"),
    (["--seed", "-1"], "--seed needs a whole number from 0 to 9223372036854775807, not “-1”"),
    (["run"], "FILE is missing"),
    (["store"], "an action is missing: “copy”, “migrate” or “accept”"),
    (["store", "frob"], "there is no action “frob”: choose copy, migrate or accept"),
    (["store", "migrat", "a.db"], "there is no action “migrat”, did you mean “migrate”?"),
    (["store", "copy", "a.db"], "“copy” takes FROM and TO"),
    (["explore", "mrege", "found"], "there is no action “mrege”, did you mean “merge”?"),
    (["explore", "north"], "there is no action “north”: choose merge"),
    (["record", "--bless", "f"], "there is no option “--bless” here; it is an option of “toy replay”"),
    (["--replay", "f"], "there is no option “--replay”; “replay” is a command, which has no dashes"),
    (["-c", "print 1"], "there is no option “-c” here; it is an option of “toy run”"),
  ])
  func `wrong usage is explained`(words: [String], text: String) {
    guard case .misuse(let message) = read(words) else {
      Issue.record("taken as right: \(words)")
      return
    }
    #expect(message.hasPrefix("toy: \(text)\nusage: toy "))
  }

  @Test func `wrong usage shows the usage of its command`() {
    guard case .misuse(let text) = read(["replay", "--blass"]) else {
      Issue.record("taken as right")
      return
    }
    #expect(
      text == """
        toy: there is no option “--blass”, did you mean “--bless”?
        usage: toy replay [OPTION…] [PATH…]
        see toy replay --help

        """)
  }

  // MARK: Help

  @Test(arguments: [["--help"], ["-h"], ["help"], ["--help", "nonsense"]])
  func `help of the program names every command`(words: [String]) {
    guard case .show(let text) = read(words) else {
      Issue.record("no help")
      return
    }
    #expect(text.hasPrefix("usage: toy [OPTION…] [FILE.scenario]\n       toy [OPTION…] COMMAND …\n"))
    for subcommand in Self.interface.subcommands {
      #expect(text.contains("\n  \(subcommand.name) \(subcommand.operands)"))
    }
    #expect(text.contains("\n      --seed N "))
  }

  @Test(arguments: interface.subcommands.map(\.name))
  func `help of a command names every option of it`(name: String) throws {
    guard case .show(let text) = read([name, "--help"]),
      case .show(let same) = read(["help", name])
    else {
      Issue.record("no help")
      return
    }
    #expect(text == same)
    let subcommand = try #require(Self.interface.subcommands.first { $0.name == name })
    for option in Self.interface.options(of: subcommand) where option.long != "generate" {
      #expect(text.contains(" --\(option.long)"), "\(option.long)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [["--version"], ["replay", "--version"], ["run", "--version"]])
  func `the version is printed by the program and each command`(words: [String]) {
    guard case .show(let text) = read(words) else {
      Issue.record("no version")
      return
    }
    #expect(text == "toy 7.0\n")
  }

  // MARK: The declarations themselves

  @Test(arguments: [""] + interface.subcommands.map(\.name))
  func `no option of a command is declared twice`(name: String) throws {
    let subcommand = try #require(
      ([Self.interface.main] + Self.interface.subcommands).first { $0.name == name })
    let longs = Self.interface.options(of: subcommand).map(\.long)
    let shorts = Self.interface.options(of: subcommand).compactMap(\.short)
    #expect(Set(longs).count == longs.count)
    #expect(Set(shorts).count == shorts.count)
    #expect(shorts.allSatisfy { $0.isASCII && $0.properties.isAlphabetic })
  }

  @Test func `a replayed scenario has a minute unless another time is set`() throws {
    #expect(try replay().replay.timeoutMilliseconds == 60_000)
    #expect(try replay("--timeout", "5").replay.timeoutMilliseconds == 5_000)
    #expect(try replay("--timeout=off").replay.timeoutMilliseconds == nil)
    #expect(try replay("--timeout", "5m").replay.timeoutMilliseconds == 300_000)
    for text in ["0", "1000001", "+5", "5 m", "m", "none", ""] {
      let problem = problem("replay", "--timeout=\(text)")
      #expect(problem?.contains("a time such as 30s, 5m or 1h, or “off”") == true)
    }
  }
}
