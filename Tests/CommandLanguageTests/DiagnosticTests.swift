import Testing

@testable import CommandLanguage

@Suite struct DiagnosticTests {
  /// The lines of a diagnostic about the part of `text` between the two marks `«` and `»`.
  private func render(_ text: String, columns: Int = 160) -> String {
    let parts = text.unicodeScalars.split { $0 == "«" || $0 == "»" }.map { String($0) }
    let whole = Array(parts.joined().utf8)
    let lead = text.hasPrefix("«") ? 0 : parts[0].utf8.count
    let marked = text.hasPrefix("«") ? parts[0] : parts[1]
    var renderer = DiagnosticRenderer()
    renderer.columns = columns
    return renderer.render(Diagnostic(Explanation("no"), at: lead..<lead + marked.utf8.count), in: whole)
  }

  @Test(arguments: [
    ("a «bc» d", "  a bc d\n    ^~\n"),
    ("«a» b", "  a b\n  ^\n"),
    ("\ta\t«b»", "      a   b\n          ^\n"),
    ("日本 «x»", "  日本 x\n       ^\n"),
    ("«日本» x", "  日本 x\n  ^~~~\n"),
    ("e\u{301}e\u{301} «x»", "  e\u{301}e\u{301} x\n     ^\n"),
    ("🙂 👨‍👩‍👧 ❤️ «x»", "  🙂 👨‍👩‍👧 ❤️ x\n           ^\n"),
    ("a\u{1B}b «x»", "  a\\u{1B}b x\n           ^\n"),
    ("one\n  «two»\nthree", "  2 |   two\n        ^~~\n"),
    ("one\n«two\nthree»", "  2 | two\n      ^~~\n"),
    ("one «x»\n", "  one x\n      ^\n"), ("one «x»\r\n", "  one x\n      ^\n"),
    ("🇨🇭 1\u{FE0F}\u{20E3} «x»", "  🇨🇭 1\u{FE0F}\u{20E3} x\n        ^\n"),
    ("a\u{200B}\u{A0}«x»", "  a\\u{200B}\\u{A0}x\n                 ^\n"),
    ("می\u{200C}خ «x»", "  می\u{200C}خ x\n      ^\n"),
    ("##[group] «x»", "  ##\\u{5B}group] x\n                 ^\n"),
    ("«a»;\u{301}b", "  a;\u{301}b\n  ^\n"), ("a;«\u{301}b»", "  a;\\u{301}b\n    ^~~~~~~~\n"),
  ])
  func `the caret is below the location, whatever precedes it`(text: String, lines: String) {
    #expect(render(text) == "error: no\n" + lines)
  }

  @Test func `a long line is cut on both sides of the caret`() {
    let long = String(repeating: "abcdefghi ", count: 50_000)
    let output = render(long + "«wrong»" + long, columns: 40)
    let lines = output.split(separator: "\n")
    #expect(lines[1].count <= 45 && lines[1].hasPrefix("  …") && lines[1].hasSuffix("…"))
    let caret = lines[2].count - lines[2].drop { $0 == " " }.count
    #expect(lines[1].dropFirst(caret).hasPrefix("wrong"))
  }

  @Test func `a line that fits is whole, wherever its mistake is`() {
    let text = String(repeating: "abcdefghi ", count: 3) + "«wrong»"
    let margin = String(repeating: " ", count: 32)
    #expect(
      render(text, columns: 35) == "error: no\n  abcdefghi abcdefghi abcdefghi wrong\n\(margin)^~~~~\n")
    #expect(render(text, columns: 34) == "error: no\n  …defghi abcdefghi wrong\n                    ^~~~~\n")
  }

  @Test func `a range outside the text is shown at its end`() {
    let output = DiagnosticRenderer().render(
      Diagnostic(Explanation("no", suggestion: "abd", notes: ["a\nb"]), at: 90..<99), in: Array("abc".utf8))
    #expect(output == "error: no\n  abc\n     ^  did you mean “abd”?\n  note: a\\nb\n")
  }

  @Test func `a malformed byte is shown with its value, and counted as it is shown`() {
    let text: [UInt8] = Array("a ".utf8) + [0xFF] + Array(" b".utf8)
    let output = DiagnosticRenderer().render(Diagnostic(Explanation("no"), at: 2..<3), in: text)
    #expect(output == "error: no\n  a \\xFF b\n    ^~~~\n")
  }
}
