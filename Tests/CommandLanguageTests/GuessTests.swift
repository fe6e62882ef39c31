import CommandLanguage
import Testing

/// An error that a line is certain to have is reported before any of it runs, with what was probably meant.
@Suite struct GuessTests {
  @Test(arguments: [
    (
      "box A; box 7th",
      "error: a name may contain only letters, digits and “_”, and may not begin with a digit\n"
    ),
    (
      "box A; box \"$(name)s\"",
      "error: a name may contain only letters, digits and “_”, and may not begin with a digit\n"
    ),
    ("box A; paint A \"$colour\"", "error: there is no colour “$colour”\n"),
    ("box A; box B colour=\"reed\"", "error: there is no colour “reed”\n"),
    ("box A; box B size=\"large\"", "error: SIZE must be a whole number\n"),
  ])
  func `a name, word or number that can be none leaves the line undone, in quotes or not`(
    text: String, message: String
  ) {
    let trial = Trial()
    #expect(trial(text).hasPrefix(message))
    #expect(trial.shed.boxes.isEmpty)
  }

  @Test(arguments: [
    ("box \"$(name)s\"", "write a value in a text as “\\(EXPRESSION)”"),
    ("paint \"$name\" red", "write a value in a text as “\\(EXPRESSION)”"),
    ("box \"5 $\"", nil), ("box \"\\(1)\"", nil),
    ("let i = 2; box B size=$i * 10", "write an expression in parentheses: size=($i * 10)"),
    ("let i = 2; paint B - 1", "write an expression in parentheses: (… - …)"),
    ("box B size=2+3", "write an expression in parentheses: (2+3)"),
    ("let i = 2; box B size=i", "for the variable, write “$i”"),
    ("def f n { box B size=n }", "for the variable, write “$n”"),
    ("grow 2 + 3", "write an expression in parentheses: (2 + 3)"),
    ("def f n { print n }; f 2 + 3", "write an expression in parentheses: (2 + 3)"),
    ("def f n { print n }; f 2 3", nil),
    ("box B > file", "only a shell can write output to a file: … run FILE > OUTPUT"),
    ("boxes > file", "only a shell can write output to a file: … run FILE > OUTPUT"),
    ("boxes --json > file", "only a shell can write output to a file: … run FILE > OUTPUT"),
    ("boxes where size > 3 --csv >> file", "only a shell can write output to a file: … run FILE > OUTPUT"),
    ("boxes | sort", "only a shell can pass output to a program: … run FILE | PROGRAM"),
    ("boxes --plain | sort", "only a shell can pass output to a program: … run FILE | PROGRAM"),
  ])
  func `a note contains what was probably meant`(text: String, note: String?) {
    let lines = Trial()(text).split(separator: "\n").filter { $0.hasPrefix("  note: ") }
    let last = lines.map { String($0.dropFirst(8)) }.last { !$0.hasPrefix("usage") && !$0.hasPrefix("known") }
    #expect(last == note)
  }

  @Test func `a sign of a shell's is blamed, and not the format before it`() {
    #expect(
      Trial()("boxes --json > o.json") == """
        error: unexpected “>”
          boxes --json > o.json
                       ^
          note: only a shell can write output to a file: … run FILE > OUTPUT

        """)
    #expect(Trial()("boxes small").hasPrefix("error: unexpected “small”\n"))
  }
}
