/// The prefix sums of a sequence of small counts, which are updated when counts change.
///
/// It is a tree of partial sums in an array (Peter Fenwick, “A new data structure for cumulative frequency tables”,
/// 1994).
@usableFromInline
package struct PrefixSums {
  /// The partial sums. `tree[i]` is the sum of the last `n` counts up to and including index `i`, where `n` is the
  /// lowest set bit of `i + 1`.
  @usableFromInline var tree: ContiguousArray<Int32> = []

  @inlinable
  package init() {}

  @inlinable
  package func before(_ position: Int) -> Int {
    var sum: Int32 = 0
    var index = position
    while index > 0 {
      sum &+= tree[index &- 1]
      index &= index &- 1
    }
    return Int(sum)
  }

  @inlinable
  package mutating func add(_ amount: Int32, at position: Int) {
    var index = position
    while index < tree.count {
      tree[index] &+= amount
      index |= index &+ 1
    }
  }

  /// Returns the greatest index such that the counts before it add up to at most `sum`, and the difference between
  /// `sum` and the total of these counts.
  @inlinable
  package func locate(_ sum: Int) -> (position: Int, rest: Int) {
    var position = 0
    var rest = sum
    var step = tree.isEmpty ? 0 : 1 << (Int.bitWidth &- 1 &- tree.count.leadingZeroBitCount)
    while step > 0 {
      let next = position &+ step
      if next <= tree.count, Int(tree[next &- 1]) <= rest {
        position = next
        rest &-= Int(tree[next &- 1])
      }
      step >>= 1
    }
    return (position, rest)
  }

  /// Rebuilds the sums from `count` counts.
  ///
  /// - Complexity: O(count).
  @inlinable
  package mutating func rebuild(count: Int, _ value: (Int) -> Int32) {
    tree.removeAll(keepingCapacity: true)
    for position in 0..<count { tree.append(value(position)) }
    for position in 0..<count {
      let parent = position | (position &+ 1)
      if parent < count { tree[parent] &+= tree[position] }
    }
  }
}
