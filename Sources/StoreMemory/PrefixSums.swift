/// Sums over the beginning of a sequence of small counts, kept while the counts change.
///
/// A tree of partial sums in an array, after Peter Fenwick, “A new data structure for cumulative
/// frequency tables” (1994).
@usableFromInline
package struct PrefixSums {
  /// `tree[i]` holds the sum of the counts that end at `i`, as many as the lowest bit of `i + 1` says.
  @usableFromInline var tree: ContiguousArray<Int32> = []

  @inlinable
  package init() {}

  /// The sum of the counts before `place`.
  @inlinable
  package func before(_ place: Int) -> Int {
    var sum: Int32 = 0
    var index = place
    while index > 0 {
      sum &+= tree[index &- 1]
      index &= index &- 1
    }
    return Int(sum)
  }

  @inlinable
  package mutating func add(_ amount: Int32, at place: Int) {
    var index = place
    while index < tree.count {
      tree[index] &+= amount
      index |= index &+ 1
    }
  }

  /// The place whose count reaches over `sum`, and how far `sum` is into it.
  @inlinable
  package func locate(_ sum: Int) -> (place: Int, rest: Int) {
    var place = 0
    var rest = sum
    var step = tree.isEmpty ? 0 : 1 << (Int.bitWidth &- 1 &- tree.count.leadingZeroBitCount)
    while step > 0 {
      let next = place &+ step
      if next <= tree.count, Int(tree[next &- 1]) <= rest {
        place = next
        rest &-= Int(tree[next &- 1])
      }
      step >>= 1
    }
    return (place, rest)
  }

  /// Rebuilds the sums from `count` counts.
  ///
  /// - Complexity: O(count).
  @inlinable
  package mutating func rebuild(count: Int, _ value: (Int) -> Int32) {
    tree.removeAll(keepingCapacity: true)
    for place in 0..<count { tree.append(value(place)) }
    for place in 0..<count {
      let parent = place | (place &+ 1)
      if parent < count { tree[parent] &+= tree[place] }
    }
  }
}
