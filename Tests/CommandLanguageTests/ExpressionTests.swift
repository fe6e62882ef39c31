import CommandLanguage
import Testing

@Suite struct ExpressionTests {
  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 3 - 2", "5"), ("100 / 7 % 5", "4"), ("-7 / 2", "-3"),
    ("-7 % 2", "-1"), ("2 - -3", "5"), ("- -3", "3"), ("-(1 + 2)", "-3"), ("1_000 * 2", "2000"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("1 < 2 and 2 < 3", "true"), ("true or 1 / 0 == 1", "true"), ("false and 1 / 0 == 1", "false"),
    ("not 1 == 2", "true"), ("not true or true", "true"), ("1 == 1 or false and false", "true"),
    ("2 in (1, 2)", "true"), ("3 in [1, 2]", "false"), ("1 + 1 in (2, 3) == true", "true"),
    ("\"b\" in \"abc\"", "true"), ("\"\" in \"\"", "true"),
    ("\"a\" + 1", "a1"), ("1 + \"a\"", "1a"), ("(1, 2) + [3]", "1, 2, 3"), ("[]", ""), ("none", "none"),
    ("\"A\" < \"a\"", "true"), ("\"ab\" > \"a\"", "true"), ("none == 1", "false"), ("none == none", "true"),
    ("(1, 2) == [1, 2]", "true"), ("red == \"red\"", "true"), ("red != green", "true"),
    ("\"tab\\t nl\\n q\\\" b\\\\ \\u{1F642}\"", "tab\\t nl\\n q\" b\\ 🙂"),
    ("count((1, 2, 3))", "3"), ("sum(range(1, 4))", "10"), ("max(3, 9, 2)", "9"), ("min([4, 2])", "2"),
    ("max([])", "none"), ("first([7, 8])", "7"), ("last([7, 8])", "8"), ("empty([])", "true"),
    ("range(3, 1)", ""), ("abs(-4)", "4"), ("length(\"né🙂\")", "3"), ("text(5) + text(6)", "56"),
    ("number(\"12\") + 1", "13"), ("number(\"x\")", "none"), ("join((1, 2), \"-\")", "1-2"),
    ("double(21)", "42"),
    ("(1 +\n  2 # two\n)", "3"), ("1, 2 + 3, red", "1 5 red"), ("house.front.open", "true"),
    ("house", "house"),
    ("light", "false"),
  ])
  func `an expression prints its value`(expression: String, value: String) {
    #expect(Trial()("print \(expression)") == value + "\n")
  }

  @Test(arguments: [
    (
      "print 1 / 0",
      """
      error: division by zero
        print 1 / 0
              ^~~~~

      """
    ),
    (
      "print 1 + 2 - 9223372036854775807 - 10",
      """
      error: the result is too large
        print 1 + 2 - 9223372036854775807 - 10
              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: whole numbers range from -9223372036854775808 to 9223372036854775807

      """
    ),
    (
      "print -(-9223372036854775808)",
      """
      error: the result is too large
        print -(-9223372036854775808)
              ^~~~~~~~~~~~~~~~~~~~~~~
        note: whole numbers range from -9223372036854775808 to 9223372036854775807

      """
    ),
    (
      "print 99999999999999999999",
      """
      error: this number is too large
        print 99999999999999999999
              ^~~~~~~~~~~~~~~~~~~~
        note: whole numbers range from -9223372036854775808 to 9223372036854775807

      """
    ),
    (
      "print 1 == red",
      """
      error: a number and a text cannot be compared
        print 1 == red
              ^~~~~~~~

      """
    ),
    (
      "print grean",
      """
      error: nothing is called “grean”
        print grean
              ^~~~~  did you mean “green”?

      """
    ),
    (
      "print yellowish",
      """
      error: nothing is called “yellowish”
        print yellowish
              ^~~~~~~~~
        note: write a text in quotes: "yellowish"

      """
    ),
    (
      "print $x",
      """
      error: there is no variable “$x”
        print $x
              ^~

      """
    ),
    (
      "print coun((1, 2))",
      """
      error: there is no function “coun”
        print coun((1, 2))
              ^~~~  did you mean “count”?

      """
    ),
    (
      "print abs(1, 2)",
      """
      error: “abs” takes 1 argument, not 2
        print abs(1, 2)
              ^~~~~~~~~

      """
    ),
    (
      "print max()",
      """
      error: “max” takes at least 1 argument, not 0
        print max()
              ^~~~~

      """
    ),
    (
      "print house.frnt",
      """
      error: a house has no “frnt”
        print house.frnt
                    ^~~~

      """
    ),
    (
      "print house.front.opne",
      """
      error: a door has no “opne”
        print house.front.opne
                          ^~~~  did you mean “open”?

      """
    ),
    (
      "print (5).size",
      """
      error: a number has no properties
        print (5).size
                  ^~~~

      """
    ),
    (
      "print true + 1",
      """
      error: “+” cannot join a truth and a number
        print true + 1
              ^~~~~~~~

      """
    ),
    (
      "print red * 2",
      """
      error: “*” needs numbers, not a text and a number
        print red * 2
              ^~~~~~~

      """
    ),
    (
      "print 1 in 2",
      """
      error: “in” needs a list, a selection or a text on its right, not a number
        print 1 in 2
              ^~~~~~

      """
    ),
    (
      "print 1 in \"a1\"",
      """
      error: a number and a text cannot be compared
        print 1 in "a1"
              ^~~~~~~~~

      """
    ),
    (
      "print not 5",
      """
      error: a condition is true or false; this is a number
        print not 5
                  ^

      """
    ),
  ])
  func `a mistake in an expression is shown where it is`(command: String, output: String) {
    #expect(Trial()(command) == output)
  }

  @Test func `a definition without parentheses is guessed to be a call`() {
    let output = Trial()("def seven { return 7 }", "print seven")
    #expect(output.contains("did you mean “seven()”?"))
  }
}
