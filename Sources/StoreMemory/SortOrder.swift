/// Which of two sort keys comes first.
///
/// A type instead of a closure, so that comparing is compiled into the search.
@usableFromInline
package protocol SortOrder<Key> {
  /// What rows are ordered by.
  associatedtype Key

  /// Whether `left` comes before `right`: a strict weak order.
  ///
  /// An inconsistent order gives an unspecified sequence, but loses no row and breaks nothing.
  func precedes(_ left: Key, _ right: Key) -> Bool
}

/// The order of the keys themselves; a key that does not equal itself, such as NaN, comes last.
@usableFromInline
package struct KeyOrder<Key: Comparable>: SortOrder {
  /// The order of the keys.
  @inlinable
  package init() {}

  /// Whether `left` is less than `right`, or equals itself while `right` does not.
  @inlinable
  package func precedes(_ left: Key, _ right: Key) -> Bool {
    left < right || (right != right && left == left)
  }

  /// Whether two keys stand at the same place of the order: they are equal, or neither equals itself.
  @inlinable
  package func isSame(_ left: Key, _ right: Key) -> Bool {
    left == right || (left != left && right != right)
  }
}

/// An order that is known at run time only.
@usableFromInline
package struct RuntimeOrder<Key>: SortOrder {
  @usableFromInline let isBefore: (Key, Key) -> Bool

  /// The order that a closure decides.
  @inlinable
  package init(_ isBefore: @escaping (Key, Key) -> Bool) {
    self.isBefore = isBefore
  }

  /// What the closure answers.
  @inlinable
  package func precedes(_ left: Key, _ right: Key) -> Bool { isBefore(left, right) }
}
