/// A sort of numbers by small positions, in linear time.
@usableFromInline
struct PositionSort {
  /// The numbers in the order of their positions, without those whose position is -1.
  @usableFromInline private(set) var order: ContiguousArray<Int32> = []
  private var keys: ContiguousArray<UInt64> = []
  private var spare: ContiguousArray<UInt64> = []
  private var starts: ContiguousArray<Int32> = []

  private static var digitBits: UInt64 { 11 }

  @usableFromInline
  init() {}

  /// Sorts the numbers below `count`. No two numbers may have the same position.
  @usableFromInline
  mutating func sort(_ count: Int, _ position: (Int) -> Int32) {
    keys.removeAll(keepingCapacity: true)
    var greatest: UInt64 = 0
    for number in 0..<count {
      let offset = position(number)
      if offset < 0 { continue }
      greatest = max(greatest, UInt64(offset))
      keys.append(UInt64(offset) << 32 | UInt64(number))
    }
    if keys.count < 200 {
      keys.sort()
    } else {
      var shift: UInt64 = 32
      while greatest > 0 {
        distribute(by: shift)
        shift += Self.digitBits
        greatest >>= Self.digitBits
      }
    }
    order.removeAll(keepingCapacity: true)
    for key in keys { order.append(Int32(truncatingIfNeeded: key)) }
  }

  /// Makes a stable pass over all positions, by the digit at `shift`.
  private mutating func distribute(by shift: UInt64) {
    let mask: UInt64 = 1 << Self.digitBits - 1
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: Int(mask) + 2))
    for key in keys { starts[Int(key >> shift & mask) &+ 1] &+= 1 }
    for digit in 1..<starts.count { starts[digit] &+= starts[digit &- 1] }
    while spare.count < keys.count { spare.append(0) }
    for key in keys {
      let digit = Int(key >> shift & mask)
      spare[Int(starts[digit])] = key
      starts[digit] &+= 1
    }
    for index in keys.indices { keys[index] = spare[index] }
  }
}
