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
        note: known are red, green, blue

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
      error: SIZE must be a whole number
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
      error: a name has letters, digits and “_” only, and no digit first
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
        note: its place says what it is: leave out “by=”

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
}
