import Testing

@testable import TextViews

@Suite struct TextWidthTests {
  @Test(
    "Text takes the columns that a terminal gives it",
    arguments: [
      ("", 0), ("a", 1), ("Arthur", 6), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}x", 2),
      ("日本", 4), ("ﾊ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("→", 1), ("…", 1),
      ("│", 1), ("🙂", 2), ("🚶", 2), ("🤕", 2), ("👍🏽", 2), ("☝", 1), ("☝🏽", 2), ("☝\u{FE0F}", 2),
      ("☝\u{FE0F}🏽", 2), ("🏽", 2), ("a🏽", 3), ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{200D}🔥", 2),
      ("👩\u{200D}👩\u{200D}👧", 2), ("👩\u{200D}", 2), ("👁\u{FE0F}\u{200D}🗨\u{FE0F}", 2), ("a\u{200D}🙂", 3),
      ("1\u{FE0F}\u{20E3}", 2), ("12\u{FE0F}\u{20E3}", 3), ("1\u{20E3}", 1), ("a\u{FE0F}", 1),
      ("🇨🇭", 2), ("🇨🇭🇩🇪", 4), ("🇨", 1), ("🇨🇭🇩", 3),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
      ("नि", 1), ("\u{200B}", 0), ("x\u{7F}\u{1}", 1), ("\u{10FFFF}", 1), ("\u{2FFFD}", 2),
    ])
  func columns(text: String, expected: Int) {
    #expect(
      TextWidth.columns(of: text) == expected, "\(text.unicodeScalars.map { $0.escaped(asASCII: true) })")
  }

  @Test func `A character is as wide as the text of it`() {
    let width: @Sendable (Character) -> Int = TextWidth.columns(of:)
    #expect("a日🙂🇨🇭e\u{301}".map(width) == [1, 2, 2, 2, 1])
  }

  @Test func `Malformed bytes take one column each and never trap`() {
    for bytes: [UInt8] in [[0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x99], [0xC0, 0x80], [0xF8]] {
      #expect(TextWidth.columns(of: bytes.span) == bytes.count, "\(bytes)")
    }
    #expect(TextWidth.columns(of: ([0x61, 0xED, 0xA0, 0x80, 0x62] as [UInt8]).span) == 5)
    #expect(TextWidth.columns(of: ([0xF4, 0x90, 0x80, 0x80] as [UInt8]).span) == 4)
  }

  @Test func `Decoding agrees with the standard library for every scalar`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var bytes: [UInt8] = []
      for byte in UTF8.encode(scalar)! { bytes.append(byte) }
      let decoded = UTF8Decoding.scalar(of: bytes.span, at: 0)
      if decoded.value != value || decoded.end != bytes.count {
        Issue.record("U+\(String(value, radix: 16)) reads as \(decoded)")
      }
    }
  }

  @Test(
    "A prefix ends between characters and fits",
    arguments: [
      ("Arthur", 3, 3, 3), ("Arthur", 9, 6, 6), ("日本", 3, 3, 2), ("e\u{301}x", 1, 3, 1), ("🇨🇭x", 2, 8, 2),
      ("🇨🇭x", 1, 0, 0), ("x", 0, 0, 0),
    ])
  func prefix(text: String, limit: Int, end: Int, columns: Int) {
    let prefix = TextWidth.prefix(of: text.utf8.span, fitting: limit)
    #expect(prefix == (end, columns))
  }

  @Test func `Widths add up where texts meet at ASCII`() {
    let texts = ["🇨", "👩\u{200D}", "1", "e", "日", "☝", "🏽", "a\u{301}"]
    for left in texts {
      for right in texts {
        let sum = TextWidth.columns(of: left) + 1 + TextWidth.columns(of: right)
        #expect(TextWidth.columns(of: left + " " + right) == sum)
      }
    }
  }
}
