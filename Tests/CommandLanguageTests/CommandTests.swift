import CommandLanguage
import Testing

@Suite struct CommandTests {
  @Test func `arguments reach the body as the host's own types, options at any place`() {
    let trial = Trial()
    #expect(trial("box size=3 A colour=blue", "box B", "box \"C\" size=(1 + 1)") == "")
    #expect(
      trial.shed.boxes == [
        Box(name: "A", size: 3, colour: "blue"), Box(name: "B", size: 1, colour: "red"),
        Box(name: "C", size: 2, colour: "red"),
      ])
  }

  @Test func `a word, a string, a variable and an expression are the same argument`() {
    let trial = Trial()
    _ = trial("box A")
    for argument in ["A", "\"A\"", "$name", "(\"A\")", "$object", "(first(boxes))", "\"\\u{41}\""] {
      _ = trial("let name = \"A\"; let object = A; paint A red")
      trial.shed.boxes[0].colour = "red"
      #expect(trial("let name = \"A\"; let object = A; paint \(argument) green") == "")
      #expect(trial.shed.boxes[0].colour == "green", "\(argument)")
    }
  }

  @Test func `each command that succeeds is performed once, with its own text`() {
    let trial = Trial()
    _ = trial("box A; repeat 2 { grow 1 A }  # twice", "print 1", "paint B red")
    #expect(trial.shed.performed == ["box A", "grow 1 A", "grow 1 A"])
  }

  @Test func `a text is printed by the command, the rest of a line is taken as it is`() {
    #expect(
      Trial()("say \"two  words\"", "say (1 + 2)", "note a#1  \"b $c = ( ] # gone", "note")
        == "two  words\n3\n[a#1  \"b $c = ( ]]\n[]\n")
  }

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
      error: SIZE is from 0 to 1000
        box N size=1001
                   ^~~~

      """
    ),
    (
      "box N size=big",
      """
      error: SIZE is a whole number
        box N size=big
                   ^~~

      """
    ),
    (
      "box N size=99999999999999999999",
      """
      error: SIZE is a whole number
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
      error: a name is letters, digits and “_”, and begins with no digit
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
        note: usage: grow BY [BOX …]

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
      error: a selection chooses from objects
        watch w = boxs
                  ^~~~  did you mean “boxes”?

      """
    ),
    (
      "break",
      """
      error: the command failed: Broken()
        break
        ^~~~~

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

  @Test func `names are shown with control, bidi and line-break characters escaped`() {
    #expect(
      Trial()("paint \"a\\n\\u{202E}b\\u{1B}[1m\" red") == """
        error: there is no box “a\\n\\u{202E}b\\u{1B}[1m”
          paint "a\\n\\u{202E}b\\u{1B}[1m" red
                ^~~~~~~~~~~~~~~~~~~~~~~

        """)
    #expect(Trial()("print \"a\\u{2028}b\"") == "a\\u{2028}b\n")
  }

  @Test func `a restriction forbids commands, and a second one only narrows it`() {
    let trial = Trial()
    trial.session.restrict(in: "a replay") {
      $0.name != "box" && $0.traits.contains(.contained) || $0.name == "say"
    }
    let refused = """
      error: “box” is not allowed in a replay
        if true { box A }
                  ^~~

      """
    #expect(trial("if true { box A }") == refused)
    trial.session.restrict(in: "a replay") { _ in true }
    #expect(trial("if true { box A }") == refused)
    #expect(trial("say \"ok\"", "print 1") == "ok\n1\n")
    #expect(trial("run \"x\"").hasPrefix("error: “run” is not allowed in a replay\n"))
  }

  @Test func `declarations that clash are reported`() {
    let table = CommandTable<Shed>(
      commands: [
        Command("a b", "") { _ in }, Command("if", "") { _ in },
        Command("late", "", .rest("rest"), .box) { _, _, _ in },
      ],
      vocabulary: ["red", "red"])
    #expect(
      table.problems == [
        "the command “a b” cannot be typed", "the command “if” is declared twice",
        "the name “red” is declared twice",
        "“late”: nothing can follow rest, which takes the rest of the line",
      ])
  }

  @Test func `output goes to the caller's buffer in order, also what is printed by others`() {
    let trial = Trial()
    var output: [UInt8] = Array("before\n".utf8)
    _ = trial.session.run(Array("print 1; say \"two\"; print 3".utf8).span, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == "before\n1\ntwo\n3\n")
    trial.shed.output.writeLine("between lines")
    #expect(trial("print 4") == "4\n")
    #expect(trial.shed.output.take() == Array("between lines\n".utf8))
    #expect(trial.shed.output.bytes.isEmpty)
  }
}
