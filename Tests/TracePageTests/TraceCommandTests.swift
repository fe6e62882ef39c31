import ProgramTesting
import Testing

/// The command `trace`, and reports in the form of pages.
@Suite struct TraceCommandTests {
  private static func run(_ folder: TemporaryFolder, _ arguments: String...) throws -> BuiltProgram.Ending {
    try BuiltProgram("kanban", folder: folder).run(arguments)
  }

  private static func isPage(_ text: String) -> Bool {
    text.hasPrefix("<!doctype html>\n<html lang=\"en\" data-format=\"session-events\">")
      && text.hasSuffix("</script>\n</body>\n</html>\n")
  }

  /// Returns the lines of events in a page.
  private static func events(in page: String) -> [Substring] {
    page.split(separator: "\n").filter { $0.hasPrefix(#"{"type":"#) }
  }

  @Test func `without a file the page goes to standard output, and the verdict to standard error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("# One.\n> print 1\n1\n", to: "a.scenario")
    let ending = try Self.run(folder, "trace", "a.scenario")
    #expect(Self.isPage(ending.output) && ending.status == 0)
    #expect(ending.errors.contains("1 passed"))
  }

  @Test func `a failing scenario has a page, and the exit code reports the failure`() throws {
    let folder = try TemporaryFolder()
    try folder.write("# One.\n> print 1\n2\n", to: "a.scenario")
    let ending = try Self.run(folder, "trace", "a.scenario", "-o", "page.html")
    #expect(ending.status == 1)
    #expect(Self.isPage(try folder.text(of: "page.html")))
  }

  @Test func `a file of events has the page of its session`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.run(folder, "run", "--events", "e.jsonl", "-c", "hire Ann").status == 0)
    #expect(try Self.run(folder, "trace", "e.jsonl", "-o", "page.html").status == 0)
    let page = try folder.text(of: "page.html")
    #expect(Self.isPage(page))
    #expect(
      Self.events(in: page).map(String.init)
        == (try folder.text(of: "e.jsonl")).split(separator: "\n").map(String.init))
  }

  @Test func `a store's steps are in its page, and the store stays as it is`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try Self.run(
        folder, "--store", "s.store", "run", "-c", "hire Ann\nplan Docs 3; plan Code 1\ntake Docs Ann"
      ).status == 0)
    let before = try Self.run(folder, "--store", "s.store", "run", "-c", "log")
    #expect(try Self.run(folder, "trace", "--store", "s.store", "-o", "page.html").status == 0)
    #expect(try Self.run(folder, "--store", "s.store", "run", "-c", "log") == before)
    let events = Self.events(in: try folder.text(of: "page.html"))
    let lines = events.filter { $0.hasPrefix(#"{"type":"line""#) }
    #expect(
      lines == [
        #"{"type":"line","number":1,"text":"hire Ann"}"#,
        #"{"type":"line","number":2,"text":"plan Docs 3; plan Code 1"}"#,
        #"{"type":"line","number":3,"text":"take Docs Ann"}"#,
      ])
    #expect(events.contains { $0.contains(#""step":2,"part":2"#) })
    #expect(events.contains { $0.contains(#""change":"appeared","path":"board/doing","row":1"#) })
  }

