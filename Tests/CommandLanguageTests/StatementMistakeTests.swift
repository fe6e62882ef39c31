import CommandLanguage
import Testing

@Suite struct StatementMistakeTests {
  @Test(arguments: [
    (
      "let = 5",
      """
      error: a name is expected here, not “=”
        let = 5
            ^
        note: usage: let NAME = EXPRESSION

      """
    ),
    (
      "let x",
      """
      error: “=” is missing
        let x
             ^
        note: usage: let NAME = EXPRESSION

      """
    ),
    (
      "x = 5",
      """
      error: there is no command “x”
        x = 5
        ^  did you mean “let x = …”?

      """
    ),
    (
      "if 1 { print 1 }",
      """
      error: a condition is true or false; this is a number
        if 1 { print 1 }
           ^

      """
    ),
    (
      "if x = 1 { }",
      """
      error: “=” does not compare
        if x = 1 { }
             ^  did you mean “==”?

      """
    ),
    (
      "if true && false { }",
      """
      error: “&” is not an operator
        if true && false { }
                ^~  did you mean “and”?

      """
    ),
    (
      "print \"\"\"one\ntwo",
      """
      error: this string is never closed
        1 | print \"""one
                  ^

      """
    ),
    (
      "print \"\"\"one \\(1) two",
      """
      error: this string is never closed
        print \"""one \\(1) two
                        ^

      """
    ),
    (
      "print 1 and\nbox A size=3",
      """
      error: unexpected “A”
        2 | box A size=3
                ^
        note: the line above ends in “and”, so this one continues it

      """
    ),
    (
      "for x in [1] { let f = 1; def g { break } }",
      """
      error: “break” can only be used in a loop
        for x in [1] { let f = 1; def g { break } }
                                          ^~~~~

      """
    ),
    (
      "def none { }",
      """
      error: “none” is already a reserved word and cannot name anything else
        def none { }
            ^~~~

      """
    ),
    (
      "print !true",
      """
      error: “!” is not an operator
        print !true
              ^  did you mean “not”?

      """
    ),
    (
      "print 1 < 2 < 3",
      """
      error: comparisons cannot be chained
        print 1 < 2 < 3
                    ^
        note: write: a < b and b < c

      """
    ),
    (
      "repaet 3 { }",
      """
      error: there is no command “repaet”
        repaet 3 { }
        ^~~~~~  did you mean “repeat”?

      """
    ),
    (
      "else { }",
      """
      error: “else” must follow the “}” of an “if”
        else { }
        ^~~~

      """
    ),
    (
      "repeat red { }",
      """
      error: “repeat” needs a whole number that is not negative
        repeat red { }
               ^~~

      """
    ),
    (
      "for x in 5 { }",
      """
      error: “for” needs a list or a selection
        for x in 5 { }
                 ^

      """
    ),
    (
      "print reverse(5)",
      """
      error: “reverse” needs a list, a selection or a text
        print reverse(5)
              ^~~~~~~~~~

      """
    ),
    (
      "for x 5 { }",
      """
      error: “in” is expected here, not “5”
        for x 5 { }
              ^
        note: usage: for NAME in LIST { … }

      """
    ),
    (
      #"print "\(""#,
      """
      error: this “\\(” is never closed
        print "\\("
               ^~

      """
    ),
    (
      #"print [1, "a\(2) \(3 + ("b"#,
      """
      error: this “\\(” is never closed
        print [1, "a\\(2) \\(3 + ("b
                         ^~

      """
    ),
    (
      #"print "a\(1 +) b""#,
      """
      error: a value is expected here, not “)”
        print "a\\(1 +) b"
                     ^

      """
    ),
    (
      "repeat 2 print",
      """
      error: a block “{ … }” is expected here, not “print”
        repeat 2 print
                 ^~~~~

      """
    ),
    (
      "repeat 2 { print 1",
      """
      error: this “{” is never closed
        repeat 2 { print 1
                 ^

      """
    ),
    (
      "print (1, 2",
      """
      error: this “(” is never closed
        print (1, 2
              ^

      """
    ),
    (
      "print (1 2)",
      """
      error: “,” or “)” is expected here, not “2”
        print (1 2)
                 ^

      """
    ),
  ])
  func `a mistake in a statement is shown where it is`(text: String, output: String) {
    let trial = Trial()
    #expect(trial(text) == output)
  }
}
