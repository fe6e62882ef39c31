import CommandLanguage
import Testing

@Suite struct CommandMistakeTests {
  @Test(arguments: [
    (
      "pain A red",
      """
      error: there is no command “pain”
        pain A red
        ^~~~  did you mean “paint”?

      """
    ),
    (
      "frobnicate",
      """
      error: there is no command “frobnicate”
        frobnicate
        ^~~~~~~~~~
        note: “help” lists the commands

      """
    ),
    (
      "paint Alphabt red",
      """
      error: there is no box “Alphabt”
        paint Alphabt red
              ^~~~~~~  did you mean “Alphabet”?

      """
    ),
    (
      "paint Alphabet",
      """
      error: COLOUR is missing
        paint Alphabet
                      ^
        note: usage: paint BOX COLOUR

      """
    ),
    (
      "paint Alphabet red blue",
      """
      error: unexpected argument
        paint Alphabet red blue
                           ^~~~
        note: usage: paint BOX COLOUR

      """
    ),
    (
      "boxes wher size > 3",
      """
      error: unexpected “wher”
        boxes wher size > 3
              ^~~~  did you mean “where”?

      """
    ),
    (
      "boxes where size > 3 where size > 4",
      """
      error: unexpected “where”
        boxes where size > 3 where size > 4
                             ^~~~~

      """
    ),
    (
      "print boxes where size > 3 yb size",
      """
      error: unexpected “yb”
        print boxes where size > 3 yb size
                                   ^~  did you mean “by”?

      """
    ),
    (
      "print count(boxes whre size > 3)",
      """
      error: “,” or “)” is expected here, not “whre”
        print count(boxes whre size > 3)
                          ^~~~  did you mean “where”?

      """
    ),
    (
      "paint Alphabet rde",
      """
      error: there is no colour “rde”
        paint Alphabet rde
                       ^~~  did you mean “red”?

      """
    ),
    (
      "paint Alphabet orange",
      """
      error: there is no colour “orange”
        paint Alphabet orange
                       ^~~~~~
        note: choose from red, green, blue

      """
    ),
    (
      "paint Alphabet green",
      """
      error: it is green already
        paint Alphabet green
                       ^~~~~
        note: nothing was painted

      """
    ),
    (
      "box Alphabet",
      """
      error: there is a box “Alphabet” already
        box Alphabet
            ^~~~~~~~

      """
    ),
    (
      "box N size=1001",
      """
      error: SIZE must be from 0 to 1000
        box N size=1001
                   ^~~~

      """
    ),
    (
      "box N size=007",
      """
      error: SIZE must be a whole number
        box N size=007
                   ^~~

      """
    ),
    (
      "box N size=big",
      """
      error: SIZE must be a whole number
        box N size=big
                   ^~~

      """
    ),
    (
      "box N size=99999999999999999999",
      """
      error: SIZE must be from 0 to 1000
        box N size=99999999999999999999
                   ^~~~~~~~~~~~~~~~~~~~

      """
    ),
    (
      "box N clour=red",
      """
      error: “box” has no option “clour=”
        box N clour=red
              ^~~~~  did you mean “colour=”?

      """
    ),
    (
      "box N size=1 size=2",
      """
      error: “size=” is given twice
        box N size=1 size=2
                     ^~~~

      """
    ),
    (
      "box N size=",
      """
      error: a value is missing after “=”
        box N size=
                  ^

      """
    ),
    (
      "box 1N",
      """
      error: a name may contain only letters, digits and “_”, and may not begin with a digit
        box 1N
            ^~

      """
    ),
    (
      "say { }",
      """
      error: a block is not expected here
        say { }
            ^~~

      """
    ),
    (
      "keep 5",
      """
      error: a block “{ … }” is expected here
        keep 5
             ^

      """
    ),
    (
      "grow 1",
      """
      error: BOX is missing
        grow 1
              ^
        note: usage: grow BY BOX …

      """
    ),
    (
      "grow by=1 Alphabet",
      """
      error: SIZE must be a whole number
        grow by=1 Alphabet
             ^~~~
        note: arguments are matched by position: leave out “by=”

      """
    ),
    (
      "watch w boxes",
      """
      error: “=” is expected here, not “boxes”
        watch w boxes
                ^~~~~
        note: usage: watch NAME = SELECTION

      """
    ),
    (
      "watch w = boxs",
      """
      error: a selection begins with the plural of a kind
        watch w = boxs
                  ^~~~  did you mean “boxes”?

      """
    ),
    (
      "fail",
      """
      error: the command failed: Broken()
        fail
        ^~~~

      """
    ),
  ])
  func `a mistake in a command is shown where it is, and changes nothing`(command: String, output: String) {
    let trial = Trial()
    _ = trial("box Alphabet colour=green")
    let before = trial.shed.boxes
    #expect(trial(command) == output)
    #expect(trial.shed.boxes == before)
    #expect(trial.outcome(command) == .failed)
  }

  /// A session with commands that begin with a choice, or with a name and an expression.
  private func output(_ command: String) -> String {
    let table = CommandTable(commands: [
      Command("tint", "Tint a box", host: Shed.self, .colour, .name()) { _, _, _ in },
      Command("rule", "Keep a rule", host: Shed.self, .name(), .expression("condition")) { _, _, _ in },
      Command("follow", "Keep a selection", host: Shed.self, .name(), .assigned(.selection())) { _, _, _ in },
    ])
    return CommandSession(Shed(), table).run(command).output
  }

  @Test(arguments: [
    (
      "tint Arthur",
      """
      error: there is no colour “Arthur”
        tint Arthur
             ^~~~~~
        note: choose from red, green, blue
        note: usage: tint COLOUR NAME

      """
    ),
    (
      "tint rde",
      """
      error: there is no colour “rde”
        tint rde
             ^~~  did you mean “red”?
        note: usage: tint COLOUR NAME

      """
    ),
    (
      "tint red",
      """
      error: NAME is missing
        tint red
                ^
        note: usage: tint COLOUR NAME

      """
    ),
  ])
  func `where an argument is missing, a word that is none of the choices is named first`(
    command: String, output: String
  ) {
    #expect(self.output(command) == output)
  }

  @Test(arguments: [
    (
      "rule few = 1 < 2",
      """
      error: a value is expected here, not “=”
        rule few = 1 < 2
                 ^
        note: usage: rule NAME CONDITION

      """
    ),
    (
      "rule count(boxes) < 3",
      """
      error: “(” cannot follow a word directly
        rule count(boxes) < 3
                  ^
        note: usage: rule NAME CONDITION

      """
    ),
    (
      "follow count(boxes)",
      """
      error: “(” cannot follow a word directly
        follow count(boxes)
                    ^
        note: usage: follow NAME = SELECTION
        note: a selection is the plural of a kind, optionally with “where”, “by” and “limit”

      """
    ),
    (
      "follow few = count(boxes)",
      """
      error: a selection is expected here, not “count”
        follow few = count(boxes)
                     ^~~~~
        note: usage: follow NAME = SELECTION
        note: a selection is the plural of a kind, optionally with “where”, “by” and “limit”

      """
    ),
    (
      "follow few = 3",
      """
      error: a selection is expected here, not “3”
        follow few = 3
                     ^
        note: usage: follow NAME = SELECTION
        note: a selection is the plural of a kind, optionally with “where”, “by” and “limit”

      """
    ),
  ])
  func `a condition or a selection that begins wrongly is answered by the usage`(
    command: String, output: String
  ) {
    #expect(self.output(command) == output)
  }
}
