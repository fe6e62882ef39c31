import CommandLanguage
import TestSupport
import Testing

@testable import LineEditor

/// The display of a line on a terminal, drawn over any earlier display.
@Suite struct LineScreenTests {
  private func line(_ text: String, cursor: Int? = nil, suggestion: String = "") -> EditedLine {
    var line = EditedLine()
    line.prompt = Array("> ".utf8)
    line.continuation = Array(". ".utf8)
    line.text = Array(text.utf8)
    line.cursor = cursor ?? line.text.count
    line.suggestion = Array(suggestion.utf8)
    line.isPainted = true
    line.isColoured = true
    return line
  }

  private func drawn(_ line: EditedLine, columns: Int, rows: Int = 24) -> Screen {
    var (screen, terminal) = (LineScreen(), Screen(columns: columns, rows: rows))
    terminal.feed(screen.draw(LineLayout(line, width: columns), height: rows))
    return terminal
  }

  @Test func `a block is shown after its prompts, with the cursor at its position in the text`() {
    let shown = drawn(line("repeat 2 {\n  tick\n}", cursor: 14), columns: 40)
    #expect(shown.visibleLines == ["> repeat 2 {", ".   tick", ". }"])
    #expect(shown.cursor == (1, 5))
  }

  @Test func `a list below the screens that does not fit says how many lines are missing`() {
    func shown(_ count: Int) -> [String] {
      var (window, terminal) = (FullScreen(), Screen(columns: 40, rows: 6))
      window.notice = (1...count).map { Array("word\($0)".utf8) }
      terminal.feed(window.draw(LineLayout(line("w"), width: 40), columns: 40, rows: 6))
      return terminal.visibleLines
    }
    #expect(shown(4) == ["", "word1", "word2", "word3", "word4", "> w"])
    #expect(shown(5) == ["", "word1", "word2", "word3", "… and 2 more lines", "> w"])
  }

  @Test func `a text that fills its row has the cursor on the next one`() {
    let shown = drawn(line("12345678"), columns: 10)
    #expect(shown.visibleLines == ["> 12345678", ""])
    #expect(shown.cursor == (1, 0))
  }

  @Test func `a wide character that does not fit into a row begins the next one`() {
    let shown = drawn(line("1234567王😠"), columns: 10)
    #expect(shown.visibleLines == ["> 1234567", "王😠"])
    #expect(shown.cursor == (1, 4))
  }

  @Test func `a suggestion is faint, and takes no additional row`() {
    let shown = drawn(line("spawn", suggestion: " hero Arthur"), columns: 14)
    #expect(shown.visibleLines == ["> spawn hero"])
    #expect(shown.suggestion == " hero")
    #expect(shown.cursorLine == ("> spawn", ""))
  }

  @Test func `the first line of a suggested block is shown`() {
    #expect(drawn(line("rep", suggestion: "eat 2 {\n  tick\n}"), columns: 40).suggestion == "eat 2 { …")
  }

  @Test func `control characters and malformed UTF-8 are shown, and do not move the cursor`() {
    var odd = line("a\u{1B}[2Jb\u{7F}")
    odd.text += [0xFF, UInt8(ascii: "c")]
    odd.cursor = odd.text.count
    let shown = drawn(odd, columns: 40)
    #expect(shown.visibleLines.count == 1)
    #expect(shown.visibleLines[0].hasPrefix("> a^[[2Jb^?"))
    #expect(shown.visibleLines[0].hasSuffix("c"))
    #expect(shown.cursor.column == Screen.width(of: shown.visibleLines[0]))
  }

  @Test func `a line of more rows than the window has is shown around its cursor`() {
    let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
    #expect(drawn(line(text), columns: 20, rows: 3).visibleLines == [". line 7", ". line 8", ". line 9"])
    #expect(
      drawn(line(text, cursor: 0), columns: 20, rows: 3).visibleLines == ["> line 1", ". line 2", ". line 3"])
  }

  @Test func `the same line is written once, and nothing is erased before it is written`() {
    var screen = LineScreen()
    _ = screen.draw(LineLayout(line("spawn hero"), width: 40), height: 24)
    #expect(screen.draw(LineLayout(line("spawn hero"), width: 40), height: 24).isEmpty)
    let bytes = String(
      decoding: screen.draw(LineLayout(line("spawn hero A"), width: 40), height: 24), as: UTF8.self)
    #expect(bytes.hasPrefix("\r\u{1B}[1m> "))
    #expect(bytes.components(of: "\u{1B}[K") == 1)
    #expect(!bytes.contains("\u{1B}[J") && !bytes.contains("\u{1B}[2"))
  }

  @Test(arguments: 0..<40)
  func `the terminal shows the drawn line, regardless of its previous contents`(seed: UInt64) {
    var random = SplitMix(seed)
    let parts = ["a", " ", "spawn", "王", "😠", "\n", "é", "e\u{301}", "\t", "\u{1}", "12345678"]
    let (columns, rows) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...6, using: &random))
    var (screen, terminal) = (LineScreen(), Screen(columns: columns, rows: rows))
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      var next = line(text, suggestion: Bool.random(using: &random) ? " hero" : "")
      let places = text.unicodeScalars.indices.map { text.utf8.distance(from: text.utf8.startIndex, to: $0) }
      next.cursor = places.randomElement(using: &random) ?? 0
      if Bool.random(using: &random) { next.cursor = next.text.count }
      if !next.text.isEmpty, Bool.random(using: &random) {
        next.highlights = [Highlight(range: 0..<((next.text.count + 1) / 2), style: .unknown)]
      }
      terminal.feed(screen.draw(LineLayout(next, width: columns), height: rows))
      let fresh = drawn(next, columns: columns, rows: rows)
      #expect(terminal.visibleLines.filter { !$0.isEmpty } == fresh.visibleLines.filter { !$0.isEmpty })
      #expect(terminal.cursorLine == fresh.cursorLine)
      #expect(terminal.texts(.underlined) == fresh.texts(.underlined))
    }
    terminal.feed(screen.clear())
    #expect(terminal.visibleLines.joined().isEmpty)
  }
}
