import CommandLanguage
import Testing

@Suite struct LimitTests {
  /// The first line of what `command` prints once `set SETTING VALUE` has been run.
  private func firstLine(_ setting: String, _ value: Int, _ command: String) -> String {
    let trial = Trial()
    #expect(trial("set \(setting) \(value)") == "")
    let output = trial(command)
    // The session goes on, and the counters start anew.
    #expect(trial("print 1") == "1\n")
    return String(output.prefix { $0 != "\n" })
  }

  @Test(arguments: [
    ("while true { }", "steps"), ("while true { print 1 }", "steps"), ("repeat 1000000000 { }", "steps"),
    ("for i in range(1, 100000) { }", "steps"), ("def f { f }; repeat 9 { while true { } }", "steps"),
  ])
  func `steps end what would never end`(command: String, setting: String) {
    let output = Trial()("set steps 5000", command)
    #expect(output.contains("error: a line may take at most 5000 steps\n"))
    #expect(output.hasSuffix("  note: the limit is the setting “steps”\n"))
  }

  @Test func `steps are counted again for each line`() {
    let trial = Trial()
    _ = trial("set steps 1500")
    for _ in 0..<3 { #expect(trial("repeat 600 { let i = 1 }") == "") }
    #expect(trial("repeat 900 { let i = 1 }").hasPrefix("error: a line may take at most 1500 steps\n"))
  }

  @Test func `nesting is bounded in blocks, brackets and signs`() {
    let deep = 10_000
    for text in [
      String(repeating: "if true { ", count: deep), "print " + String(repeating: "(", count: deep),
      "print " + String(repeating: "- ", count: deep) + "1",
      "print " + String(repeating: "not ", count: deep) + "true",
      "print " + String(repeating: "[", count: deep), "print " + String(repeating: "abs(", count: deep),
    ] {
      #expect(Trial()(text).hasPrefix("error: the nesting is deeper than 100 levels\n"))
    }
    #expect(firstLine("nesting", 3, "print ((((1))))") == "error: the nesting is deeper than 3 levels")
    #expect(firstLine("nesting", 3, "print (1)") == "1")
  }

  @Test func `a long chain of operators, properties or branches is not nesting`() {
    let sum = Array(repeating: "1", count: 20_000).joined(separator: " + ")
    #expect(Trial()("print \(sum)") == "20000\n")
    let branches = Array(repeating: "if false { } else ", count: 20_000).joined()
    #expect(Trial()("\(branches) if true { print 5 }") == "5\n")
    #expect(Trial()("print house" + String(repeating: ".front", count: 1)) == "front\n")
    #expect(Trial()("print true" + String(repeating: " and true", count: 20_000)) == "true\n")
  }

  @Test func `recursion is bounded`() {
    #expect(firstLine("recursion", 20, "def f { f }; f") == "error: calls are nested deeper than 20 levels")
    #expect(
      firstLine("recursion", 20, "def f { g }; def g { f }; g")
        == "error: calls are nested deeper than 20 levels")
    // Whatever the settings, what runs at once fits the stack.
    let (begin, end) = (String(repeating: "if true { ", count: 40), String(repeating: " }", count: 40))
    let output = Trial()(
      "set recursion 500; set nesting 200", "def f { \(begin)print (((((abs(1)))))); f\(end) }; f")
    #expect(output.contains("are nested deeper than the stack allows\n"))
  }

  @Test func `a kept block that keeps and runs itself comes to an end`() {
    #expect(Trial()("keep { again }", "again").hasPrefix("error: "))
  }

