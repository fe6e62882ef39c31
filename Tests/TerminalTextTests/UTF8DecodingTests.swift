import TestSupport
import Testing

@testable import TerminalText

@Suite struct UTF8DecodingTests {
  @Test func `Every scalar reads back from its encoding, from either end`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(UTF8.encode(scalar) ?? .init())
      let decoded = UTF8Decoding.scalar(of: bytes.span, at: 0)
      let before = UTF8Decoding.scalar(of: bytes.span, endingAt: bytes.count)
      if decoded.value != scalar || decoded.end != bytes.count || before?.value != scalar
        || before?.start != 0
      {
        Issue.record("U+\(String(value, radix: 16)) reads as \(decoded)")
      }
    }
  }

  @Test(arguments: [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x99], [0xF4, 0x90, 0x80, 0x80], [0xF8],
    [0xFF],
  ])
  func `A malformed byte is reported on its own`(bytes: [UInt8]) {
    let decoded = UTF8Decoding.scalar(of: bytes.span, at: 0)
    #expect(decoded.value == nil && decoded.end == 1)
  }

  @Test func `Well-formed parts of any bytes encode to the same bytes`() {
    for seed in UInt64(0)..<2_000 {
      let bytes = Samples.bytes(seed)
      var again: [UInt8] = []
      var at = 0
      var isValid = true
      while at < bytes.count {
        let (scalar, end) = UTF8Decoding.scalar(of: bytes.span, at: at)
        if let scalar {
          again += UTF8.encode(scalar).map { Array($0) } ?? []
        } else {
          again.append(bytes[at])
        }
        isValid = isValid && scalar != nil
        at = end
      }
      #expect(again == bytes, "seed \(seed)")
      #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "seed \(seed)")
    }
  }
}

/// Texts and bytes that are likely to go wrong.
enum Samples {
  /// U+FFFF and U+FDD0, which Swift's literals refuse.
  static let noncharacters = String(decoding: [0xFFFF, 0xFDD0] as [UInt16], as: UTF16.self)

  static let pieces: [String] = [
    "a", "B", "1", "7", " ", "  ", "\"", "\\", "\\u{41}", "[", "#", "##", "##vso", "→", "\n", "\t", "\r",
    "\u{0}",
    "\u{7F}", "\u{85}", "\u{1B}[31m", "\u{202E}", "\u{2028}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}",
    "\u{A0}", "\u{2060}", "\u{3164}", "\u{115F}", "\u{2800}", "\u{34F}", "\u{FEFF}", "\u{FE0E}", "\u{FE0F}",
    "\u{FE00}", "\u{E0100}", "\u{E0067}", "\u{E007F}", "\u{E0001}", "\u{301}", "\u{20E3}", noncharacters,
    "é", "日", "한", "\u{1161}", "🙂", "👩", "❤", "☝", "🏽", "🇨", "🇭", "🏴", "\u{E0073}\u{E0063}\u{E0074}",
    "क", "\u{94D}", "\u{93F}", "ی", "م", "\u{0D4E}", "\u{600}", "…", "“", "”",
  ]

  static func text(_ seed: UInt64, _ pieces: [String] = pieces, length: Int = 12) -> String {
    var random = SplitMix(seed)
    return (0..<random.below(length)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// A sample text, cut and changed at random.
  static func bytes(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed ^ 0xFEED)
    var bytes = Array(text(seed).utf8)
    for _ in 0..<random.below(4) where !bytes.isEmpty {
      let at = random.below(bytes.count)
      if random.below(2) == 0 { bytes.remove(at: at) } else { bytes[at] = UInt8(random.below(256)) }
    }
    return bytes
  }
}