  @Test func `a file that is not a page stays as it is`() throws {
    let folder = try TemporaryFolder()
    try folder.write("# One.\n> print 1\n1\n", to: "a.scenario")
    try folder.write("mine", to: "page.html")
    let ending = try Self.run(folder, "trace", "a.scenario", "-o", "page.html")
    #expect(
      ending.status == 2 && ending.errors.contains("this file is not an HTML report, so it was not written"))
    #expect(try folder.text(of: "page.html") == "mine")
    #expect(try Self.run(folder, "trace", "a.scenario", "-o", "other.html").status == 0)
    #expect(try Self.run(folder, "trace", "a.scenario", "-o", "other.html").status == 0)
  }

  @Test func `a page that cannot be written whole leaves the old one`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.run(folder, "run", "--events", "e.jsonl", "-c", "hire Ann").status == 0)
    #expect(try Self.run(folder, "trace", "e.jsonl", "-o", "page.html").status == 0)
    let page = try folder.text(of: "page.html")
    let ending = try BuiltProgram("kanban", folder: folder).run(
      shell: "trap '' XFSZ; ulimit -f 8; exec $0 trace e.jsonl -o page.html")
    #expect(ending.status == 2 && ending.errors.contains("File too large"), "\(ending)")
    #expect(try folder.text(of: "page.html") == page)
  }

  @Test func `lines that lack members are reported and left out`() throws {
    let folder = try TemporaryFolder()
    let good = [
      #"{"type":"start","format":"events","version":1,"world":"x"}"#,
      #"{"type":"line","number":1,"text":"hire Ann"}"#, #"{"type":"new","to":1}"#,
    ]
    let bad = [
      #"{"type":"transaction","cause":"x","changes":[{"action":"added"}]}"#, #"{"type":"told"}"#,
      #"{"type":"view","change":"appeared","path":7}"#, #"{"type":"scenario","path":"a"}"#,
    ]
    try folder.write((good + bad).map { $0 + "\n" }.joined(), to: "e.jsonl")
    let ending = try Self.run(folder, "trace", "e.jsonl", "-o", "page.html")
    #expect(
      ending
        == .init(
          status: 0, output: "",
          errors:
            "kanban: “e.jsonl”: line 4, and 3 other lines, cannot be read, and the page leaves them out\n"))
    #expect(Self.events(in: try folder.text(of: "page.html")).map(String.init) == good)
  }

  @Test func `a program reads all events that it writes`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "# One.\n> hire Ann\n...\n> plan Docs 3\nwrong\n> take Docs Ann\n> frob\n", to: "a.scenario")
    #expect(
      try Self.run(folder, "replay", "--coverage", "--report", "events:e.jsonl", "a.scenario").status == 1)
    #expect(
      try Self.run(folder, "trace", "e.jsonl", "-o", "page.html") == .init(status: 0, output: "", errors: ""))
  }

  @Test func `events are read from a pipe`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.run(folder, "run", "--events", "e.jsonl", "-c", "hire Ann").status == 0)
    let kanban = BuiltProgram("kanban", folder: folder)
    let ending = try kanban.run(shell: "cat e.jsonl | $0 trace /dev/stdin")
    #expect(Self.isPage(ending.output) && ending.status == 0, "\(ending.errors)")
    #expect(
      try kanban.run(shell: "printf '# A.\\n> print 1\\n1\\n' | $0 trace /dev/stdin").errors
        == "kanban: “/dev/stdin” is not a file of events, and a scenario is replayed from a file\n")
  }

  @Test(arguments: [
    (["trace", "nosuch"], "there is no file “nosuch”"),
    (["trace", "nosuch.scenario"], "there is no file “nosuch.scenario”"),
    (["trace", "e.jsonl", "-o", "no/x.html"], "“no/x.html”: there is no such folder"),
    (["run", "--events", "no/e.jsonl", "-c", "print 1"], "“no/e.jsonl”: there is no such folder"),
  ])
  func `a missing file or folder is named, after the program`(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"type":"start","format":"events","version":1}"# + "\n", to: "e.jsonl")
    let ending = try BuiltProgram("kanban", folder: folder).run(arguments)
    #expect(ending == .init(status: 2, output: "", errors: "kanban: \(message)\n"))
  }

  @Test func `a file or a store must be named, and only one of them`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.run(folder, "trace").status == 2)
    #expect(try Self.run(folder, "trace", "a.scenario", "--store", "s.store").status == 2)
    #expect(try Self.run(folder, "trace", "missing.scenario").status == 2)
  }

  @Test(arguments: ["stale", "grasp"])
  func `a finding of an exploration becomes a page with its commands, even if they end the process`(
    commands: String
  ) throws {
    let folder = try TemporaryFolder()
    let ending = try BuiltProgram("broken-program", folder: folder).run(
      "explore", "--steps", "3000", "--seed", "1", "--jobs", "1", "--commands", commands, "--report",
      "html:page.html")
    #expect(ending.status == 1)
    let page = try folder.text(of: "page.html")
    #expect(Self.isPage(page))
    #expect(
      Self.events(in: page).contains {
        $0.hasPrefix(#"{"type":"scenario""#) && $0.contains(#""verdict":"failed""#)
      })
    #expect(Self.events(in: page).contains { $0.hasPrefix(#"{"type":"line""#) })
  }

  @Test func `the page of an exploration has the coverage of its walks`() throws {
    let folder = try TemporaryFolder()
    let ending = try Self.run(
      folder, "explore", "--steps", "500", "--seed", "1", "--report", "html:page.html")
    let page = try folder.text(of: "page.html")
    let table = Self.events(in: page).first { $0.hasPrefix(#"{"type":"summary""#) } ?? ""
    let names = [#""name":"commands","#, #""missing":["#]
    #expect(names.allSatisfy(table.contains), "\(ending.output) \(table)")
  }

  @Test func `1,000 steps of 100 objects take at most a megabyte`() throws {
    let folder = try TemporaryFolder()
    let cards = (0..<100).map { "plan C\($0) \($0)" }
    let people = ["hire Ann", "hire Bob"]
    let moves = (0..<900).map { step in
      step % 3 == 0
        ? "change C\(step % 100) points=\(step % 97)"
        : step % 3 == 1 ? "move C\(step % 100) doing" : "move C\((step + 99) % 100) todo"
    }
    try folder.write(
      "# Many.\n" + (people + cards + moves).map { "> \($0)\n...\n" }.joined(), to: "many.scenario")
    _ = try Self.run(folder, "trace", "many.scenario", "-o", "page.html")
    #expect(try folder.text(of: "page.html").utf8.count <= 1 << 20)
  }
}
