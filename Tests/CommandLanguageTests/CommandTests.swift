import CommandLanguage
import Testing

@Suite struct CommandTests {
  @Test func `arguments reach the body as the host's own types, with options at any position`() {
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

  @Test(arguments: [
    ("box A size=3", "box (\"A\") size=(3)"), ("box \"two \\\"words\\\"\"", "box (\"two \\\"words\\\"\")"),
    ("box (\"A\") size=$n  # a comment", "box (\"A\") size=$n"), ("grow 007 A", "grow (\"007\") (\"A\")"),
    ("box A; box B", nil), ("if true { box A }", nil), ("def again { box A }", nil), ("box {", nil),
    ("", nil),
  ])
  func `words and texts of a command can be written as values of expressions`(line: String, computed: String?)
  {
    #expect(Trial().session.read(line.utf8.span).withComputedArguments == computed)
  }

  @Test func `a command is performed with its arguments replaced by their values`() {
    let trial = Trial()
    _ = trial(
      "let n = 2; let name = \"A\"; let text = \"two \\\"words\\\"\"; let list = range(1, 3)",
      "box $name size=(n + 1) colour=red", "grow $n $name A", "paint (\"A\") green  # a comment",
      "say $text", "say $list", "say (n < 3)", "say plain")
    #expect(
      trial.shed.performed == [
        "box A size=3 colour=red", "grow 2 A A", "paint A green", "say \"two \\\"words\\\"\"", "say $list",
        "say true", "say plain",
      ])
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

  @Test func `a restriction holds for any session of its table; another table's allows nothing`() {
    var asked = 0
    let restriction = CommandTable.shed.restriction(in: "a replay") {
      asked += 1
      return $0.name != "box"
    }
    let once = asked
    for _ in 0..<2 {
      let trial = Trial()
      trial.session.restrict(to: restriction)
      #expect(trial("box A").hasPrefix("error: “box” is not allowed in a replay\n"))
      #expect(trial("say \"ok\"") == "ok\n")
    }
    #expect(asked == once && once > 0)
    let trial = Trial()
    trial.session.restrict(to: CommandTable(commands: []).restriction(in: "a test") { _ in true })
    #expect(trial("say \"ok\"").hasPrefix("error: “say” is not allowed in a test\n"))
    #expect(trial("print 1").hasPrefix("error: “print” is not allowed in a test\n"))
  }

  @Test func `declarations that clash are reported`() {
    let table = CommandTable(
      commands: [
        Command("a b", "", host: Shed.self) { _ in }, Command("if", "", host: Shed.self) { _ in },
        Command("late", "", host: Shed.self, .rest("rest"), .box) { _, _, _ in },
      ],
      vocabulary: ["red", "red"])
    #expect(
      table.problems == [
        "the command “a b” cannot be typed", "the command “if” replaces a built-in command",
        "the name “red” is declared twice: both times as a word",
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
