import CommandLanguage
import Testing

@Suite struct CompletionTests {
  /// The candidates at `|` in `text`, and what they replace.
  private func complete(_ text: String, names: [String] = ["Alpha", "Beta"]) -> (
    texts: [String], replaced: String
  ) {
    let trial = Trial()
    for name in names { trial.shed.boxes.append(Box(name: name, size: 1, colour: "red")) }
    _ = trial("let total = 5", "def deploy { }")
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let bytes = Array(parts.joined().utf8)
    let found = trial.session.completions(of: bytes.span, at: parts[0].utf8.count)
    return (found.candidates.map(\.text), String(decoding: bytes[found.replaced], as: UTF8.self))
  }

  private static let fitting: [(text: String, candidates: [String], replaced: String)] = [
    ("p|", ["paint", "print"], "p"), ("de|", ["defs", "demo", "def", "deploy"], "de"),
    ("paint A|", ["Alpha"], "A"),
    ("paint |", ["Alpha", "Beta"], ""), ("paint Alpha |", ["red", "green", "blue"], ""),
    ("paint Alpha g|", ["green"], "g"), ("box N |", ["size=", "colour="], ""),
    ("box N col|", ["colour="], "col"),
    ("box N colour=|", ["red", "green", "blue"], ""), ("box N colour=b|", ["blue"], "b"),
    ("box N colour=red |", ["size="], ""), ("grow 1 Alpha B|", ["Beta"], "B"),
    ("print 1; pai|", ["paint"], "pai"),
    ("if true { pai|", ["paint"], "pai"), ("if true { # why\n pai|", ["paint"], "pai"),
    ("print tot|", ["total"], "tot"), ("print $t|", ["$total"], "$t"),
    ("print Alpha.c|", ["colour"], "c"), ("print house.front.|", ["open"], ""),
    ("expect cou|", ["count("], "cou"),
    ("print count(box|", ["boxes", "box("], "box"), ("print boxes where si|", ["size"], "si"),
    ("print boxes wh|", ["where"], "wh"), ("watch w = bo|", ["boxes"], "bo"), ("watch w |", ["="], ""),
    ("print boxes |", ["as", "where", "by", "limit", "or", "and", "==", "!=", "+"], ""),
    ("boxes where colour == |red", ["red", "green", "blue"], ""),
    ("boxes where colour == b|", ["blue", "boxes", "box("], "b"),
    ("boxes by |size", ["name", "size", "colour", "it"], ""),
    (
      "boxes by size |",
      [
        "+", "-", "*", "/", "%", "desc", "asc", "limit", "or", "and", "==", "!=", "--json", "--csv",
        "--plain",
      ], ""
    ),

    (
      "boxes where size > 1 |",
      ["in", "+", "-", "*", "/", "%", "or", "and", "by", "limit", "--json", "--csv", "--plain"], ""
    ),
    ("boxes --j|", ["--json"], "--j"),
    ("def f who { paint $w|", ["$who"], "$w"), ("def f who { paint |", ["$who", "Alpha", "Beta"], ""),
    ("for b|", [], "b"), ("for b |", ["in"], ""), ("break|", [], "break"),
    ("while true { brea|", ["break"], "brea"),
    ("def f { ret|", ["return"], "ret"), ("ret|", [], "ret"), ("if true { } |", ["else"], ""),
    ("let n = 1; print n|", ["n", "number(", "not", "none"], "n"), ("unset to|", ["total"], "to"),
    ("set li|", ["list", "line", "light"], "li"),
    ("paint $total.|", [], ""), ("print (1 + tot|", ["total"], "tot"), ("print \"\\(tot|", ["total"], "tot"),
    ("boxes where size == 1 == |", [], ""), ("outer to|", ["total"], "to"),
    ("help pa|", ["paint", "pager", "parameter-exists"], "pa"),
    ("help box.|", ["box.name", "box.size", "box.colour"], "box."), ("help siz|", ["size"], "siz"),
    ("set nes|", ["nesting"], "nes"), ("print 1 # p|", [], ""), ("keep |", ["{"], ""),
    ("fai|", [], "fai"),
    ("print \"cou|", [], "\"cou"), ("print \"|", [], "\""), ("print \"Al|", [], "\"Al"),
    ("\"pa|", [], "\"pa"),
    ("boxes \"wh|", [], "\"wh"), ("boxes where colour == \"b|", ["\"blue\""], "\"b"),
    ("boxes where name == \"Al|", ["\"Alpha\""], "\"Al"),
    ("print Beta.name == \"|", ["\"Alpha\"", "\"Beta\""], "\""),
    ("print Beta == \"Al|", ["\"Alpha\""], "\"Al"), ("print box(\"Al|", ["\"Alpha\""], "\"Al"),
    ("print count(\"Al|", [], "\"Al"), ("print `to|", ["`total`"], "`to"), ("print `cou|", [], "`cou"),
    ("paint \"Al|", ["\"Alpha\""], "\"Al"), ("help \"pai|", ["\"paint\""], "\"pai"),
    ("help -|", ["--json", "--csv", "--plain", "-k"], "-"),
    ("say |", [], ""), ("zzz|", [], "zzz"), ("paint A| red", ["Alpha"], "A"),
  ]

