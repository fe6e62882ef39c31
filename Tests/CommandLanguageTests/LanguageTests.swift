import Prompting
import Testing

@testable import CommandLanguage

/// What the language can say, one claim a line.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("def twice n { return n * 2 }; print twice(4) + 1", "9\n"),
    ("def sign n { if n < 0 { return -1 }; return 1 }; print sign(-5), sign(5)", "-1 1\n"),
    ("def f n { if n == 0 { return 0 }; return n + f(n - 1) }; print f(10)", "55\n"),
    ("for n in range(1, 9) { if n == 2 { continue }; if n > 3 { break }; print n }", "1\n3\n"),
    ("let n = 0; while true { let n = n + 1; if n == 4 { break } }; print n", "4\n"),
    ("repeat 3 { repeat 3 { break }; print 1 }", "1\n1\n1\n"),
    ("def f { for n in (1, 2) { return n } }; print f()", "1\n"),
    ("try { paint B red } else why { print why }", "there is no box “B”\n"),
    ("try { print 1 / 0 }; print 2", "2\n"), ("try { print 1 } else { print 2 }", "1\n"),
    ("let n = 1; def more { outer n = n + 1 }; more; more; print n", "3\n"),
    ("print \"a\" in (1, \"a\"); print 2 in (1, \"a\")", "true\nfalse\n"),
    ("print -9223372036854775808 % -1", "0\n"),
    ("def g { let y = 1; outer y = 2 }; try { g } else why { print why }", "there is no variable “$y”\n"),
    ("print (7, 8, 9)[0], [7, 8][-1], \"né🙂\"[2]", "7 8 🙂\n"),
    ("print range(1, 5)[1:3], range(1, 5)[3:], range(1, 5)[:-3], \"hello\"[1:3]", "2, 3 4, 5 1, 2 el\n"),
    ("print 1.5 + 1, 7 / 2, 7 / 2.0, 0.1 + 0.2, 1e3, 2.0", "2.5 3 3.5 0.30000000000000004 1000.0 2.0\n"),
    (
      "print 7.5 % 2, -7.5 % 2, 1 == 1.0, 1 < 1.5, 9007199254740993 < 9007199254740992.0",
      "1.5 -1.5 true true false\n"
    ),
    ("let who = \"A\"; print \"\\(who) is \\(1 + 1) and \\(upper(\"b\"))\"", "A is 2 and B\n"),
    ("print split(\"a-b--c\", \"-\"), count(split(\"abc\", \"\"))", "a, b, , c 3\n"),
    ("print upper(\"né\"), lower(\"NÉ\"), trim(\"  a b \") + \"|\"", "NÉ né a b|\n"),
    (
      "print replace(\"a-b-c\", \"-\", \"+\"), contains(\"hello\", \"ell\"), contains((1, 2), 3)",
      "a+b+c true false\n"
    ),
    (
      "print starts(\"hello\", \"he\"), ends(\"hello\", \"lo\"), ends(\"lo\", \"hello\")", "true true false\n"
    ),
    (
      "print avg((1, 2)), avg([]), distinct((1, 2, 1.0)), sort((3, 1, 2)), reverse((1, 2))",
      "1.5 none 1, 2 1, 2, 3 2, 1\n"
    ),
    ("print avg((9223372036854775807, 1)) > 4000000000000000000", "true\n"),
    ("print avg([1s, 2s]), avg([-1s, -2s]), avg([300000000000d1s])", "2s -2s 300000000000d1s\n"),
    ("print avg([106751991167300d, 106751991167300d])", "106751991167300d\n"),
    ("print round(-9223372036854775808.0)", "-9223372036854775808\n"),
    ("print round(2.5), round(-2.5), round(2.345, 2), round(7)", "3 -3 2.35 7\n"),
    ("print round(2.675, 2), round(1.005, 2), round(-1.115, 2), round(0.285, 2)", "2.68 1.01 -1.12 0.29\n"),
    ("print round(9.995, 2), round(99.5, 0), round(-0.04, 1), round(0.05, 1)", "10.0 100.0 0.0 0.1\n"),
    (
      "print round(0.00001, 3), round(0.000097, 5), round(10000000000000000000.5, 2), round(1.5, 99)",
      "0.0 0.0001 1e+19 1.5\n"
    ),
    ("print [n * n for n in range(1, 3)], [1 for n in []]", "1, 4, 9 \n"),
    ("let n = 9; print [n * 2 for n in (3, 1, 2) where n > 1 by n]", "4, 6\n"),
    ("print [n for n in (3, 1, 2) where it > 1 and count((1, 2) where it > 1) == 1 by $n desc]", "3, 2\n"),
    ("print (5, 1, 3) where it > 1 by it desc limit 1, (3, 1) by it", "5 1, 3\n"),
    (
      "print round(3.0452175340939e+16, 2), round(4503599627370497.5, 0)",
      "3.0452175340939e+16 4503599627370498.0\n"
    ),
    ("print any\n(1, 2), (2, 1) limit\n1", "true 2\n"),
    ("print 1 +\n 2, 3 *\n\n 4", "3 12\n"), ("let x =\n  (1 +\n 2)\nprint x", "3\n"),
    ("print \"\"\"\n  two\n    lines\n  \"\"\"", "two\\n  lines\n"),
    ("if 1 > 2 {\n print 1\n}\nelse {\n print 2\n}", "2\n"),
    ("let n = 1; vars; unset n; vars", "n = 1\nno variables\n"),
    ("defs; def f a { }; defs", "no definitions\nf A\n"),
    ("say a=b; say 007", "a=b\n007\n"),
    ("def f n { print n + 1 }; f 1_000; f 007; f 1.5", "1001\n0071\n2.5\n"),
    ("def f n { print count(n) }; f [1, 2]; let l = (7, 8); f $l[0:1]", "2\n1\n"),
    ("say (1, 2)[1]; say [4, 5][0]; say ([4, 5, 6] where it > 4)[0:1][0]", "2\n4\n5\n"),
    ("print 3#{\nprint 4", "3\n4\n"), ("\u{FEFF}print 1", "1\n"),
    (
      "print \"\u{212B}\" == \"A\u{30A}\", \"\u{E9}\" == \"e\u{301}\", \"\u{E9}\" < \"f\"",
      "true true false\n"
    ),
    (
      "print contains(\"caf\u{E9}s\", \"e\u{301}\"), contains(\"cafe\u{301}\", \"e\"), \"\u{E9}\" in \"e\u{301}\"",
      "true false true\n"
    ),
    (
      "print starts(\"\u{E9}t\u{E9}\", \"e\u{301}\"), ends(\"\u{E9}te\u{301}\", \"\u{E9}\")", "true true\n"
    ),
    (
      "print split(\"a\u{E9}b\", \"e\u{301}\"), replace(\"a\u{E9}b\", \"e\u{301}\", \"-\")", "a, b a-b\n"
    ),
    ("print 007 + 1, number(\"1_0\"), number(\"1_\"), -0_1", "8 10 none -1\n"),
    ("say 1_000; say \"1_000\"", "1_000\n1_000\n"),
    ("print \"\"\"\n  one \\(1 + 1)\n    three \\(3),\n\n  four\n  \"\"\"", "one 2\\n  three 3,\\n\\nfour\n"),
    ("print \"\"\"\n\t\\(1)\n\t\\(2)\n\t\"\"\"", "1\\n2\n"), ("print \"\"\"a\n  \\(1)\"\"\"", "a\\n  1\n"),
    ("print \"\"\"\n\\(1)\"\"\"", "\\n1\n"),
    ("print \"\"\"\n  \\(\"\"\"\n    in\n    \"\"\")\n  \"\"\"", "in\n"),
  ])
  func `a text does what it describes`(text: String, output: String) {
    #expect(Trial()(text) == output)
  }

  @Test(arguments: [
    ("count(boxes)", "1\n"), ("first(boxes).size", "3\n"), ("A.size + 1", "4\n"), ("boxes.size", "3\n"),
    ("boxes[0].colour", "red\n"), ("[1, 2]", "1\n2\n"), ("[1, 2] --json", "1\n2\n"), ("(1 + 1) * 2", "4\n"),
    ("3 < 4 and true", "true\n"), ("\"a b\"", "a b\n"), ("let n = 5; $n", "5\n"),
    ("range(1, 3) where it > 1", "2\n3\n"), ("if true { A.size }", "3\n"), ("`A`.size", "3\n"),
  ])
  func `an expression on a line of its own shows its value`(text: String, output: String) {
    #expect(Trial()("box A size=3; \(text)") == output)
  }

  @Test func `a name means an object until a variable of the name is set`() {
    let text = "box A size=3; print A.size; if false { let A = 1 }; print A.size; let A = 5; print A"
    #expect(Trial()(text) == "3\n3\n5\n")
  }

  @Test(arguments: [
    // Composed and decomposed; by bytes `e` with a mark behind it would come before `f`.
    ("print \"\u{E9}\" < \"f\", \"e\u{301}\" < \"f\"", "false false\n"),
    ("print \"z\" < \"e\u{301}\", \"Z\" < \"a\", \"e\u{301}\" <= \"\u{E9}\"", "true true true\n"),
    ("print (\"e\u{301}b\", \"\u{E9}a\", \"z\") by it", "z, \u{E9}a, e\u{301}b\n"),
  ])
  func `texts are equal and ordered whatever way their accents are written`(text: String, output: String) {
    #expect(Array(Trial()(text).unicodeScalars) == Array(output.unicodeScalars))
  }

  @Test(arguments: [
    ("let g = 4; def f n { if n > 5 { let g = 7 }; print g, $g, \"\\(g)\" }; f 3; f 6", "4 4 4\n7 7 7\n"),
    (
      "let g = 4; def f n { if n > 5 { let g = 7 }; let g = g + 1; return g }; print f(3), f(6), g", "5 8 4\n"
    ),
    (
      "let g = 1; def f n { if n > 5 { let g = 2 }; return count((1, 2, 3) where it > g) }; print f(3), f(6)",
      "2 1\n"
    ),
    ("let g = 4; def f { try { if false { let g = 7 }; return g } else { return 0 } }; print f()", "4\n"),
  ])
  func `a local variable that was not set leaves its name to the global one`(text: String, output: String) {
    #expect(Trial()(text) == output)
  }

  @Test func `a name that no variable has is unknown, also if a definition might set it`() {
    let output = Trial()("def f n { if n > 5 { let g = 7 }; print g }; f 3")
    #expect(output.hasPrefix("error: nothing is called “g”\n"), "\(output)")
  }

  @Test(arguments: [
    ("n() == 2", 1, ["n() is 1"]), ("not (n() == 1 and n() == 2)", 2, ["n() is 1", "n() is 2"]),
    ("n() == 1 and n() + 1 == 4", 2, ["n() + 1 is 3"]), ("(n()) > 1 or false", 1, ["n() is 1"]),
    ("(n() == 2) == (n() == 2)", 2, ["n() == 2 is false", "n() == 2 is true"]),
    ("not any (1, 2) where it > k()", 2, ["any (1, 2) where it > k() is true"]),
  ])
  func `an expectation computes each of its parts once, whatever its definitions do`(
    condition: String, calls: Int, sides: [String]
  ) {
    let output = Trial()(
      """
      let c = 0
      def n { outer c = c + 1; print "called"; return c }
      def k { print "called"; return 1 }
      expect \(condition)
      """)
    #expect(output.split(separator: "\n").count { $0 == "called" } == calls, "\(output)")
    for side in sides { #expect(output.contains("note: \(side)\n"), "\(output)") }
  }

  @Test func `an expectation that is no condition calls its definition once`() {
    let output = Trial()("def n { print \"called\"; return 1 }; expect n()")
    #expect(output.hasPrefix("called\nerror: "), "\(output)")
  }

  @Test func `a selection is a statement that prints a table of the kind's properties`() {
    let trial = Trial()
    _ = trial("box A size=3", "box Boris size=1 colour=blue")
    #expect(
      trial("boxes where size < 9 by size") == """
        name   size  colour
        Boris  1     blue
        A      3     red

        """)
    #expect(trial("let l = (3, 1)", "l by it") == "1\n3\n")
    #expect(trial("print $l[0], [b.size for b in boxes where size > 1]") == "3 3\n")
    #expect(trial("def show b { print $b.size }; show A; let b = A; say $b.size") == "3\n3\n")
  }

  @Test func `a name that is not a single word is written in backquotes`() {
    let trial = Trial()
    trial.shed.boxes = [Box(name: "a-b", size: 4, colour: "red"), Box(name: "c d", size: 5, colour: "red")]
    #expect(trial("print `a-b`.size, `c d`.size") == "4 5\n")
    let found = trial.session.completions(of: Array("print a".utf8).span, at: 7)
    #expect(found.candidates.contains { $0.text == "`a-b`" })
  }

  @Test func `an else at the beginning of a text continues the preceding if`() {
    let trial = Trial()
    #expect(trial("if 1 > 2 { print 1 }", "else { print 2 }") == "2\n")
    #expect(trial("if 1 < 2 { print 1 }", "else if true { print 2 }", "else { print 3 }") == "1\n")
    #expect(trial("if 1 > 2 { }", "print 5", "else { print 2 }").contains("“else” must follow"))
  }

  @Test func `the end of a block that was not opened does not run`() {
    let output = Trial()("if 1 > 2\n{\nprint \"ran\"\n}")
    #expect(output.contains("error: ") && !output.contains("\nran\n"))
  }

  @Test(arguments: [
    ("print 1; frobnicate", "there is no command “frobnicate”"), ("print 1; paint A", "COLOUR is missing"),
    ("print 1; paint A rde", "there is no colour “rde”"),
    ("print 1; box N size=x", "SIZE must be a whole number"),
    ("print 1; print abs()", "“abs” takes 1 argument, not 0"),
    ("print 1; print nosuch(1)", "there is no function"),
    ("print 1; print $nosuch", "there is no variable “$nosuch”"),
    ("print 1; def f a { }; f", "“f” takes 1 argument"),
    ("print 1; if false { sponw }", "there is no command “sponw”"),
    ("print 1; break", "can only be used in a loop"),
    ("print 1; let red = 1", "“red” is already a word"),
    ("print 1; let boxes = 1", "“boxes” is already a selection"),
    ("print 1; for true in (1, 2) { }", "“true” is already a reserved word"),
    ("print 1; return", "can only be used in a “def”"),
    ("print 1; say a\u{A0}b", "is invisible"), ("print 1; let a\u{200D}b = 1", "is invisible"),
  ])
  func `a line with an error that can be found in advance changes nothing`(text: String, message: String) {
    let output = Trial()(text)
    #expect(output.hasPrefix("error: ") && output.contains(message), "\(output)")
  }

  @Test(arguments: [
    (":q", "quit"), ("\\q", "quit"), ("?", "help"), ("exit", "quit"), ("sayy x", "say"),
    ("paint Mül red", "Müller"),
  ])
  func `an unknown name is reported with a suggestion`(text: String, meant: String) {
    let trial = Trial()
    trial.shed.boxes = [Box(name: "Müller", size: 1, colour: "blue")]
    #expect(trial(text).contains("did you mean “\(meant)”?"))
  }

  @Test func `kinds are distinguished by their whole names`() {
    #expect(KindID("costarring") != KindID("liquid"))
  }

  @Test func `help on a definition shows the comment above it`() {
    #expect(
      Trial()("# Paints all.\n# Twice.\ndef all colour { }", "help all") == """
        all COLOUR
          Paints all.
          Twice.
          defined with “def”

        """)
  }

  @Test func `a file is given arguments`() {
    let trial = Trial()
    let shelf = Shelf()
    trial.session.files = shelf
    #expect(trial("run f Arthur 3") == "2\nArthur\n3\n")
    #expect(trial("vars") == "no variables\n")
  }

  /// One file, whatever its name.
  private final class Shelf: SessionRecords {
    func read(_ path: String) throws -> [UInt8] {
      Array("print count(arguments)\nfor a in arguments { print a }".utf8)
    }
    func save(to path: String) throws {}
    func record(to path: String?) throws {}
    func saveSettings(_ settings: [(name: String, value: String)]) throws {}
  }

  private final class QuietSession: PromptServices {
    func load(_ path: String) throws -> String? { nil }
    func replay(_ path: String?) throws {}
    func explore(for time: String?) throws {}
    func reach(_ condition: String) throws {}
    func live() throws {}
    func demo(_ lesson: String?) throws -> String { "" }
  }

  @Test func `a script is given what its caller sets`() throws {
    let trial = Trial()
    try trial.session.setVariable("arguments", to: .list([.text("Arthur"), .number(3)]))
    var runner = ScriptRunner(trial.session, name: "s")
    var output: [UInt8] = []
    _ = runner.feed(
      Array("for a in arguments { print a }\nprint count(arguments)\n".utf8).span, into: &output)
    #expect(runner.finish(into: &output) == .done)
    #expect(String(decoding: output, as: UTF8.self) == "Arthur\n3\n2\n")
    #expect(trial("print $arguments[0]") == "Arthur\n")
  }

  @Test func `a failed check is recognised by its kind, whatever other errors say`() {
    let trial = Trial()
    #expect(trial.outcome("expect 1 == 2") == .failed && trial.session.failedCheck)
    #expect(trial.outcome("print 1") == .done && !trial.session.failedCheck)
    #expect(trial.outcome("def f { expect 1 == 2 }; f") == .failed && trial.session.failedCheck)
    #expect(trial.outcome("try { expect 1 == 2 }") == .done && !trial.session.failedCheck)
    var output: [UInt8] = []
    let message = LanguageError.expectationFailed([]).explanation.message
    #expect(trial.session.run(into: &output) { throw Explanation(message) } == .failed)
    #expect(!trial.session.failedCheck)
  }

  @Test func `help knows every word that it lists, and each example of the language runs`() {
    var examples = 0
    let words = Trial()("help").split(separator: "\n").prefix { !$0.hasPrefix("“help") }
      .flatMap { $0.dropFirst(13).split(separator: "  ").flatMap { $0.split(separator: " ") } }
    #expect(words.count > 80)
    let spaced = ["[", "]", "(", ")"]
    for word in words where !spaced.contains(String(word)) {
      let help = Trial()("help \(word)")
      if word == "boxes" { continue }
      #expect(!help.hasPrefix("error: "), "help \(word): \(help)")
    }
    let entries =
      HelpEntry.expressions.map(\.example) + HelpEntry.selectionParts.map(\.example)
      + Keyword.allCases.map(\.example) + BuiltinFunction.allCases.map(\.example)
    let commands = CommandTable.shed.commands.dropFirst(CommandTable.shed.ownCommands.count).flatMap(
      \.examples)
    // What a property is, is the host's to say.
    #expect(entries.count { $0.isEmpty } == 1)
    for example in entries + commands where !example.isEmpty && example != "quit" {
      let trial = Trial()
      let shelf = Shelf()
      trial.session.files = shelf
      let services = QuietSession()
      trial.session.promptServices = services
      #expect(trial.outcome(example) == .done, "\(example): \(trial(example))")
      examples += 1
    }
    #expect(examples > 70)
  }
}
