import CommandLanguage
import Testing

@testable import LineEditor

@Suite struct CandidateListTests {
  private func lines(
    _ candidates: [(String, String)], columns: Int = 40
  ) -> [String] {
    CandidateList(columns: columns)
      .lines(of: candidates.map { .init($0.0, summary: $0.1) })
  }

  @Test func `summaries are in a column of their own`() {
    #expect(lines([("a", "one"), ("bcd", "two"), ("e", "")]) == ["a    one", "bcd  two", "e"])
  }

  @Test func `bare names are listed downwards and fill the width`() {
    let names = (1...7).map { ("n\($0)", "") }
    #expect(lines(names, columns: 14) == ["n1  n3  n5  n7", "n2  n4  n6"])
    #expect(lines(names, columns: 13) == ["n1  n4  n7", "n2  n5", "n3  n6"])
  }

  @Test(arguments: 0...30)
  func `no line is wider than the window`(columns: Int) {
    let described = lines([("a name", "and what it is"), ("another long name", "b")], columns: columns)
    let plain = lines([("a name", ""), ("another long name", "")], columns: columns)
    for line in described + plain { #expect(line.count <= columns) }
  }

  @Test func `a text that does not fit ends in an ellipsis`() {
    #expect(lines([("abcdef", "")], columns: 4) == ["abc…"])
    #expect(lines([("ab", "a long summary")], columns: 14) == ["ab  a long su…"])
  }

  @Test func `control characters are escaped, and wide characters are aligned`() {
    #expect(lines([("a\u{1B}[2Jb\u{202E}\u{200B}", "")]) == ["a\\u{1B}[2Jb\\u{202E}\\u{200B}"])
    #expect(lines([("👨\u{200D}👩", "x"), ("🇨🇭王", "y")]) == ["👨\u{200D}👩    x", "🇨🇭王  y"])
  }
}
