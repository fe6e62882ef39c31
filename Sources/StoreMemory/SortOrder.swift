/// An order of sort keys.
///
/// It is a type and not a closure, so that the compiler inlines the comparison into the search.
@usableFromInline
package protocol SortOrder<Key> {
  associatedtype Key

  /// Returns whether `left` comes before `right`. The result must define a strict weak order.
  ///
  /// An inconsistent order results in an unspecified sequence, but no row is lost and memory stays safe.
  func precedes(_ left: Key, _ right: Key) -> Bool
}

/// The natural order of keys. Keys that do not equal themselves, such as NaN, come last.
@usableFromInline
package struct KeyOrder<Key: Comparable>: SortOrder {
  @inlinable
  package init() {}

  /// Returns a Boolean value that indicates whether `left` is less than `right`, or equals itself while `right` does
  /// not.
  @inlinable
  package func precedes(_ left: Key, _ right: Key) -> Bool {
    left < right || (right != right && left == left)
  }

  /// Returns a Boolean value that indicates whether two keys have the same rank: they are equal, or neither equals
  /// itself.
  @inlinable
  package func isSame(_ left: Key, _ right: Key) -> Bool {
    left == right || (left != left && right != right)
  }
}

/// An order that is determined at run time by a closure.
@usableFromInline
package struct RuntimeOrder<Key>: SortOrder {
  @usableFromInline let isBefore: (Key, Key) -> Bool

  @inlinable
  package init(_ isBefore: @escaping (Key, Key) -> Bool) {
    self.isBefore = isBefore
  }

  @inlinable
  package func precedes(_ left: Key, _ right: Key) -> Bool { isBefore(left, right) }
}
