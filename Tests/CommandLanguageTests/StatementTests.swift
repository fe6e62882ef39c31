import TestSupport
import Testing

@testable import CommandLanguage

@Suite struct StatementTests {
  @Test(arguments: [
    ("let x = 2; print x * 3", "6\n"),
    ("let x = 2; let x = x + 1; print $x", "3\n"),
    ("if 1 < 2 { print 1 } else { print 2 }", "1\n"),
    ("if 1 > 2 { print 1 } else if true { print 2 } else { print 3 }", "2\n"),
    ("if false { print 1 } else if false { print 2 } else { print 3 }", "3\n"),
    ("if false { print 1 }", ""),
    ("repeat 3 { print 0 }", "0\n0\n0\n"),
    ("let i = 0; while i < 3 { let i = i + 1; print i }", "1\n2\n3\n"),
    ("for i in range(1, 3) { print i }", "1\n2\n3\n"),
    ("let sum = 0; for i in (1, 2, 3) { let sum = sum + i }; print sum", "6\n"),
    ("def twice n { print n * 2 }; twice 4; twice (1 + 1)", "8\n4\n"),
    ("let n = 1; def set-it { let n = 5; print n }; set-it; print n", "5\n1\n"),
    ("def f n { if n > 0 { print n; f (n - 1) } }; f 2", "2\n1\n"),
    ("for i in (1, 2) { for j in (3, 4) { print i * j } }", "3\n4\n6\n8\n"),
    ("print 1 # a comment; print 2", "1\n"),
    (";;\n\n  print 1 ;", "1\n"),
    ("if true {\n  print 1\n} else {\n  print 2\n}", "1\n"),
    ("print 1\r\nprint 2\r\n", "1\n2\n"),
    ("def f { let a = 1; repeat 2 { let a = a + 1 }; print a }; f", "3\n"),
    ("print \"a # b ; c }\"", "a # b ; c }\n"),
  ])
  func `statements run as written`(text: String, output: String) {
    #expect(Trial()(text) == output)
  }

  @Test func `a word given to a defined command is a text, a number, or the object of that name`() {
    let trial = Trial()
    _ = trial("box A size=7", "def show who n { print $who.size + n, who }")
    #expect(trial("show A 3") == "10 A\n")
    #expect(trial("for b in boxes { show $b 1 }") == "8 A\n")
  }