  @Test func `names, texts, lists, variables and lines are bounded`() {
    #expect(firstLine("name", 4, "let hello = 1") == "error: a name may have at most 4 bytes; this one has 5")
    #expect(firstLine("name", 4, "box Hello") == "error: a name may have at most 4 bytes; this one has 5")
    #expect(
      firstLine("name", 9, "print abcdefghij") == "error: a name may have at most 9 bytes; this one has 10")
    #expect(
      firstLine("text", 8, "print \"123456789\"") == "error: a text may have at most 8 bytes; this one has 9")
    #expect(
      firstLine("text", 20, "let t = \"12345678\"; while true { let t = t + t }")
        == "error: a text may have at most 20 bytes; this one has 32")
    #expect(
      firstLine("list", 10, "let l = (1, 2, 3); while true { let l = l + l }")
        == "error: a list may have at most 10 elements")
    #expect(firstLine("list", 10, "print range(1, 11)") == "error: a list may have at most 10 elements")
    #expect(
      firstLine("variables", 2, "let a = 1; let b = 1; let c = 1")
        == "error: there may be at most 2 variables, and as many definitions")
    #expect(
      firstLine("variables", 2, "def a { }; def b { }; def c { }")
        == "error: there may be at most 2 variables, and as many definitions"
    )
    #expect(
      firstLine("line", 20, "print 1 + 1 + 1 + 1 + 1")
        == "error: a command line may have at most 20 bytes; this one has 23")
  }

  @Test(arguments: [
    "let t = \"0123456789abcdef\"; repeat 11 { let t = t + t }; while true { let u = t + \"x\" }",
    "let l = range(1, 50000); while true { let m = l + l }",
    "let t = join(range(1, 9000), \"-\"); while true { print length(t) }",
    "let t = join(range(1, 9000), \"-\"); while true { let b = \"x\" in t }",
  ])
  func `work on long texts and lists counts as more than one step`(command: String) {
    let trial = Trial()
    _ = trial("set steps 20000")
    #expect(trial(command).contains("error: a line may take at most 20000 steps\n"))
  }

  @Test func `lists do not hold lists, so that none is too deep to be freed`() {
    #expect(Trial()("let l = []; while true { let l = [l] }").hasPrefix("error: a list cannot hold a list\n"))
  }

  @Test func `the errors of one text are bounded`() {
    let output = Trial()(String(repeating: ") ;", count: 20_000))
    #expect(output.split(separator: "\n").count { $0.hasPrefix("error: ") } == 1_000)
    #expect(output.contains("error: there are more errors after this one\n"))
  }

  @Test func `output is bounded, and what is over is dropped`() {
    let trial = Trial()
    _ = trial("set output 10")
    #expect(
      trial("repeat 100 { print 123 }") == """
        123
        123
        error: a line may print at most 10 bytes
          repeat 100 { print 123 }
                       ^~~~~~~~~
          note: the limit is the setting “output”

        """)
    #expect(trial("print 12345678") == "12345678\n")
  }

  @Test func `a setting is shown, changed, and kept within its bounds`() {
    let trial = Trial()
    #expect(trial("set steps", "set steps 5", "set steps") == "steps 10000000\nsteps 5\n")
    #expect(
      trial("set nesting 100000") == """
        error: the limit “nesting” must be a number from 1 to 200
          set nesting 100000
                      ^~~~~~

        """)
    // A shorter line could not set it again.
    #expect(trial("set line 19").hasPrefix("error: the limit “line” must be a number from 20 to "))
    #expect(trial("set steps 0").hasPrefix("error: the limit “steps” must be a number from 1 to "))
    #expect(trial("set stps 5").hasSuffix("      ^~~~  did you mean “steps”?\n"))
    #expect(
      trial("set light on", "set light", "set light dim").hasPrefix(
        "light true\nerror: the light is on or off\n"))
    #expect(trial("set").contains("\nrecursion  "))
    #expect(trial("set").hasSuffix("whether it is lit\n"))
    #expect(trial.session.interpreter.limits.steps == 5)
  }

  @Test func `an interruption ends the line with a diagnostic, and only that line`() {
    let trial = Trial()
    var polls = 0
    trial.session.isInterrupted = {
      polls += 1
      return polls == 3
    }
    #expect(
      trial("while true { }") == """
        error: interrupted
          while true { }
          ^~~~~~~~~~~~~~

        """)
    #expect(polls == 3)
    #expect(trial("repeat 2000 { }; print 1") == "1\n")
  }

  @Test func `no limit can be caught by try, and help explains it`() {
    let trial = Trial()
    #expect(
      trial("set steps 100", "try { while true { } } else { print 1 }").hasPrefix(
        "error: a line may take at most 100 steps\n"))
    #expect(
      trial("set list 3", "try { print range(1, 9) } else { print 1 }").hasPrefix(
        "error: a list may have at most 3 elements\n"))
    #expect(trial("help try").contains("reaching a limit ends the line"))
    #expect(trial("help reached").contains("“try” does not catch it"))
  }
}
