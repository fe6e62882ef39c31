/// A sum of whole numbers of at most 128 bits, which is exact for any number of them.
struct WideSum {
  /// The sum is `high · 2¹²⁸ + low`.
  private var high: Int64
  private var low: UInt128

  /// Creates the sum of one number. A number of a type with more bits counts as the nearest one of `Int128`.
  init(_ number: some FixedWidthInteger) {
    high = number < 0 ? -1 : 0
    low =
      type(of: number).bitWidth <= 128
      ? UInt128(truncatingIfNeeded: number) : UInt128(truncatingIfNeeded: Int128(clamping: number))
  }

  static func + (left: WideSum, right: WideSum) -> WideSum {
    var sum = left
    let (low, isCarried) = left.low.addingReportingOverflow(right.low)
    sum.low = low
    sum.high = left.high &+ right.high &+ (isCarried ? 1 : 0)
    return sum
  }

  /// Returns the nearest number of a type; for a type of more than 128 bits, the nearest one of `Int128`.
  func number<Number: FixedWidthInteger>() -> Number {
    let isPositive = low <= UInt128(Int128.max)
    if high == 0, isPositive || Number.bitWidth <= 128 { return Number(clamping: low) }
    if high == -1, !isPositive { return Number(clamping: Int128(bitPattern: low)) }
    if Number.bitWidth > 128 { return Number(clamping: high < 0 ? Int128.min : Int128.max) }
    return high < 0 ? .min : .max
  }
}