  @Test func `after an error the rest of the line is dropped and the session continues`() {
    let trial = Trial()
    #expect(
      trial("print 1; paint B red; print 2", "print 3") == """
        1
        error: there is no box “B”
          print 1; paint B red; print 2
                         ^
        3

        """)
    #expect(trial.outcome("paint B red") == .failed)
    #expect(trial.outcome("print 1") == .done)
    #expect(trial.outcome("quit; print 1") == .quit)
  }

  @Test func `variables of a loop and of a definition end with them`() {
    let trial = Trial()
    _ = trial("for i in (1, 2) { print i }", "def f n { print n }", "f 1")
    #expect(trial("print $i").hasPrefix("error: there is no variable “$i”\n"))
    #expect(trial("print $n").hasPrefix("error: there is no variable “$n”\n"))
    // Also when an error ends them.
    _ = trial("for i in (1, 2) { paint B red }", "def g n { paint B red }; g 1")
    #expect(trial("print $i").hasPrefix("error: there is no variable “$i”\n"))
    #expect(trial("print $n").hasPrefix("error: there is no variable “$n”\n"))
  }

  @Test(arguments: [
    ("def f { for i in (1, 2) { let k = i }; print i, k }; let k = 9; let i = 8; f", "8 9\n"),
    ("def f { repeat 2 { let k = 1 }; print k }; let k = 9; f", "9\n"),
    ("def f { let n = 0; while n < 2 { let n = n + 1; let k = n }; print n, k }; let k = 9; f", "2 9\n"),
    ("def f { for i in (1, 2) { let n = n + i; print n }; print n }; let n = 5; f", "6\n7\n5\n"),
    ("def f { try { print 1 / 0 } else p { let k = p }; print k }; f", "division by zero\n"),
  ])
  func `variables of a loop's body in a definition end with the round`(text: String, output: String) {
    #expect(Trial()(text) == output)
  }

  @Test func `a round of a loop in a definition begins without what the one before made`() {
    let trial = Trial()
    let text = "def f { for i in (1, 2) { if i == 1 { let k = 10 } else { print k } } }; f"
    #expect(trial(text).hasPrefix("error: nothing is called “k”\n"))
    // Also when the round before was left by an error.
    #expect(
      trial(
        "def g { for i in (1, 2) { try { repeat 1 { if i == 1 { let k = 10; print 1 / 0 }; print k } } } }; g"
      )
        == "")
  }

  @Test func `every syntax error of a text is reported, and nothing of it runs`() {
    #expect(
      Trial()("print 1\nlet = 2\nif true {\n  print 3 4\n  print 5\n  repeat { }\n}\nprint 6 )") == """
        error: a name is expected here, not “=”
          2 | let = 2
                  ^
          note: usage: let NAME = EXPRESSION
        error: unexpected “4”
          4 |   print 3 4
                        ^
        error: a value is expected here, not “{”
          6 |   repeat { }
                       ^
        error: unexpected “)”
          8 | print 6 )
                      ^

        """)
  }

  @Test func `an error inside a definition names the place of the call`() {
    let trial = Trial()
    _ = trial("def f b { paint $b red }", "def g b { f $b }")
    #expect(
      trial("g X") == """
        error: there is no box “X”
          def f b { paint $b red }
                          ^~
          note: in “f”
          note: in “g”

        """)
  }

  @Test func `bytes that are not UTF-8 are a diagnostic`() {
    let session = Trial().session
    var output: [UInt8] = []
    let outcome = session.run(([0x73, 0x61, 0x79, 0x20, 0xC3, 0x28] as [UInt8]).span, into: &output)
    #expect(outcome == .failed)
    #expect(String(decoding: output, as: UTF8.self).hasPrefix("error: this is not valid UTF-8\n"))
  }

  @Test(arguments: [
    ("print 1", Completeness.complete), ("if true {", .open), ("if true {\n print 1\n}", .complete),
    ("print (1,", .open), ("print \"a", .complete), ("print \"\\(\"", .complete),
    ("repeat 2 { print \"{", .open),
    ("print \"{\"", .complete), ("print 1 # {", .complete),
    ("", .complete), ("repeat 2 { if true { }", .open), ("let = 3", .complete), ("keep {", .open),
  ])
  func `a text is open as long as a block or bracket is, and a string ends with its line`(
    text: String, expected: Completeness
  ) {
    #expect(Trial().session.completeness(of: Array(text.utf8).span) == expected)
  }

  @Test func `random programs of loops, conditions and failures compute what a model computes`() {
    var random = SplitMix(7)
    var words: Set<String> = []
    for _ in 0..<400 {
      let program = RandomProgram(setting: "n", TrialChoices { random.below($0) })
      #expect(Trial()("\(program.text); print n") == "\(program.result)\n", "\(program.text)")
      words.formUnion(program.text.split { !$0.isLetter }.map(String.init))
    }
    #expect(words.isSuperset(of: ["repeat", "for", "if", "else", "try", "break", "continue"]))
  }

  @Test func `random expressions have the values that a model computes`() {
    var random = SplitMix(7)
    var words: Set<String> = []
    for _ in 0..<1_000 {
      let expression = RandomExpression(variables: ["x"], TrialChoices { random.below($0) })
      #expect(
        Trial()("let x = 3; print \(expression.text)") == "\(expression.value(["x": 3]))\n",
        "\(expression.text)")
      words.formUnion(expression.text.split { !$0.isLetter }.map(String.init))
    }
    #expect(
      words.isSuperset(of: [
        "x", "sum", "range", "distinct", "for", "where", "in", "and", "not", "join", "trim",
      ]))
  }
}
