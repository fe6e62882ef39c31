import Testing
import Values

struct SipHashTests {
  /// The first and other outputs of the reference: message 00 01 … n-1 under the key 00 01 … 0f.
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5),
    ] as [(Int, UInt64)])
  func `bytes hash as the reference does`(count: Int, hash: UInt64) {
    let bytes = (0..<count).map { UInt8($0) }
    #expect(SipHash.hash(bytes.span) == hash)
  }
}
