import CommandLanguage
import Testing

@Suite struct SyntaxMistakeTests {
  @Test(arguments: [
    (
      "def f x x { }",
      """
      error: this “def” already has a parameter “x”
        def f x x { }
                ^

      """
    ),
    (
      "for in [1] { }",
      """
      error: a name is expected here, not “in”
        for in [1] { }
            ^~
        note: usage: for NAME in LIST { … }

      """
    ),
    (
      "print 1 <> 2",
      """
      error: “<>” is not an operator
        print 1 <> 2
                ^~  did you mean “!=”?

      """
    ),
    (
      "print any",
      """
      error: a selection is missing after “any”
        print any
              ^~~

      """
    ),
    (
      "print 106751991167301d",
      """
      error: this duration is too large
        print 106751991167301d
              ^~~~~~~~~~~~~~~~
        note: the longest duration is 106751991167300d15h30m7s

      """
    ),
    (
      "print \"abc",
      """
      error: this string is never closed
        print "abc
              ^

      """
    ),
    (
      "print \"a\\q\"",
      """
      error: there is no such escape in a string
        print "a\\q"
                ^~
        note: known escapes: \\n \\t \\" \\\\ \\u{…}

      """
    ),
    (
      "print \"\\u{110000}\"",
      """
      error: there is no such escape in a string
        print "\\u{110000}"
               ^~~
        note: “\\u{…}” takes the hexadecimal number of a character

      """
    ),
    (
      "print 1 }",
      """
      error: there is no “{” for this “}”
        print 1 }
                ^

      """
    ),
    (
      "print 1 2",
      """
      error: unexpected “2”
        print 1 2
                ^

      """
    ),
    (
      "print 1 +",
      """
      error: a value is missing
        print 1 +
                 ^

      """
    ),
    (
      "print 12ab",
      """
      error: unexpected “ab” after a number
        print 12ab
                ^~

      """
    ),
    (
      "print house.",
      """
      error: a property is missing
        print house.
                    ^

      """
    ),
    (
      "print $",
      """
      error: a name is missing after “$”
        print $
              ^

      """
    ),
    (
      "-5",
      """
      error: a command begins with a name, not with “-”
        -5
        ^
        note: “print EXPRESSION” shows a value

      """
    ),
    (
      "def print x { }",
      """
      error: “print” is already a command
        def print x { }
            ^~~~~

      """
    ),
    (
      "def f a { }; f",
      """
      error: “f” takes 1 argument, not 0
        def f a { }; f
                     ^
        note: usage: f A

      """
    ),
    (
      "def f { }; f x=1",
      """
      error: a command defined with “def” has no options
        def f { }; f x=1
                     ^~~

      """
    ),
    (
      "say u$x",
      """
      error: “$” cannot follow a word directly
        say u$x
             ^
        note: join parts in a string: "u\\(n)"

      """
    ),
    (
      "say )",
      """
      error: there is no “(” for this “)”
        say )
            ^

      """
    ),
  ])
  func `a text that cannot be read is shown where it breaks off`(text: String, output: String) {
    let trial = Trial()
    #expect(trial(text) == output)
  }
}
