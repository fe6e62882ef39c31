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

  @Test(arguments: [
    ("p|", ["paint", "print"], "p"), ("de|", ["defs", "def", "deploy"], "de"), ("paint A|", ["Alpha"], "A"),
    ("paint |", ["Alpha", "Beta"], ""), ("paint Alpha |", ["red", "green", "blue"], ""),
    ("paint Alpha g|", ["green"], "g"), ("box N |", ["size=", "colour="], ""),
    ("box N col|", ["colour="], "col"),
    ("box N colour=|", ["red", "green", "blue"], ""), ("box N colour=b|", ["blue"], "b"),
    ("box N colour=red |", ["size="], ""), ("grow 1 Alpha B|", ["Beta"], "B"),
    ("print 1; pai|", ["paint"], "pai"),
    ("if true { pai|", ["paint"], "pai"), ("print tot|", ["total"], "tot"), ("print $t|", ["$total"], "$t"),
    ("print Alpha.c|", ["colour"], "c"), ("print house.front.|", ["open"], ""),
    ("expect cou|", ["count("], "cou"),
    ("print count(box|", ["boxes", "box("], "box"), ("print boxes where si|", ["size"], "si"),
    ("print boxes wh|", ["where"], "wh"), ("watch w = bo|", ["boxes", "box("], "bo"),
    ("help pa|", ["paint"], "pa"),
    ("set nes|", ["nesting"], "nes"), ("print 1 # p|", [], ""), ("keep |", ["{"], ""),
    ("bre|", ["break"], "bre"), ("fai|", [], "fai"),
    ("say |", [], ""), ("zzz|", [], "zzz"), ("paint A| red", ["Alpha"], "A"),
  ])
  func `the words that fit come from the declarations`(text: String, candidates: [String], replaced: String) {
    let found = complete(text)
    #expect(found.texts == candidates)
    #expect(found.replaced == replaced)
  }

  @Test func `a name that a word cannot hold is completed in quotes`() {
    #expect(
      complete("paint |", names: ["two words", "say\"so"]).texts == ["\"two words\"", "\"say\\\"so\""])
    #expect(complete("paint \"tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("paint tw|", names: ["two words", "x"]).texts == ["\"two words\""])
    #expect(complete("paint \"tw|", names: ["two words", "x"]).replaced == "\"tw")
  }

  @Test func `a path is completed by whoever reaches the files, and goes on behind a folder`() {
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

  @Test func `a hint shows the usage of the command that is typed`() {
    let session = Trial().session
    let text = Array("print 1; paint A ".utf8)
    #expect(session.hint(for: text.span, at: text.count) == "paint BOX COLOUR  Paint a box")
    #expect(session.hint(for: Array("while ".utf8).span, at: 6).hasPrefix("while CONDITION"))
    #expect(session.hint(for: text.span, at: 0) == "")
  }
}
