import Testing

@testable import TerminalText

@Suite struct TextWidthTests {
  @Test(
    "Text takes the columns that a terminal gives it",
    arguments: [
      ("", 0), ("a", 1), ("Arthur", 6), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}x", 2),
      ("日本", 4), ("ﾊ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("→", 1), ("…", 1),
      ("│", 1), ("🙂", 2), ("🚶", 2), ("🤕", 2), ("👍🏽", 2), ("☝", 1), ("☝🏽", 2), ("☝\u{FE0F}", 2),
      ("☝\u{FE0F}🏽", 2), ("🏽", 2), ("a🏽", 3), ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{200D}🔥", 2),
      ("👩\u{200D}👩\u{200D}👧", 2), ("👩\u{200D}", 2), ("👩\u{301}\u{200D}👧", 2), ("👩\u{200D}\u{301}👧", 4),
      ("👩\u{200D}\u{200D}👧", 4),
      ("👩\u{1}\u{200D}👧", 4), ("🇨\u{301}🇭", 2), ("👁\u{FE0F}\u{200D}🗨\u{FE0F}", 2), ("a\u{200D}🙂", 3),
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

  @Test func `The width of a text is the sum of its characters' widths`() {
    for seed in UInt64(0)..<4_000 {
      let text = Samples.text(seed)
      let sum = text.reduce(0) { $0 + TextWidth.columns(of: $1) }
      #expect(TextWidth.columns(of: text) == sum, "\(text.unicodeScalars.map { $0.escaped(asASCII: true) })")
    }
  }

  @Test func `Any bytes have a width, of which every prefix that fits is a part`() {
    for seed in UInt64(0)..<2_000 {
      let bytes = Samples.bytes(seed)
      let columns = TextWidth.columns(of: bytes.span)
      #expect((0...bytes.count).contains(columns), "seed \(seed)")
      for limit in 0...columns {
        let prefix = TextWidth.prefix(of: bytes.span, fitting: limit)
        #expect(prefix.columns <= limit && prefix.columns >= limit - 1, "seed \(seed)")
        #expect(TextWidth.columns(of: bytes.span.extracting(..<prefix.end)) == prefix.columns, "seed \(seed)")
      }
    }
  }

  @Test(
    "A text is rounded down to whole characters, with an ellipsis for the rest",
    arguments: [
      ("Arthur", 6, "Arthur"), ("Arthur", 5, "Arth…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("🇨🇭🇩🇪", 3, "🇨🇭…"), ("e\u{301}ab", 2, "e\u{301}…"), ("ab", 1, "…"), ("ab", 0, ""),
      ("ab", -3, ""), ("", 0, ""),
    ])
  func truncated(text: String, columns: Int, expected: String) {
    #expect(TextWidth.truncated(text, to: columns) == expected)
  }

  @Test func `Padding fills up to the columns, and cuts nothing`() {
    #expect(TextWidth.padded("日", to: 4) == "日  ")
    #expect(TextWidth.padded("Arthur", to: 4) == "Arthur")
    #expect(TextWidth.padded("a", to: -1) == "a")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
    ("unbreakable a", 4, ["unbreakable", "a"]), ("王 王 王", 5, ["王 王", "王"]), ("", 9, [""]),
    ("  many   blanks ", 20, ["many blanks"]),
  ])
  func `words are wrapped into lines of a number of columns`(text: String, columns: Int, lines: [String]) {
    #expect(TextWidth.wrapped(text, to: columns) == lines)
  }
}
