import CommandLanguage
import Testing

/// What a session notes of its use.
@Suite struct UsageTests {
  private func noted(_ lines: String...) -> CommandUsage {
    let trial = Trial()
    trial.session.noteUsage()
    for line in lines { _ = trial.session.run(line) }
    return trial.session.usage
  }

  @Test func `only a session that was requested to do so notes anything`() {
    let trial = Trial()
    _ = trial.session.run("print 1")
    #expect(trial.session.usage == CommandUsage())
  }

  @Test func `the usage lists the commands, options and limits that are declared`() {
    let all = CommandTable.shed.usage { $0.name != "save" }
    #expect(all.commands.contains("box") && !all.commands.contains("save"))
    #expect(all.refused == ["save"])
    #expect(all.options.contains("box [size=SIZE]") && all.options.contains("help [TOPIC]"))
    #expect(!all.options.contains("box NAME"))
    #expect(all.limits.contains("steps") && all.limits.contains("frames"))
  }

  @Test func `a command counts when it succeeds`() {
    #expect(noted("box A; box A", "paint B blue", "expect 1 == 2").commands == ["box"])
    #expect(noted("def twice { box A }; twice").commands == ["box"])
    #expect(noted("quit").commands == ["quit"])
  }

  @Test func `options and other parts count one by one`() {
    #expect(noted("box A").options == [])
    #expect(noted("box A colour=blue").options == ["box [colour=COLOUR]"])
    #expect(
      noted("box A colour=blue", "box B size=2").options == ["box [size=SIZE]", "box [colour=COLOUR]"])
    #expect(noted("box A size=2 colour=pink").options == [])
    #expect(noted("help", "set").options == [])
    #expect(noted("help print").options == ["help [TOPIC]"])
  }

  @Test func `a refused command is recorded as refused`() {
    let trial = Trial()
    trial.session.restrict(in: "a test") { $0.name != "box" }
    trial.session.noteUsage()
    _ = trial.session.run("box A; print 1")
    #expect(trial.session.usage.refused == ["box"])
    #expect(trial.session.usage.commands == [])
    _ = trial.session.run("print 1")
    #expect(trial.session.usage.commands == ["print"])
  }

  @Test func `a command is noted, and then forbidden, in either order`() {
    let trial = Trial()
    trial.session.noteUsage()
    trial.session.restrict(in: "a test") { $0.name != "box" }
    #expect(trial.session.run("box A").output.hasPrefix("error: “box” is not allowed in a test\n"))
    #expect(trial.session.run("box A").output.hasPrefix("error: “box” is not allowed in a test\n"))
  }

  @Test func `reached limits are noted, whichever setting set them`() {
    #expect(noted("print 1").limits == [])
    #expect(noted("set steps 9", "while true { }", "while true { }").limits == ["steps"])
    #expect(noted("set nesting 2", "print (((1)))").limits == ["nesting"])
    #expect(noted("set text 3", "print \"1234\"", "print \"12\" + 34").limits == ["text"])
    #expect(noted("set list 3", "print (1, 2) + (3, 4)").limits == ["list"])
  }

  @Test func `errors that were reported are noted by their kinds`() {
    #expect(noted("print 1").diagnostics == [])
    #expect(
      noted("print 1 / 0", "print 2 / 0", "paint A red").diagnostics == ["divisionByZero", "unknownObject"])
    #expect(noted("print +; print 1x").diagnostics == ["expected", "unexpected"])
  }

  @Test func `an error of the host's counts only when it is one of a known few, and a guard never does`() {
    #expect(noted("box A; box A", "fail").diagnostics == [])
    #expect(noted("print double(red)", "set light 5").diagnostics == ["notSmall", "noLight"])
    let all = CommandTable.shed.usage().diagnostics
    #expect(all.contains("divisionByZero") && !all.contains("unexplained"))
    #expect(all.suffix(2) == ["notSmall", "noLight"])
  }

  // MARK: The limit of the last line

  @Test(arguments: [
    ("steps", "while true { }"), ("output", "repeat 9 { print 1 }"), ("nesting", "print ((((((((1))))))))"),
    ("recursion", "def f { f }; f"), ("text", "print \"123456\""), ("name", "let abcdefgh = 1"),
    ("list", "print range(1, 9)"),
    ("variables", "let a = 1; let b = 2; let c = 3; let d = 4; let e = 5; let f = 6"),
    ("line", "print 1 + 1 + 1 + 1 + 1 + 1"),
  ])
  func `a session reports that its last line reached a limit`(limit: String, command: String) {
    let trial = Trial()
    _ = trial.session.run("set \(limit) \(limit == "line" ? 20 : 5)")
    #expect(trial.session.reachedLimit == nil)
    _ = trial.session.run(command)
    #expect(trial.session.reachedLimit == limit)
    _ = trial.session.run("1")
    #expect(trial.session.reachedLimit == nil)
  }

  @Test func `an error that is about no limit reaches none`() {
    let trial = Trial()
    for line in ["print 1 / 0", "box", "nothing", "print (", "set steps 0", "expect false"] {
      #expect(trial.session.run(line).outcome == .failed)
      #expect(trial.session.reachedLimit == nil, "\(line)")
    }
  }
}