  @Test(arguments: fitting)
  func `the words that fit come from the declarations`(text: String, candidates: [String], replaced: String) {
    let found = complete(text)
    // Of an operand only what comes first is told here.
    let isOpen = text.contains("== |") || text.contains("by |")
    #expect((isOpen ? Array(found.texts.prefix(candidates.count)) : found.texts) == candidates)
    #expect(found.replaced == replaced)
  }

  @Test func `else is offered at the beginning only after an if that may continue`() {
    let trial = Trial()
    func offersElse(_ text: String) -> Bool {
      trial.session.completions(of: Array(text.utf8).span, at: text.utf8.count).candidates.contains {
        $0.text == "else"
      }
    }
    #expect(!offersElse("") && !offersElse("el"))
    _ = trial("if 1 > 2 { print 1 }")
    #expect(offersElse("") && offersElse("  el") && !offersElse("print 1; el"))
    _ = trial("else { print 2 }")
    #expect(!offersElse("el"))
  }

  @Test func `a name that a word cannot hold is completed in quotes`() {
    #expect(
      complete("paint |", names: ["two words", "say\"so"]).texts == ["\"two words\"", "\"say\\\"so\""])
    #expect(complete("paint \"tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("expect box(\"tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("boxes where name == \"tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("paint tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("paint \"tw|", names: ["two words", "x"]).replaced == "\"tw")
  }

  @Test func `a path is completed for users of files, and continues after a folder`() {
    final class Shelf: SessionFiles {
      func read(_ path: String) throws -> [UInt8] { [] }
      func save(to path: String) throws {}
      func record(to path: String?) throws {}
      func paths(beginningWith prefix: String) -> [String] {
        ["day.txt", "days/", "my days/"].filter { $0.hasPrefix(prefix) }
      }
    }
    let trial = Trial()
    let shelf = Shelf()
    func complete(_ text: String) -> [Completions.Candidate] {
      trial.session.completions(of: Array(text.utf8).span, at: text.utf8.count).candidates
    }
    #expect(complete("run d") == [])
    trial.session.files = shelf
    #expect(complete("run d") == [.init("day.txt"), .init("days/", isFinal: false)])
    #expect(complete("save my") == [.init("\"my days/", isFinal: false)])
    #expect(complete("record \"my d") == [.init("\"my days/", isFinal: false)])
  }

  @Test func `an option is not final, a forbidden command is not offered`() {
    let trial = Trial()
    let text = Array("box N si".utf8)
    #expect(trial.session.completions(of: text.span, at: 8).candidates == [.init("size=", isFinal: false)])
    trial.session.restrict(in: "a replay") { $0.name != "paint" }
    #expect(trial.session.completions(of: Array("pai".utf8).span, at: 3).candidates.isEmpty)
  }

  @Test func `a hint is the next parameter, as it is declared`() {
    let session = Trial().session
    let text = Array("print 1; paint A ".utf8)
    #expect(session.hint(of: text.span, at: text.count) == "COLOUR red, green or blue")
    #expect(session.hint(of: text.span, at: text.count - 1) == "BOX one of the boxes")
    func hint(_ text: String) -> String? { session.hint(of: Array(text.utf8).span, at: text.utf8.count) }
    #expect(hint("grow ") == "BY from 0 to 1000")
    #expect(hint("box N size=") == "SIZE from 0 to 1000")
    #expect(hint("watch w ") == "= SELECTION")
    #expect(hint("paint A red ") == nil && hint("wh") == nil && hint("") == nil)
    _ = session.run("def duel left right { }")
    #expect(hint("duel a ") == "RIGHT")
  }

  @Test(
    arguments: [
      ("for b ", "in"), ("paint A re", "d"), ("watch w ", "="), ("if true { } e", "lse"),
      ("box N col", "our="),
      ("exp", nil), ("p", nil), ("paint ", nil), ("print tot", nil), ("let ", nil), ("paint A red ", nil),
    ] as [(String, String?)])
  func `a suggestion is the only continuation that the grammar allows`(text: String, rest: String?) {
    let trial = Trial()
    _ = trial("box A", "let total = 5")
    #expect(trial.session.suggestion(of: Array(text.utf8).span, at: text.utf8.count) == rest)
  }

  /// A world of many names: what is asked for at every keystroke looks names up, and lists none.
  @Test func `colours, hints and suggestions list no names`() {
    let trial = Trial()
    trial.shed.listingCount = 0
    for text in [
      "paint Al", "paint ", "print Al", "boxes where name == Al", "grow 1 A B", "help pa", "unset x",
    ] {
      let bytes = Array(text.utf8)
      _ = trial.session.highlights(of: bytes.span)
      _ = trial.session.hint(of: bytes.span, at: bytes.count)
      _ = trial.session.suggestion(of: bytes.span, at: bytes.count)
    }
    #expect(trial.shed.listingCount == 0)
    _ = trial.session.completions(of: Array("paint ".utf8).span, at: 6)
    #expect(trial.shed.listingCount > 0)
  }
}
