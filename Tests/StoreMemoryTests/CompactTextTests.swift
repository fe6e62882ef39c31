import StoreMemory
import TestSupport
import Testing

/// Texts that are kept where they stand, against the standard library's reading of their bytes.
@Suite struct CompactTextTests {
  private func isShort(_ bytes: [UInt8]) -> Bool {
    if case .short = CompactText(bytes.span) { true } else { false }
  }

  private func text(_ bytes: [UInt8]) -> String { CompactText(bytes.span).text }

  @Test func `a text of up to 31 bytes is stored inline, a longer one elsewhere`() {
    for count in [0, 1, 30, 31, 32, 33, 4_000] {
      let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      #expect(isShort(bytes) == (count <= 31), "\(count) bytes")
      #expect(text(bytes) == String(repeating: "a", count: count), "\(count) bytes")
    }
  }

  @Test func `zeros are characters as others are`() {
    #expect(text([0, 0x61, 0]) == "\0a\0")
    #expect(text([0]) == "\0" && text([]) == "")
  }

  @Test(arguments: UInt64(1)...200)
  func `any bytes are read as the standard library reads them`(seed: UInt64) {
    var random = SplitMix(seed)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("ä".utf8), Array("漢".utf8), Array("🙂".utf8), [0xF0, 0x9F], [0xFF], [0],
    ]
    var bytes: [UInt8] = []
    let count = random.oneIn(2) ? 26 + random.below(12) : random.below(90)
    // Cut off anywhere, at the length that is short by one byte too.
    while bytes.count < count { bytes += pieces[random.below(random.oneIn(3) ? pieces.count : 4)] }
    bytes = Array(bytes.prefix(count))
    #expect(text(bytes) == String(decoding: bytes, as: UTF8.self), "seed \(seed)")
  }
}
