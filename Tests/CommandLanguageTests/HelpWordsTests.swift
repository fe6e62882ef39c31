import Testing

@testable import CommandLanguage

@Suite struct HelpWordsTests {
  @Test func `every word that help lists or completes has help`() {
    let trial = Trial()
    _ = trial("def deploy who { }")
    let listed = trial("help").split(separator: "\n").prefix { !$0.hasPrefix("“help") }.flatMap { line in
      line.split(separator: " ").map(String.init)
    }
    let completed = trial.session.completions(of: Array("help ".utf8).span, at: 5).candidates.map(\.text)
    // An option needs a word.
    let signs = ["[", "]", "(", ")", "-k"]
    #expect(completed.count > 150)
    for word in (listed + completed).filter({ !signs.contains($0) }) {
      let found = Help(interpreter: trial.session.interpreter).text(for: word)
      #expect(found?.isEmpty == false, "\(word)")
    }
  }

  @Test func `each kind of error has a code of its own, and help on it`() {
    let codes = LanguageError.codes
    #expect(codes.count == LanguageError.Kind.allCases.count && codes.count > 60)
    for code in codes {
      #expect(code.meaning.count > 10 && code.meaning.hasSuffix("."), "\(code.code)")
      #expect(code.code.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(code.code)")
    }
    #expect(Set(codes.map(\.code)).count == codes.count)
    #expect(
      ["notUTF8", "history: tooFar", "unknownName"].map { Explanation.code(ofKind: $0) } == [
        "not-utf8", "history-too-far", "unknown-name",
      ])
  }

  @Test func `codes are shown on request, and help explains them`() {
    let trial = Trial()
    #expect(trial("piant").hasPrefix("error: there is no command “piant”\n"))
    #expect(
      trial("set codes on", "piant").hasPrefix("error: there is no command “piant” [unknown-command]\n"))
    #expect(
      trial("help unknown-command").hasPrefix("unknown-command\n  No command and no “def” has this name."))
    #expect(trial("print double(9999999)").contains(" [not-small]\n"))
    #expect(trial("set codes off", "piant").hasPrefix("error: there is no command “piant”\n"))
  }

  @Test func `help on a word finds every mention of it`() {
    #expect(Trial()("help -k paint") == "paint BOX COLOUR  Paint a box\n")
    #expect(Trial()("help -k TAB").contains("help prompt"))
    #expect(Trial()("help -k qqq").hasPrefix("error: no help contains “qqq”\n"))
    #expect(Trial()("help -k").hasPrefix("error: a word is missing after “-k”\n"))
  }

  @Test func `help on a kind lists its properties`() {
    #expect(Trial()("help door", "help house") == "door\n  open\nhouse\n")
    #expect(
      Trial()("help box").hasSuffix(
        "\n  size    from 0 to 1000\n  colour  one of red, green, blue\n  example: boxes limit 3\n"))
  }

  @Test(arguments: ["[", "]", "(", ")", "-", "/", "%", ">=", "!="])
  func `help on a sign explains what it is for, with an example`(sign: String) {
    let text = Trial()("help \(sign)")
    #expect(text.hasPrefix("error") == false && text.contains("\n  example: "), "\(text)")
  }

  @Test(arguments: [40, 60, 100])
  func `help fits the window`(width: Int) {
    let trial = Trial()
    trial.shed.output.width = width
    for line in trial("help", "help prompt", "help unknown-command").split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  /// Help on a command whose lines are too long for the window.
  private func help(columns: Int) -> String {
    let command = Command(
      "fetch", "Take in what a file or another program says about the boxes", host: Shed.self,
      .option("colour", .colour), .repeated(.text("source"), atLeast: 0)
    ) { _, _, _ in }.with(
      help: """
        fetch FILE         takes in a file, each line as if it had been typed
        fetch -- PROGRAM…  runs a program
        A line is one object; blank lines and other fields are ignored.
          {"name": "A", "size": 3}
        """,
      examples: ["fetch yesterday.jsonl today.jsonl colour=red"])
    let shed = Shed()
    shed.output.width = columns
    return CommandSession(shed, CommandTable(commands: [command])).run("help fetch").output
  }

  @Test func `lines of help continue below their beginning, and in the second column of a table`() {
    #expect(
      help(columns: 44) == """
        fetch [colour=COLOUR] [SOURCE …]
          Take in what a file or another program
          says about the boxes
          [colour=COLOUR]  red, green or blue
          fetch FILE         takes in a file, each
                             line as if it had been
                             typed
          fetch -- PROGRAM…  runs a program
          A line is one object; blank lines and
          other fields are ignored.
            {"name": "A", "size": 3}
          example: fetch yesterday.jsonl today.jsonl
                   colour=red

        """)
  }

  @Test func `if the window has no room for a second column of help, the text is below`() {
    #expect(
      help(columns: 28) == """
        fetch [colour=COLOUR]
            [SOURCE …]
          Take in what a file or
          another program says about
          the boxes
          [colour=COLOUR]  red,
                      green or blue
          fetch FILE
              takes in a file, each
              line as if it had been
              typed
          fetch -- PROGRAM…
              runs a program
          A line is one object;
          blank lines and other
          fields are ignored.
            {"name": "A", "size": 3}
          example: fetch
                   yesterday.jsonl
                   today.jsonl
                   colour=red

        """)
  }

  @Test func `a table fits the window, and is whole without one`() {
    let trial = Trial()
    _ = trial("box A_rather_long_name_of_a_box", "box B")
    let whole = trial("boxes")
    #expect(whole.contains("A_rather_long_name_of_a_box"))
    trial.shed.output.width = 30
    let cut = trial("boxes").split(separator: "\n")
    #expect(cut.allSatisfy { $0.count <= 30 } && cut[1].contains("…") && cut[2].contains("red"))
    #expect(trial("boxes --plain") == "A_rather_long_name_of_a_box\t1\tred\nB\t1\tred\n")
  }

  @Test func `columns that a window has no room for are named below the table`() {
    let trial = Trial()
    _ = trial("box A_rather_long_name_of_a_box", "box B")
    trial.shed.output.width = 14
    #expect(
      trial("boxes") == """
        name      size
        A_rathe…  1
        B         1
        the window is too narrow for: colour

        """)
  }
}
