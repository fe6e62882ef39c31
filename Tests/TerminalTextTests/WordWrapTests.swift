import TerminalText
import TestSupport
import Testing

/// Lines that are broken between words where a window ends.
@Suite struct WordWrapTests {
  private func wrapped(_ text: String, to columns: Int) -> String {
    String(decoding: WordWrap.wrapped(Array(text.utf8), to: columns), as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("\n", "\n"), ("one two\n", "one two\n"), ("one two three\n", "one two\nthree\n"),
    // Its own margin, and two columns behind a mark.
    ("  one two three\n", "  one two\n  three\n"), ("+ one two three\n", "+ one two\n  three\n"),
    ("~ a  b→c  d  e\n", "~ a  b→c\n  d  e\n"),
    // A word that is too wide alone is the terminal's.
    ("onetwothree four\n", "onetwothree\nfour\n"), ("onetwothree\n", "onetwothree\n"),
    // A margin leaves room.
    ("          one two\n", "          one\n     two\n"),
    // Columns count, not bytes.
    ("“äöü” “äöü”\n", "“äöü”\n“äöü”\n"), ("🙂🙂 🙂 🙂🙂\n", "🙂🙂 🙂\n🙂🙂\n"),
    ("one two", "one two"), ("one two three", "one two\nthree"),
  ])
  func `a line that does not fit continues below`(text: String, expected: String) {
    #expect(wrapped(text, to: 10) == expected)
  }

  @Test func `codes of colours take no column, and stay where they are`() {
    let red = "\u{1B}[1;31m"
    #expect(wrapped("\(red)error: a b c\u{1B}[0m\n", to: 10) == "\(red)error: a b\nc\u{1B}[0m\n")
    #expect(wrapped("\(red)- one two three\u{1B}[0m\n", to: 10) == "\(red)- one two\n  three\u{1B}[0m\n")
  }

  @Test(arguments: UInt64(1)...100)
  func `no row is wider than the window unless a word is, and no word is lost`(seed: UInt64) {
    var random = SplitMix(seed)
    let pieces = ["a", "bcd", "ä“", "漢字", " ", " ", "  ", "\n", "+ ", "\u{1B}[31m", "\u{1B}[0m"]
    let text = (0..<60).map { _ in pieces[random.below(pieces.count)] }.joined()
    let columns = 1 + random.below(30)
    let rows = wrapped(text, to: columns)
    #expect(words(rows) == words(text), "seed \(seed)")
    for row in rows.split(separator: "\n") {
      let shown = Painter.unpainted(Array(row.utf8))
      // A mark stays with the word behind it.
      let wordCount = shown.starts(with: "+ ".utf8) ? 2 : 1
      let isWord = shown.split(separator: UInt8(ascii: " ")).count <= wordCount
      let trimmed = Array(shown.reversed().drop { $0 == UInt8(ascii: " ") }.reversed())
      #expect(isWord || TextWidth.columns(of: trimmed.span) <= columns, "seed \(seed): \(row)")
    }
    // What is wrapped fits, and stays as it is.
    #expect(wrapped(rows, to: columns) == rows, "seed \(seed)")
  }

  private func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }
  }
}
