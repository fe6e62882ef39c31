/// The pairs of adjacent bytes in a line, hashed into a set of 256 bits, as a measure of how much two lines have in
/// common.
struct LineLikeness {
  private var pairs: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var pairCount = 0

  /// The likeness of equal lines.
  static let max = 1_000

  init(_ line: ArraySlice<UInt8>) {
    // The beginning and the end count as a byte, so that a line of one byte has pairs as well.
    var last: UInt32 = 0
    var at = line.startIndex
    while at < line.endIndex {
      let byte = UInt32(line[at]) &+ 1
      insert(last, byte)
      last = byte
      at &+= 1
    }
    insert(last, 0)
    pairCount =
      pairs.0.nonzeroBitCount + pairs.1.nonzeroBitCount + pairs.2.nonzeroBitCount + pairs.3.nonzeroBitCount
  }

  private mutating func insert(_ first: UInt32, _ second: UInt32) {
    let hash = ((first << 9 | second) &* 0x9E37_79B1) >> 24
    let bit: UInt64 = 1 &<< UInt64(hash & 63)
    switch hash >> 6 {
    case 0: pairs.0 |= bit
    case 1: pairs.1 |= bit
    case 2: pairs.2 |= bit
    default: pairs.3 |= bit
    }
  }

  /// Returns the share of common pairs (the Sørensen–Dice coefficient), from 0 to ``max``.
  func compared(to other: LineLikeness) -> Int {
    let (low, high) = (pairs.0 & other.pairs.0, pairs.1 & other.pairs.1)
    let (third, last) = (pairs.2 & other.pairs.2, pairs.3 & other.pairs.3)
    let common =
      low.nonzeroBitCount &+ high.nonzeroBitCount &+ third.nonzeroBitCount &+ last.nonzeroBitCount
    return 2 * Self.max &* common / (pairCount &+ other.pairCount)
  }
}
