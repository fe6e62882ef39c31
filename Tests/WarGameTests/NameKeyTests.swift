import Testing

@testable import WarGame

struct NameKeyTests {
  @Test("names of few different bytes have the same key as often as they are equal, if the key is whole")
  func equality() {
    var random = SplitMix(7)
    var (equalCount, wholeCount, longCount) = (0, 0, 0)
    for _ in 0..<20_000 {
      let names = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...1, using: &random) }
      }
      let keys = names.map { NameKey($0.span) }
      if names[0] == names[1] {
        equalCount += 1
        #expect(keys[0] == keys[1], "\(names)")
      } else if keys[0].isWhole || keys[1].isWhole {
        wholeCount += 1
        #expect(keys[0] != keys[1], "\(names)")
      } else {
        longCount += 1
      }
    }
    #expect(equalCount > 100 && wholeCount > 100 && longCount > 100)
  }

  @Test("a key is whole up to eight bytes", arguments: 0...20)
  func whole(count: Int) {
    #expect(NameKey([UInt8](repeating: 0x61, count: count).span).isWhole == (count <= 8))
  }

  @Test("the first bytes come first in it, whatever their count", arguments: 0...10)
  func start(count: Int) {
    let name = (0..<count).map { UInt8($0 + 1) }
    var expected: UInt64 = 0
    for (place, byte) in name.prefix(8).enumerated() { expected |= UInt64(byte) << UInt64(place * 8) }
    #expect(NameKey(name.span).start == expected)
  }

  @Test("long names that differ anywhere seldom share a hash")
  func spread() {
    let names = (0..<1_000).map { "a long name \($0) and more" }
    #expect(Set(names.map { NameKey($0.utf8.span).hash }).count > 990)
  }
}
