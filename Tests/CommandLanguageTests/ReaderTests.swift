import TestSupport
import Testing

@testable import CommandLanguage

@Suite struct ReaderTests {
  private static let pieces = [
    "print 1", "if true {", "}", "else {", "(", ")", "[", "]", "\"", "\"\"\"", "\\(", "# c", "\n", "\n", "\n",
    " ",
    ";", "say a#b", "note \" ( {", "let x =", "+", ",", "def f a {", "🙂", "\r\n", "watch w = boxes where",
    "\\", "in",
    "try {", "x", "$x.y[", "`a b`", "\t", "{", "size=3", "1.5", "for n in",
  ]

  private func commands(_ bytes: [UInt8], by size: Int) -> [String] {
    var reader = Trial().session.makeReader()
    var found: [String] = []
    func read() {
      while let command = reader?.next() {
        found.append("\(command.line) \(command.isSound) \(String(decoding: command.text, as: UTF8.self))")
      }
    }
    var place = 0
    while place < bytes.count {
      let end = min(place + size, bytes.count)
      reader?.feed(bytes[place..<end].span)
      read()
      place = end
    }
    reader?.finish()
    read()
    return found
  }

  @Test func `a text is read alike whole, in pieces and byte by byte`() {
    var several = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var dice = SplitMix(seed)
      var text = ""
      for _ in 0..<Int.random(in: 1...14, using: &dice) {
        text += (Self.pieces.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? " " : "")
      }
      let bytes = Array(text.utf8)
      let whole = commands(bytes, by: bytes.count)
      #expect(commands(bytes, by: 1) == whole, "seed \(seed): \(text)")
      #expect(commands(bytes, by: 3) == whole, "seed \(seed): \(text)")
      several += whole.count > 1 ? 1 : 0
    }
    #expect(several > 100)
  }

  /// What a reader makes of a text that is fed in pieces: everything that can be asked of each command.
  private func facts(_ bytes: [UInt8], by size: Int, readsAhead: Bool) -> [String] {
    let session = Trial().session
    guard var reader = session.makeReader() else { return [] }
    reader.readsAhead = readsAhead
    var commands: [PreparedLine] = []
    for place in stride(from: 0, to: bytes.count, by: size) {
      reader.feed(bytes[place..<min(place + size, bytes.count)].span)
      while let command = reader.next() { commands.append(command) }
    }
    reader.finish()
    while let command = reader.next() { commands.append(command) }
    // Alone, each knows no more names than it makes itself.
    let resolved = readsAhead ? session.prepare(commands) : commands.flatMap { session.prepare([$0]) }
    return zip(commands, resolved).map { read, resolved in
      """
      \(read.line) \(read.comment) \(read.commands) \(read.text)
      \(read.diagnostics.map { "\($0.range) \($0.explanation.message)" })
      \(read.isSound ? resolved.diagnostics.map(\.range).count : 0)
      """
    }
  }

  @Test func `commands that are read ahead of their turn are what they are one by one`() {
    var several = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var dice = SplitMix(seed)
      var text = "# a box\nbox A size=3\n"
      for _ in 0..<Int.random(in: 1...14, using: &dice) {
        text += (Self.pieces.randomElement(using: &dice) ?? "") + (Bool.random(using: &dice) ? "\n" : " ")
      }
      let alone = facts(Array(text.utf8), by: text.utf8.count, readsAhead: false)
      #expect(
        facts(Array(text.utf8), by: text.utf8.count, readsAhead: true) == alone, "seed \(seed): \(text)")
      #expect(facts(Array(text.utf8), by: 7, readsAhead: true) == alone, "seed \(seed): \(text)")
      several += alone.count > 2 ? 1 : 0
    }
    #expect(several > 100)
  }

  @Test func `a mistake in a script that is read ahead is shown with its own line only`() {
    let text = "print 1\ndef half n { return 7 / n }\nlet a = 1\nprint a, half(0)\nprint grean\n"
    var runner = ScriptRunner(Trial().session, name: "s", keepsGoing: true)
    var output: [UInt8] = []
    _ = runner.feed(Array(text.utf8).span, into: &output)
    #expect(runner.finish(into: &output) == .failed)
    #expect(
      String(decoding: output, as: UTF8.self) == """
        1
        error: division by zero
          def half n { return 7 / n }
                              ^~~~~
          note: in “half”
          at s:4
        error: nothing is called “grean”
          print grean
                ^~~~~  did you mean “green”?
          at s:5

        """)
  }

  @Test func `a command that was read returns its parts`() throws {
    let session = Trial().session
    var reader = try #require(session.makeReader())
    reader.feed(Array("if true { box A size=3; say \"a b\" }\nsave x.scenario\n".utf8).span)
    let block = try #require(reader.next() as PreparedLine?)
    #expect(block.commands == [["box", "A", "size=3"], ["say", "a b"]])
    let save = try #require(reader.next() as PreparedLine?)
    #expect(save.commands == [["save", "x.scenario"]] && save.line == 2)
    #expect(reader.next() == nil && !reader.isOpen)
  }

  @Test func `a candidate that is inserted can be read`() {
    let trial = Trial()
    trial.shed.boxes = ["two words", "say\"so", "a-b", "Müller", "007", "x=y", "#1"].map {
      Box(name: $0, size: 1, colour: "red")
    }
    for text in ["paint ", "print ", "print count(boxes where ", "box N colour=", "say ", "grow 1 "] {
      let found = trial.session.completions(of: Array(text.utf8).span, at: text.utf8.count)
      for candidate in found.candidates where candidate.isFinal {
        let typed = Array((text + candidate.text).utf8)
        #expect(trial.session.completions(of: typed.span, at: typed.count).replaced.upperBound == typed.count)
        let lines = trial.session.prepare([trial.session.read(typed.span)])
        let shown = lines.flatMap(\.diagnostics).map(\.explanation.message).joined(separator: "\n")
        #expect(
          !shown.contains("cannot follow a word") && !shown.contains("never closed: "),
          "\(text)\(candidate.text)")
      }
    }
    for name in trial.shed.boxes.map(\.name) {
      let typed = Array("paint \(name.prefix(1))".utf8)
      let found = trial.session.completions(of: typed.span, at: typed.count)
      for candidate in found.candidates {
        #expect(!trial("paint \(candidate.text) blue").contains("there is no box"))
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `comments are read in linear time, and only the last thousand lines of a block are kept`() throws {
    let made = Trial().session.makeReader()
    var reader = try #require(made)
    reader.feed(Array((String(repeating: "# c\n", count: 100_000) + "# last\nprint 1\n").utf8).span)
    let read = reader.next()
    let command = try #require(read)
    let lines = command.comment.split(separator: "\n")
    #expect(lines.count == 1_000 && lines.last == "last")
  }

  @Test(arguments: [1, 7, 100_000])
  func `a line that is too long is refused with its size and skipped, in pieces of any length`(length: Int) {
    let session = Trial().session
    session.interpreter.limits.line = 20
    var runner = ScriptRunner(session, name: "s", keepsGoing: true)
    var output: [UInt8] = []
    let long = "print " + String(repeating: "1", count: 5_000)
    let script = Array("print 1\n\(long)\r\nprint 2\n\(long)\nprint 3\n\(long)".utf8)
    for start in stride(from: 0, to: script.count, by: length) {
      _ = runner.feed(Array(script[start..<min(script.count, start + length)]).span, into: &output)
    }
    #expect(runner.finish(into: &output) == .failed)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let shown = lines.filter { !$0.hasPrefix(" ") }
    let error = "error: a command line may have at most 20 bytes; this one has 5006"
    #expect(shown == ["1", error[...], "2", error[...], "3", error[...]])
    #expect(lines.filter { $0.hasPrefix("  at ") } == ["  at s:2", "  at s:4", "  at s:6"])
  }

  @Test(arguments: [
    "print \"\"\"\n  one\n    two \\(1 + 1)\n  three\n  \"\"\"\nprint 4\n", "print \"\"\"one\n two\"\"\"\n",
  ])
  func `a text of several lines does not depend on the line ends of its file`(script: String) {
    func run(_ script: String) -> String {
      var runner = ScriptRunner(Trial().session, name: "s")
      var output: [UInt8] = []
      _ = runner.feed(Array(script.utf8).span, into: &output)
      #expect(runner.finish(into: &output) == .done)
      return String(decoding: output, as: UTF8.self)
    }
    let output = run(script)
    #expect(output.contains(#"one\n"#))
    #expect(run(script.replacing("\n", with: "\r\n")) == output)
  }

  @Test(arguments: [1, 2, 7, 100])
  func `the text of a block does not depend on the line ends of its file`(length: Int) throws {
    var reader = try #require(Trial().session.makeReader())
    let script = Array("def f {\r\n  print 1\r\r\n}\r\nprint \"a\rb\"\r\n".utf8)
    var texts: [String] = []
    for start in stride(from: 0, to: script.count, by: length) {
      reader.feed(Array(script[start..<min(script.count, start + length)]).span)
      while let line = reader.next() { texts.append(String(decoding: line.text, as: UTF8.self)) }
    }
    #expect(texts == ["def f {\n  print 1\n}", "print \"a\rb\""])
  }

  @Test(
    arguments: ["\n", "# c\n", "\n# c\n\n", "# c\n# d\n"],
    ["paint B -5", "paint Z red", "paint B \"x \"", "1 +"])
  func `an error is shown without the blank lines and comments above its command`(above: String, line: String)
  {
    func run(_ script: String, _ runsAsItComes: Bool) -> String {
      var runner = ScriptRunner(Trial().session, name: "s", runsAsItComes: runsAsItComes)
      var output: [UInt8] = []
      _ = runner.feed(Array(script.utf8).span, into: &output)
      #expect(runner.finish(into: &output) == .failed)
      return String(decoding: output, as: UTF8.self).replacing(#/at s:\d+/#, with: "")
    }
    #expect(run(line, true).contains("^"))
    for runsAsItComes in [true, false] {
      #expect(run(above + line, runsAsItComes) == run(line, runsAsItComes))
    }
  }

  @Test func `a block that is too long ends a script, however much follows`() {
    let session = Trial().session
    session.interpreter.limits.line = 20
    var runner = ScriptRunner(session, name: "s", keepsGoing: true)
    var output: [UInt8] = []
    _ = runner.feed(Array("print 1\nif true {\n".utf8).span, into: &output)
    for _ in 0..<100 { _ = runner.feed(Array("  print 2\n".utf8).span, into: &output) }
    #expect(runner.finish(into: &output) == .failed)
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("a command line may have at most 20 bytes") && !text.contains("\n2\n"))
  }

  @Test(arguments: [
    ("set nesting 3", "print ((((1))))", "error: the nesting is deeper than 3 levels"),
    ("set name 3", "let long = 1", "error: a name may have at most 3 bytes"),
    ("set text 3", "say abcd; print \"abcd\"", "error: a text may have at most 3 bytes"),
    ("set line 20", "print 1, 2, 3, 4, 5, 6", "error: a command line may have at most 20 bytes"),
  ])
  func `a limit applies to the lines that arrive after it`(setting: String, line: String, error: String) {
    var runner = ScriptRunner(Trial().session, name: "s", runsAsItComes: true)
    var output: [UInt8] = []
    _ = runner.feed(Array("\(line)\n\(setting)\n\(line)\n".utf8).span, into: &output)
    #expect(runner.finish(into: &output) == .failed)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.first { $0.hasPrefix("error: ") }?.hasPrefix(error) == true, "\(lines)")
    #expect(lines.last == "  at s:3", "\(lines)")
  }
}
