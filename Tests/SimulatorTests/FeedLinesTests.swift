import Simulator
import Testing

@Suite struct FeedLinesTests {
  /// The lines of `text`, given in pieces of `size` bytes.
  private func lines(_ text: String, size: Int = .max, byteCountMax: Int = 100) -> [FeedLine] {
    var (lines, found) = (FeedLines(byteCountMax: byteCountMax), [FeedLine]())
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      lines.take(Array(rest.prefix(size)).span) { found.append($0) }
      rest = rest.dropFirst(size)
    }
    lines.finish { found.append($0) }
    return found
  }

  private func line(_ number: Int, _ text: String) -> FeedLine {
    FeedLine(number: number, text: Array(text.utf8), byteCount: text.utf8.count)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `lines are the same in pieces of any size`(size: Int) {
    let text = "\u{FEFF}one\r\n\n\r\nfour \u{FEFF}\rx\nfive"
    let expected = [
      line(1, "one"), line(2, ""), line(3, ""), line(4, "four \u{FEFF}\rx"), line(5, "five"),
    ]
    #expect(lines(text, size: size) == expected)
  }

  @Test func `an empty text has no lines, and a line's end does not begin another`() {
    #expect(lines("") == [])
    #expect(lines("one\n") == [line(1, "one")])
    #expect(lines("\n") == [line(1, "")])
  }

  @Test(arguments: [1, 4, 100])
  func `a line longer than the limit is counted, not kept, and later ones come`(size: Int) {
    let text = "\u{FEFF}12345\r\n123456\r\n1234567890123\r\n1234567890\r123\n12345\n"
    let expected = [
      line(1, "12345"), FeedLine(number: 2, text: nil, byteCount: 6),
      FeedLine(number: 3, text: nil, byteCount: 13),
      FeedLine(number: 4, text: nil, byteCount: 14), line(5, "12345"),
    ]
    #expect(lines(text, size: size, byteCountMax: 5) == expected)
  }

  @Test func `a line without an end holds no more than its limit`() {
    var lines = FeedLines(byteCountMax: 10)
    let piece = [UInt8](repeating: 0x78, count: 1_000)
    for _ in 0..<1_000 { lines.take(piece.span) { _ in Issue.record("there is no whole line") } }
    var found: [FeedLine] = []
    lines.finish { found.append($0) }
    #expect(found == [FeedLine(number: 1, text: nil, byteCount: 1_000_000)])
  }
}
