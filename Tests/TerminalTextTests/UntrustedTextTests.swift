import TerminalText
import Testing

/// Texts from outside the program.
@Suite struct UntrustedTextTests {
  private let title: UntrustedText = "\u{1B}]0;pwned\u{7}"

  @Test func `a text from outside is escaped wherever it is interpolated`() {
    #expect("owner \(title)" == "owner \\u{1B}]0;pwned\\u{7}")
    #expect("\([title])" == "[“\\u{1B}]0;pwned\\u{7}”]")
    #expect(String(describing: title) == "\(title)")
    #expect(title.raw == "\u{1B}]0;pwned\u{7}")
  }

  @Test func `a literal of texts from outside escapes all of them, and none twice`() {
    let name = "a\nb"
    let message: UntrustedText = "no table “\(name)” of \(title)"
    #expect("\(message)" == "no table “a\\nb” of \\u{1B}]0;pwned\\u{7}")
  }
}
