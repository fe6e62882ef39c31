import ProgramTesting
import Testing

/// Pages in a real browser.
@Suite(.enabled(if: Browsing.isPossible, "left out: there is no Chromium or no node")) struct BrowserTests {
  private static func page(
    _ program: String, _ arguments: [String], _ files: [String: String], status: Int32 = 0
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let ending = try BuiltProgram(program, folder: folder).run(arguments)
    #expect(ending.status == status, "\(ending.errors)")
    return folder
  }

  static let lines = [
    "hire Ann", "plan Docs 3", "plan Code 8", "take Docs Ann", "move Dcos done",
    "change Code points=2; drop Docs", "undo",
  ]

  /// Returns a scenario of commands that accepts any output.
  private static func scenario(_ claim: String, _ lines: [String], header: String = "") -> String {
    "# \(claim)\n\(header)" + lines.map { "> \($0)\n...\n" }.joined()
  }

  @Test func `a session is stepped through, searched, compared and explained`() throws {
    let folder = try Self.page(
      "kanban", ["trace", "board.scenario", "-o", "page.html"],
      ["board.scenario": Self.scenario("A card is taken.", Self.lines)])
    try Browsing.check("session", "page.html", in: folder)
  }

  @Test func `a reference has the name of its object at the shown step, even if names are reused`() throws {
    let lines = [
      "hire Ann", "hire Bob", "plan Docs 3; plan Code 8", "take Docs Ann", "take Code Bob",
      "change Ann name=Eve; change Bob name=Ann", "change Code owner=none", "change Code owner=Ann",
      "change Eve name=Zoe; remove Ann",
    ]
    let folder = try Self.page(
      "kanban", ["trace", "renamed.scenario", "-o", "page.html"],
      ["renamed.scenario": Self.scenario("Names are reused.", lines)])
    try Browsing.check("renamed", "page.html", in: folder)
  }

  @Test func `a step that was redone keeps the line that made it`() throws {
    let lines = ["plan Docs 3", "change Docs points=2; change Docs points=3", "undo", "redo"]
    let folder = try Self.page(
      "kanban", ["trace", "redone.scenario", "-o", "page.html"],
      ["redone.scenario": Self.scenario("A change is redone.", lines)])
    try Browsing.check("redone", "page.html", in: folder)
  }

  @Test func `a step is named by its number, and another line by its number in the file`() throws {
    let folder = try Self.page(
      "kanban", ["trace", "retyped.scenario", "-o", "page.html"],
      [
        "retyped.scenario": """
        # Commands are typed again.
        > plan Docs 3
        ...
        > change Docs points=5
        ...
        # After this, the same command makes step 2 again.
        > undo
        ...
        > change Docs points=5
        ...
        > change Docs points=7
        ...
        > undo
        ...
        > change Docs points=8
        ...

        """
      ])
    try Browsing.check("retyped", "page.html", in: folder)
  }

  /// Returns the file of events of a session that prints texts, each on a line of its own with the number 1.
  private static func events(printing texts: [String]) -> String {
    let lines = texts.enumerated().flatMap { place, text in
      [
        #"{"type":"line","number":1,"text":"print \#(place + 1)"}"#, #"{"type":"text","text":"\#(text)"}"#,
        #"{"type":"end","outcome":"done"}"#,
      ]
    }
    return ([#"{"type":"start","format":"events","version":1,"world":"x"}"#] + lines).map { $0 + "\n" }
      .joined()
  }

  @Test func `lines with the same number are named by their places in the list`() throws {
    let folder = try Self.page(
      "kanban", ["trace", "e.jsonl", "-o", "page.html"], ["e.jsonl": Self.events(printing: ["1", "2"])])
    try Browsing.check("repeated", "page.html", in: folder)
  }

  @Test func `invisible characters are escapes unless they have an effect`() throws {
    let outOfPlace = ["E0041", "E0100", "FE0F", "200D", "200C", "A0", "2003", "FFFFE"].compactMap {
      UInt32($0, radix: 16).flatMap(Unicode.Scalar.init).map { "a\($0)b" }
    }
    let inPlace = [
      "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}", "1\u{FE0F}\u{20E3}",
      "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "\u{915}\u{94D}\u{200D}\u{937}",
      "\u{645}\u{6CC}\u{200C}\u{62E}", "\u{845B}\u{E0100}",
    ]
    let texts = outOfPlace + inPlace
    let folder = try Self.page(
      "kanban", ["trace", "e.jsonl", "-o", "page.html"],
      [
        "e.jsonl": Self.events(printing: [
          texts.joined(separator: #""}"# + "\n" + #"{"type":"text","text":""#)
        ])
      ])
    try Browsing.check("invisible", "page.html", in: folder)
  }

  @Test func `a failed scenario shows the expected output, the actual output, and the state`() throws {
    let folder = try Self.page(
      "kanban", ["trace", "failing.scenario", "-o", "page.html"],
      [
        "failing.scenario": """
        # Moving a card is a transition.
        > plan Docs 3
        + board/todo 1  Docs  todo    3  none
        > move Docs doing
        - board/todo 1  Docs  todo    3  none
        + board/doing 1  Docs  doing    5  none
        > print 1
        1

        """
      ], status: 1)
    try Browsing.check("failed", "page.html", in: folder)
  }

  @Test func `a run is an index with its failures first`() throws {
    let folder = try Self.page(
      "kanban", ["replay", "--times", "--coverage", "--report", "html:page.html", "."],
      [
        "a.scenario": Self.scenario("The first passes.", ["hire Ann", "plan Docs 3"]),
        "b.scenario": "# The second fails.\n> print 1\n2\n",
        "c.scenario": Self.scenario("The third passes.", ["hire Ann"], header: "# tags: slow\n"),
        "d.scenario": "# The fourth fails.\n# tags: fast\n> print 3\n4\n",
      ], status: 1)
    try Browsing.check("suite", "page.html", in: folder)
  }

  @Test func `hostile names are text and nothing else`() throws {
    // As JSON, because a world rejects such names, but a file of events may come from anywhere.
    let names = [
      "</script><script>globalThis.isHarmed = true</script>", "<img src=x onerror=globalThis.isHarmed=true>",
      #"a\u2028b"# + "\u{2028}c", #"a\u202eb"# + "\u{202E}c", #"nul\u0000nul"#, "__proto__", "constructor",
      String(repeating: "long", count: 50_000), "<!--<script>", #"'\"&amp;`${1}"#, "tag\u{E0041}",
      #"a\u200bb"# + "\u{200B}c",
    ]
    var lines = [#"{"type":"start","format":"events","version":1,"world":"x"}"#]
    for (place, name) in names.enumerated() {
      let field = #""name":"\#(name)","#
      lines += [
        #"{"type":"line","number":\#(place),"text":"\#(name)"}"#,
        #"{"type":"transaction","cause":"\#(name)","step":\#(place + 1),"part":1,"changes":[{"action":"added","kind":"\#(name)","id":"\#(name)","name":"\#(name)","rule":"\#(name)","fields":[{\#(field)"new":"\#(name)"}]}]}"#,
        #"{"type":"told","to":[{"name":"\#(name)"}],"passed":0}"#,
        #"{"type":"view","change":"appeared","path":"\#(name)","row":1,"fields":[{\#(field)"text":"\#(name)"}],"kind":"\#(name)","id":"\#(name)"}"#,
        #"{"type":"view","change":"appeared","path":"l\#(name)","fields":[{\#(field)"text":"\#(name)"}],"facts":["\#(name)"]}"#,
        #"{"type":"text","text":"\#(name)"}"#,
        #"{"type":"diagnostic","message":"\#(name)","suggestion":"\#(name)","notes":["\#(name)"],"text":"\#(name)","range":[0,4]}"#,
        #"{"type":"end","outcome":"failed"}"#,
      ]
    }
    // Lines that are no events must not prevent the others from being shown.
    lines += [
      "nonsense", #"{"type":"unknown"}"#, #"{"type":"told"}"#,
      #"{"type":"transaction","cause":"x","changes":[{"action":"added"}]}"#, #"{"type":"transaction"#,
    ]
    let folder = try Self.page(
      "kanban", ["trace", "hostile.jsonl", "-o", "page.html"],
      ["hostile.jsonl": lines.map { $0 + "\n" }.joined()])
    try Browsing.check("hostile", "page.html", in: folder)
  }

  @Test func `100,000 steps still work`() throws {
    let folder = try Self.page(
      "kanban", ["trace", "small.scenario", "-o", "page.html"],
      ["small.scenario": Self.scenario("Small.", ["hire Ann"])])
    try Browsing.check("large", "page.html", in: folder)
  }
}
