import TestSupport
import Testing

@testable import LineEditor

@Suite struct HistoryTextTests {
  private func entries(_ text: String) -> [String] {
    HistoryText.entries(in: Array(text.utf8)).entries.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an entry looks like a command in a scenario`() {
    let text = HistoryText.encode(Array("repeat 2 {\n  a\n\n}".utf8))
    #expect(String(decoding: text, as: UTF8.self) == "> repeat 2 {\n.   a\n. \n. }\n")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `written entries are read back`(seed: UInt64) {
    var generator = SplitMix(seed)
    let alphabet = Array("\n\n> .a\r\\é".utf8)
    let entries = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
    }
    let text = entries.flatMap(HistoryText.encode)
    #expect(HistoryText.entries(in: text).entries == entries, "seed \(seed)")
    #expect(HistoryText.entries(in: text).isPure, "seed \(seed)")
  }

  @Test func `lines of other kinds are skipped and show that the file is not exclusively ours`() {
    let text = "# notes\n> a\nsomething\n. lost\n> b\n. c\n"
    #expect(entries(text) == ["a", "b\nc"])
    #expect(!HistoryText.entries(in: Array(text.utf8)).isPure)
  }

  @Test func `an entry whose end was never written is one all the same`() {
    #expect(entries("> a\n> half") == ["a", "half"])
    #expect(entries("> a\n. half") == ["a\nhalf"])
  }

  @Test func `a text that was cut begins with its first whole entry`() {
    func cut(_ text: String) -> String {
      String(decoding: HistoryText.fromFirstEntry(of: Array(text.utf8)), as: UTF8.self)
    }
    #expect(cut("lf\n. more\n> a\n> b\n") == "> a\n> b\n")
    #expect(cut("> cut\n> a\n") == "> a\n")
    #expect(cut("nothing") == "")
  }
}
