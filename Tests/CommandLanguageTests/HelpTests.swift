import Prompting
import TerminalText
import Testing

@testable import CommandLanguage

@Suite struct HelpTests {
  @Test func `help lists every topic in its order, and no hidden or forbidden command`() {
    let trial = Trial()
    #expect(
      trial("help") == """
        boxes        box paint grow
        checks       print expect explore reach
        commands     say note keep again watch invariant
        prompt       help set vars defs unset quit time live demo
        files        run save record load replay
        language     let outer def return if repeat while for break continue try
        expressions  or and not == < is any in + * . [ ] [:] $ ( ) (,) for " \\( \"\"\"
                     duration ` comment house light
        selections   as where by limit --json --csv --plain it boxes
        functions    double count sum avg min max first last empty range distinct sort
                     reverse join split contains starts ends upper lower trim replace
                     length text number abs round old
        “help NAME” explains a command or a topic, “help s*” lists matching names, “help
        -k WORD” searches for a word; “help scenarios” and “help prompt” explain more.

        """)
    trial.session.restrict(in: "a replay") { $0.topic != "files" }
    #expect(!trial("help").contains("files"))
  }

  @Test func `help on a command shows usage, parameters, text and examples`() {
    #expect(
      Trial()("help box", "help grow") == """
        box NAME [size=SIZE] [colour=COLOUR]
          Make a box
          [size=SIZE]      from 0 to 1000
          [colour=COLOUR]  red, green or blue
          example: box A size=3 colour=blue

        box, plural: boxes
          what is in the shed
          name
          size    from 0 to 1000
          colour  one of red, green, blue
          example: boxes limit 3
        grow BY BOX …
          Make boxes larger
          BY     from 0 to 1000
          BOX …  one of the boxes
          All at once.
          It cannot be undone.

        """)
    #expect(Trial()("help while", "help count").hasPrefix("while CONDITION { … }\n  Run commands as long"))
  }

  @Test func `help on an object describes it, and lists the commands that take it`() {
    #expect(
      Trial()("box A", "help A") == """
        “A” is a box: “help box” lists its fields
          accepted by  paint

        """)
    #expect(Trial()("help A").hasPrefix("error: there is no help on “A”\n"))
  }

  @Test(arguments: ["help box.size", "help size"])
  func `help on a field explains its allowed values, by its name alone or after its kind's`(line: String) {
    #expect(Trial()(line) == "box.size\n  from 0 to 1000\n")
  }

  @Test func `help explains a setting by its name, or by the command that sets it`() {
    #expect(Trial()("help set steps") == Trial()("help steps"))
    #expect(Trial()("help set steps").hasPrefix("set steps NUMBER\n"))
    #expect(Trial()("help set size").hasPrefix("error: there is no help on “set size”\n"))
  }

  @Test func `help -k finds fields by their name and by what they keep to`() {
    for word in ["siz", "one of red"] {
      #expect(Trial()("help -k \(word)").contains("help box."), "\(word)")
    }
  }

  @Test func `help on a topic or a pattern is a table`() {
    #expect(
      Trial()("help boxes", "help p*t")
        == """
        box NAME [size=SIZE] [colour=COLOUR]  Make a box
        paint BOX COLOUR                      Paint a box
        grow BY BOX …                         Make boxes larger
        paint BOX COLOUR      Paint a box
        print [EXPRESSION …]  Print values

        """)
  }

  @Test func `a wildcard in a pattern matches one letter, or any number of them`() {
    #expect(Trial()("help pr?nt") == Trial()("help pri?*"))
    #expect(Trial()("help pr?nt").hasPrefix("print "))
    #expect(Trial()("help p?nt").hasPrefix("error: there is no help on “p?nt”\n"))
  }

  @Test func `help explains expressions and selections, and lists the available kinds`() {
    let expressions = Trial()("help expressions")
    #expect(expressions.hasPrefix("A or B "))
    #expect(expressions.contains("\nNAME.PROPERTY "))
    let selections = Trial()("help selections")
    #expect(selections.contains("\nLIST limit NUMBER      the first elements, up to a number\n"))
    #expect(selections.contains("\nboxes "))
    for line in (expressions + selections + Trial()("help language")).split(separator: "\n") {
      #expect(line.count <= 80)
    }
  }

  @Test func `help knows every operator`() {
    let words = Trial()("help expressions").split(whereSeparator: \.isWhitespace)
    var number = 0
    while let sign = Operator(rawValue: number) {
      #expect(words.contains { $0 == sign.symbol }, "\(sign)")
      number += 1
    }
    #expect(number > 10)
  }

  @Test func `a topic of several words needs no quotes`() {
    let trial = Trial()
    #expect(trial("help \"boxes\"") == trial("help boxes"))
    // A kind need not have a plural, which would be found by an empty text.
    #expect(trial("help \"\"").hasPrefix("error: there is no help on “”\n"))
    #expect(trial("help two words").hasPrefix("error: there is no help on “two words”\n"))
  }

  @Test(arguments: [("exit", "quit"), ("bye", "quit"), ("man print", "help"), ("echo 1", "print")])
  func `the names that other programs use for a command lead to a suggestion`(line: String, meant: String) {
    #expect(Trial()(line).contains("did you mean “\(meant)”?"))
  }

  @Test func `the line of a scenario identifies it as one`() {
    #expect(
      Trial()("> box A").contains("note: lines that begin with “>” belong to a scenario: use “replay”\n"))
  }

  @Test func `a command that needs an expression reports it`() {
    #expect(
      Trial()("expect") == """
        error: CONDITION is missing
          expect
                ^
          note: usage: expect CONDITION

        """)
    #expect(Trial()("print") == "\n")
  }

  @Test func `a word after the value of a setting is unexpected`() {
    #expect(
      Trial()("set hints on off") == """
        error: unexpected argument
          set hints on off
                       ^~~
          note: usage: set [NAME] [VALUE …]

        """)
    #expect(Trial()("set codes on --sav").contains("did you mean “--save”?"))
    #expect(Trial()("set codes on --save off").contains("^~~\n"))
    #expect(Trial()("set codes on --save", "set codes").hasSuffix("codes off\n"))
  }

  @Test func `help on something unknown suggests`() {
    #expect(
      Trial()("help piant") == """
        error: there is no help on “piant”
          help piant
               ^~~~~  did you mean “paint”?

        """)
    #expect(Trial()("help zzz*").hasPrefix("error: there is no help on “zzz*”\n"))
  }

  @Test func `files are refused without a host that reaches them`() {
    for command in ["run x", "save x", "record x", "record"] {
      #expect(Trial()(command).hasPrefix("error: files cannot be reached from here\n"))
    }
  }

  @Test func `run reads a script through the host, and reports where it failed`() {
    let trial = Trial()
    let files = Shelf()
    trial.session.files = files
    files.texts["a"] = "box A\nprint 1"
    files.texts["b"] = "print 2\nrun \"a\"\npaint B red\nprint 3"
    files.texts["loop"] = "run loop"
    files.texts["wrong"] = "print 1\nlet = 2\nprint 4 )"
    #expect(trial("run a") == "1\n")
    #expect(
      trial("run b") == """
        2
        error: there is a box “A” already
          box A
              ^
          at a:1
        error: the file “a” failed
          run "a"
              ^~~
          at b:2
        error: the file “b” failed
          run b
              ^

        """)
    #expect(trial("run loop").hasPrefix("error: calls are nested deeper than 100 levels\n"))
    files.texts["long"] = String(repeating: "let x = 1\n", count: 200_000)
    #expect(trial("run long") == "")
    #expect(trial("set steps 5000", "run long").contains("error: a line may take at most 5000 steps\n"))
    _ = trial("set steps 1000000")
    let wrong = trial("run wrong")
    #expect(
      wrong.contains("  let = 2\n") && wrong.contains("  at wrong:2\n") && wrong.contains("  at wrong:3\n"))
    #expect(trial("run c").hasPrefix("error: there is no file “c”\n  run c\n      ^\n"))
    #expect(trial("let x = 1; for i in (1, 2) { run d }").hasPrefix("error: there is no variable “$i”\n"))
    #expect(trial("save here", "record there", "record") == "")
    #expect(files.log == ["save here", "record there", "record nil"])
  }

  private final class Shelf: SessionRecords {
    var texts: [String: String] = ["d": "print $i"]
    var log: [String] = []

    func read(_ path: String) throws -> [UInt8] {
      guard let text = texts[path] else { throw Explanation("there is no file \(Quoting.message(path))") }
      return Array(text.utf8)
    }
    func save(to path: String) throws { log.append("save \(path)") }
    func record(to path: String?) throws { log.append("record \(path ?? "nil")") }
  }
}
