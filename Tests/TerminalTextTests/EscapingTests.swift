import Testing

@testable import TerminalText

@Suite struct EscapingTests {
  @Test(
    "A text is shown so that nothing in it acts or hides",
    arguments: [
      ("", ""), ("Arthur", "Arthur"), ("日本 é", "日本 é"), ("a\\b \"c\"", "a\\b \"c\""), ("a  b ", "a  b "),
      ("a→b", "a→b"), ("a\nb\tc\rd", "a\\nb\\tc\\u{D}d"), ("\u{1B}[31m", "\\u{1B}[31m"),
      ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
      ("\u{85}\u{2028}\u{2029}", "\\u{85}\\u{2028}\\u{2029}"), ("\u{202E}evil", "\\u{202E}evil"),
      ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"), ("a\u{A0}b\u{3000}", "a\\u{A0}b\\u{3000}"),
      ("\u{AD}\u{34F}\u{2060}", "\\u{AD}\\u{34F}\\u{2060}"),
      ("\u{115F}\u{2800}\u{3164}", "\\u{115F}\\u{2800}\\u{3164}"),
      (Samples.noncharacters, "\\u{FFFF}\\u{FDD0}"), ("a\u{301}", "a\u{301}"), ("\u{301}a", "\\u{301}a"),
      ("a\n\u{301}", "a\\n\\u{301}"), ("a[b]", "a[b]"), ("#[", "#["), ("##[group]", "##\\u{5B}group]"),
      ("x##vso[a]", "x##vso\\u{5B}a]"), ("## [", "## ["),
    ])
  func line(text: String, expected: String) {
    #expect(Escaping.escaped(text) == expected)
    #expect(Escaping.isClean(text) == (text == expected))
  }

  @Test(
    "In a row nothing passes for the row's own layout",
    arguments: [
      ("Sir Lancelot", "Sir Lancelot"), ("a\\n", "a\\\\n"), ("\\u{202E}", "\\\\u{202E}"), (" a", "\\u{20}a"),
      ("a ", "a\\u{20}"), ("a  b   c", "a \\u{20}b \\u{20}\\u{20}c"), (" ", "\\u{20}"), ("é ", "é\\u{20}"),
      ("é a", "é a"), ("a→b", "a\\u{2192}b"), ("+ - ~ ^ #>", "+ - ~ ^ #>"), ("“Arthur”", "“Arthur”"),
    ])
  func field(text: String, expected: String) {
    #expect(Escaping.escaped(text, as: .field) == expected)
  }

  @Test(
    "Joiners, variations and tags are shown where they mean something, and nowhere else",
    arguments: [
      ("👩\u{200D}👧", true), ("👩🏽\u{200D}🚀", true), ("❤\u{FE0F}\u{200D}🔥", true), ("👩\u{200D}", false),
      ("a\u{200D}b", false), ("a\u{200D}🙂", false), ("\u{200D}a", false), ("👩\u{200D}\u{200D}👧", false),
      ("👩\u{200C}👧", false), ("می\u{200C}خواهم", true), ("م\u{200C}", false), ("م\u{200C}a", false),
      ("क\u{94D}\u{200D}ष", true), ("क\u{94D}\u{200D}", true), ("क\u{200D}ष", false),
      ("❤\u{FE0F}", true), ("1\u{FE0F}\u{20E3}", true), ("a\u{FE0F}", false), ("🙂\u{FE0F}\u{FE0F}", false),
      ("\u{FE0F}", false), ("葛\u{E0100}", true), ("a\u{E0100}", false), ("🙂\u{E0100}", false),
      ("≨\u{FE00}", true),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", true), ("🏴\u{E0067}\u{E0062}", false),
      ("🏴\u{E0067}\u{E007F}", false), ("🙂\u{E0067}\u{E0062}\u{E0073}\u{E007F}", false), ("a\u{E0041}", false),
      ("🏴" + String(repeating: "\u{E0061}", count: 7) + "\u{E007F}", false), ("\u{E0001}", false),
    ])
  func sequences(text: String, isShown: Bool) {
    #expect(Escaping.isClean(text) == isShown, "\(text.unicodeScalars.map { $0.escaped(asASCII: true) })")
  }

  @Test func `A character carries thirty marks, and further ones are escaped`() {
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(Escaping.isClean("e\(marks)é\(marks)"))
    #expect(Escaping.escaped("e\(marks)\u{301}\u{302}a") == "e\(marks)\\u{301}\\u{302}a")
    let long = TextWidth.truncated(Escaping.escaped("e" + String(repeating: marks, count: 1_000)), to: 40)
    #expect(long.utf8.count < 120 && TextWidth.columns(of: long) == 40)
  }

  @Test func `A malformed byte is shown with its value, and in a string as U+FFFD`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x62]
    #expect(Escaping.escaped(bytes.span) == "a\\xFF\\xE2\\x82b")
    #expect(Escaping.escaped(bytes.span, as: .field) == "a\\xFF\\xE2\\x82b")
    #expect(Escaping.escaped(bytes.span, as: .literal) == "a\u{FFFD}\u{FFFD}\u{FFFD}b")
  }

  @Test func `Every control, separator, space and ignorable scalar is escaped when it occurs alone`() {
    var raw: [String] = []
    for value in UInt32(1)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), value != 0x20 else { continue }
      let properties = scalar.properties
      let isRisky =
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        case .format: TextWidth.kind(of: value) == .zero && !(0x13430...0x1343F).contains(value)
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
      if isRisky, Escaping.isClean("a\(scalar)b") { raw.append(String(value, radix: 16)) }
    }
    #expect(raw.isEmpty, "\(raw.count) scalars are shown raw, such as \(raw.prefix(5))")
  }

  @Test func `For any bytes, no hidden character is left, and escaping again changes nothing`() {
    for seed in UInt64(0)..<6_000 {
      let bytes = Samples.bytes(seed)
      let shown = Escaping.escaped(bytes.span)
      #expect(shown.unicodeScalars.allSatisfy { !Escaping.isHidden($0) }, "seed \(seed)")
      #expect(Escaping.isClean(shown) && Escaping.escaped(shown) == shown, "seed \(seed): \(shown)")
      for style in [Escaping.Style.field, .literal] {
        let shown = Escaping.escaped(bytes.span, as: style)
        #expect(shown.unicodeScalars.allSatisfy { !Escaping.isHidden($0) }, "seed \(seed)")
        #expect(Escaping.isClean(shown), "seed \(seed): \(shown)")
      }
    }
  }

  @Test func `Two fields that differ are never shown alike`() {
    let pieces = ["a", " ", "\\", "\\u{20}", "\n", "\\n", "→", "\u{301}", "\u{2192}", "u{A}", "é", "[", "##"]
    var seen: [[UInt8]: String] = [:]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = first + second + third
          let shown = Array(Escaping.escaped(text, as: .field).utf8)
          if let other = seen[shown], Array(other.utf8) != Array(text.utf8) {
            Issue.record("\(other.debugDescription) and \(text.debugDescription) are shown alike")
          }
          seen[shown] = text
        }
      }
    }
  }
}
