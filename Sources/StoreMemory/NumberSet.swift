/// A set of numbers, of which there are few.
@usableFromInline
package struct NumberSet: Equatable {
  /// The numbers, in the order in which they came in.
  @usableFromInline package var numbers: ContiguousArray<Int32> = []

  /// An empty set.
  @inlinable
  package init() {}

  /// A set of some numbers.
  @inlinable
  package init(_ numbers: ContiguousArray<Int32>) {
    for number in numbers { insert(number) }
  }

  /// Whether there are no numbers.
  @inlinable package var isEmpty: Bool { numbers.isEmpty }

  /// Whether a number is in the set.
  @inlinable
  package func contains(_ number: Int32) -> Bool { numbers.contains(number) }

  /// Adds a number that is not in the set yet.
  @inlinable
  package mutating func insert(_ number: Int32) {
    if !numbers.contains(number) { numbers.append(number) }
  }

  /// Adds the numbers of another set.
  @inlinable
  package mutating func formUnion(_ other: NumberSet) {
    if numbers.isEmpty {
      numbers = other.numbers
    } else {
      for number in other.numbers { insert(number) }
    }
  }
}

/// Numbers from 0 up in an order. The first stands beside the others, as most lists have no more.
@usableFromInline
package struct NumberList {
  @usableFromInline var first: Int32 = -1
  @usableFromInline var others: ContiguousArray<Int32> = []

  /// An empty list.
  @inlinable
  package init() {}

  /// How many numbers there are.
  @inlinable package var count: Int { first < 0 ? 0 : others.count &+ 1 }

  /// The number at an index.
  @inlinable
  package subscript(index: Int) -> Int32 { index == 0 ? first : others[index &- 1] }

  /// Adds a number at the end.
  @inlinable
  package mutating func append(_ number: Int32) {
    if first < 0 { first = number } else { others.append(number) }
  }

  /// Takes all numbers out.
  @inlinable
  package mutating func removeAll() {
    first = -1
    if !others.isEmpty { others = [] }
  }
}
