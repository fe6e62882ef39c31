import Testing

@testable import TextViews

@Suite struct EscapingTests {
  @Test(
    "A text is shown so that nothing in it acts, hides or passes for layout",
    arguments: [
      ("Arthur", "Arthur"), ("Sir Lancelot", "Sir Lancelot"), ("日本 é", "日本 é"), ("👩\u{200D}👧", "👩\u{200D}👧"),
      ("", ""), ("\u{202E}evil", "\\u{202E}evil"), ("a\nb\tc\rd", "a\\nb\\tc\\u{D}d"),
      ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{0}", "\\u{0}"),
      ("\u{85}\u{2028}\u{2029}", "\\u{85}\\u{2028}\\u{2029}"),
      ("a\\n", "a\\\\n"), ("\\u{202E}", "\\\\u{202E}"), (" a", "\\u{20}a"), ("a ", "a\\u{20}"),
      ("a  b   c", "a \\u{20}b \\u{20}\\u{20}c"), (" ", "\\u{20}"), ("é ", "é\\u{20}"), ("é a", "é a"),
      ("a→b", "a\\u{2192}b"), ("\u{301}a", "\\u{301}a"), ("a\u{301}", "a\u{301}"),
      ("\u{200D}a", "\\u{200D}a"),
      ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"), ("a\u{A0}b\u{3000}", "a\\u{A0}b\\u{3000}"),
      ("\u{E0001}", "\\u{E0001}"), ("\u{3164}", "\\u{3164}"), ("“Arthur”", "“Arthur”"),
      ("+ - ~ ^ #>", "+ - ~ ^ #>"),
      ("\u{7F}\u{9F}", "\\u{7F}\\u{9F}"),
    ])
  func shown(text: String, expected: String) {
    #expect(Escaping.escaped(text) == expected)
  }

  @Test func `Malformed bytes are shown as replacement characters`() {
    var output: [UInt8] = []
    Escaping.append(([0x61, 0xFF, 0xE2, 0x82, 0x62] as [UInt8]).span, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "a\u{FFFD}\u{FFFD}\u{FFFD}b")
  }

  @Test func `Every control, format, separator and ignorable scalar is escaped but those that scripts need`()
  {
    let needed: Set<UInt32> = [0x20, 0x200C, 0x200D]
    var raw: [String] = []
    for value in UInt32(1)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), !needed.contains(value) else { continue }
      let properties = scalar.properties
      let isShown =
        properties.isVariationSelector || properties.isEmojiModifier || (0xE0020...0xE007F).contains(value)
        || (0xE0100...0xE01EF).contains(value)
      var isRisky: Bool
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: isRisky = true
      case .format: isRisky = TextWidth.kind(of: value) == .zero && !(0x13430...0x1343F).contains(value)
      default: isRisky = properties.isDefaultIgnorableCodePoint
      }
      if isShown { isRisky = false }
      if isRisky, !Escaping.isHidden(value) { raw.append(String(value, radix: 16)) }
    }
    #expect(raw.isEmpty, "\(raw.count) scalars are shown raw, such as \(raw.prefix(5))")
  }

  @Test func `Two texts that differ are never shown alike`() {
    let pieces = ["a", " ", "\\", "\\u{20}", "\n", "\\n", "→", "\u{301}", "\u{2192}", "u{A}", "é"]
    var seen: [[UInt8]: String] = [:]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = first + second + third
          let shown = Array(Escaping.escaped(text).utf8)
          if let other = seen[shown], Array(other.utf8) != Array(text.utf8) {
            Issue.record("\(other.debugDescription) and \(text.debugDescription) are shown alike")
          }
          seen[shown] = text
        }
      }
    }
  }

  @Test func `A path cannot bring a line break into a line`() {
    #expect(ViewPath("a\nb").child("c ").description == "a\\nb/c\\u{20}")
  }
}
