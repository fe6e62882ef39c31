/// A set of non-negative numbers, most of them small. Numbers below 64 are stored as bits, so that small sets are
/// copied, united and compared without allocations. A union of other numbers is linear, and a search is logarithmic.
@usableFromInline
package struct NumberSet: Equatable {
  /// The bits of the numbers below 64.
  @usableFromInline var low: UInt64 = 0
  /// The other numbers in ascending order; `nil` if there are none.
  @usableFromInline var high: ContiguousArray<Int32>?

  @inlinable
  package init() {}

  @inlinable
  package init(_ number: Int32) { insert(number) }

  @inlinable package var isEmpty: Bool { low == 0 && high == nil }

  @inlinable
  package func contains(_ number: Int32) -> Bool {
    if number < 64 { return low & (1 &<< UInt64(truncatingIfNeeded: number)) != 0 }
    guard let high else { return false }
    let position = Self.position(of: number, in: high)
    return position < high.count && high[position] == number
  }

  /// Returns the position of the first of some ascending numbers that is not less than `number`.
  ///
  /// - Complexity: O(log n).
  @inlinable
  static func position(of number: Int32, in numbers: ContiguousArray<Int32>) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low &+ high) / 2
      if numbers[middle] < number { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Returns a Boolean value that indicates whether the set contains all numbers of another set; `false` if the other
  /// set is empty.
  @inlinable
  package func contains(_ other: NumberSet) -> Bool {
    if other.low & ~low != 0 || other.isEmpty { return false }
    return other.high?.allSatisfy { contains($0) } ?? true
  }

  @inlinable
  package mutating func insert(_ number: Int32) {
    if number < 64 {
      low |= 1 &<< UInt64(truncatingIfNeeded: number)
      return
    }
    var numbers = high ?? []
    let position = Self.position(of: number, in: numbers)
    if position < numbers.count, numbers[position] == number { return }
    // The array is changed in place, as nothing else refers to it.
    high = nil
    numbers.insert(number, at: position)
    high = numbers
  }

  @inlinable
  package mutating func formUnion(_ other: NumberSet) {
    low |= other.low
    guard let others = other.high else { return }
    guard let numbers = high else { return high = others }
    var merged: ContiguousArray<Int32> = []
    merged.reserveCapacity(numbers.count &+ others.count)
    var next = 0
    for number in numbers {
      while next < others.count, others[next] < number {
        merged.append(others[next])
        next &+= 1
      }
      if next < others.count, others[next] == number { next &+= 1 }
      merged.append(number)
    }
    merged.append(contentsOf: others[next...])
    high = merged
  }

  @inlinable
  package func intersects(_ other: NumberSet) -> Bool {
    if low & other.low != 0 { return true }
    guard let high, let others = other.high else { return false }
    return high.count < others.count
      ? high.contains { other.contains($0) } : others.contains { contains($0) }
  }

  @inlinable
  package func forEach<Failure: Error>(_ body: (Int32) throws(Failure) -> Void) throws(Failure) {
    var rest = low
    while rest != 0 {
      try body(Int32(truncatingIfNeeded: rest.trailingZeroBitCount))
      rest &= rest &- 1
    }
    for number in high ?? [] { try body(number) }
  }
}

/// A list of non-negative numbers. The first one is stored inline, since most lists have only one.
@usableFromInline
package struct NumberList {
  @usableFromInline var first: Int32 = -1
  @usableFromInline var others: ContiguousArray<Int32> = []

  @inlinable
  package init() {}

  @inlinable package var count: Int { first < 0 ? 0 : others.count &+ 1 }

  @inlinable
  package subscript(index: Int) -> Int32 { index == 0 ? first : others[index &- 1] }

  @inlinable
  package mutating func append(_ number: Int32) {
    if first < 0 { first = number } else { others.append(number) }
  }

  @inlinable
  package mutating func removeAll() {
    first = -1
    if !others.isEmpty { others = [] }
  }
}
