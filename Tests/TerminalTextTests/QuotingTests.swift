import Testing

@testable import TerminalText

@Suite struct QuotingTests {
  @Test(arguments: [
    ("Arthur", "Arthur"), ("Ann-2_b", "Ann-2_b"), ("Ægir", "Ægir"), ("two words", "“two words”"), ("", "“”"),
    ("a\n", "“a\\n”"), ("u.hp", "“u.hp”"),
  ])
  func `an existing name is written as it is if it is one word, and otherwise in quotes`(
    name: String, shown: String
  ) {
    #expect(Quoting.label(name) == shown)
  }

  @Test(arguments: [
    ("", #""""#), ("a \"b\" \\ c", #""a \"b\" \\ c""#), ("a\nb\tc", #""a\nb\u0009c""#),
    ("Müller 🙂", #""Müller 🙂""#),
    ("\u{202E}\u{200B}\u{2028}\u{7F}", #""\u202e\u200b\u2028\u007f""#), ("\u{E0001}", #""\udb40\udc01""#),
  ])
  func `a string of JSON shows what can be seen and escapes the rest`(text: String, json: String) {
    #expect(Quoting.json(text) == json)
  }

  @Test func `A message quotes a name, escaped, in typographic quotes`() {
    #expect(Quoting.message("Arthur") == "“Arthur”")
    #expect(Quoting.message("a\u{202E}\n") == "“a\\u{202E}\\n”")
    #expect(Quoting.message(([0x61, 0xFF] as [UInt8]).span) == "“a\\xFF”")
  }

  @Test(arguments: [
    ("Arthur", "Arthur"), ("Müller", "Müller"), ("a-b", "a-b"), ("日本", "日本"), ("a.b:c", "a.b:c"),
    ("", "\"\""), ("Sir Lancelot", "\"Sir Lancelot\""), ("7", "\"7\""), ("-1.5", "\"-1.5\""), ("007", "007"),
    ("1_000", "\"1_000\""),
    ("a=b", "\"a=b\""), ("a;b", "\"a;b\""), ("#a", "\"#a\""), ("$a", "\"$a\""), ("{", "\"{\""),
    ("[1]", "\"[1]\""),
    ("a\"b", "\"a\\\"b\""), ("a\\b", "\"a\\\\b\""), ("a\nb", "\"a\\nb\""), ("a\u{200D}b", "\"a\\u{200D}b\""),
    ("a\u{0D4E}\"; b", "\"a\u{0D4E}\\\"; b\""), ("\"\u{301}", "\"\\\"\\u{301}\""),
    (";\u{301}", "\";\u{301}\""),
  ])
  func `A word is bare where that reads back, and a string elsewhere`(text: String, expected: String) {
    #expect(Array(Quoting.word(text).utf8) == Array(expected.utf8))
  }

  @Test func `A quoted text is read back as the same bytes`() {
    for seed in UInt64(0)..<6_000 {
      let text = Samples.text(seed)
      #expect(Self.read(Quoting.literal(text)) == Array(text.unicodeScalars), "seed \(seed)")
      let word = Quoting.word(text)
      #expect(Self.read(word) == Array(text.unicodeScalars), "seed \(seed): \(word)")
      #expect(Escaping.isClean(word), "seed \(seed): \(word)")
    }
  }

  /// Reads one argument as the language describes it, sharing nothing with what is tested; `nil` when the
  /// text is anything else.
  private static func read(_ argument: String) -> [Unicode.Scalar]? {
    var rest = Array(argument.unicodeScalars)[...]
    guard rest.first == "\"" else {
      let signs = " \t\r\n\"$();{}=#\\".unicodeScalars
      return rest.isEmpty || rest.contains { signs.contains($0) } ? nil : Array(rest)
    }
    rest = rest.dropFirst()
    var text: [Unicode.Scalar] = []
    while let next = rest.popFirst() {
      if next == "\"" { return rest.isEmpty ? text : nil }
      if next == "\n" { return nil }
      guard next == "\\" else {
        text.append(next)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      case "u":
        guard rest.popFirst() == "{", let close = rest.firstIndex(of: "}") else { return nil }
        let digits = String(String.UnicodeScalarView(rest[..<close]))
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
        text.append(scalar)
        rest = rest[(close + 1)...]
      default: return nil
      }
    }
    return nil
  }
}
