import Testing

@testable import LineEditor

/// What readline reads of pasted bytes.
@Suite struct PasteFilterTests {
  private func read(_ text: String) -> String {
    var filter = PasteFilter()
    return String(decoding: text.utf8.filter { filter.accepts($0) }, as: UTF8.self)
  }

  private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `a pasted end of line in two bytes is one end of line`() {
    #expect(read(pasted("a\r\nb\r\n\r\nc\n\nd\re")) == pasted("a\rb\r\rc\n\nd\re"))
  }

  @Test func `a pasted zero byte is left out`() {
    #expect(read(pasted("a\0b")) == pasted("ab"))
  }

  @Test func `keys outside a paste are kept`() {
    #expect(read("\0a\r\n") == "\0a\r\n")
    #expect(read(pasted("a\r") + "\n") == pasted("a\r") + "\n")
  }
}
