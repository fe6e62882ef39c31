/// Which of two sort keys comes first.
///
/// A type instead of a closure, so that comparing is compiled into the search.
public protocol SortOrder<Key> {
  /// What rows are ordered by.
  associatedtype Key

  /// Whether `left` comes before `right`: a strict weak order.
  ///
  /// An inconsistent order gives an unspecified sequence, but loses no row and breaks nothing.
  func precedes(_ left: Key, _ right: Key) -> Bool
}

/// The order of the keys themselves; a key that does not equal itself, such as NaN, comes last.
@frozen
public struct KeyOrder<Key: Comparable>: SortOrder {
  /// The order of the keys.
  @inlinable
  public init() {}

  /// Whether `left` is less than `right`, or equals itself while `right` does not.
  @inlinable
  public func precedes(_ left: Key, _ right: Key) -> Bool {
    left < right || (right != right && left == left)
  }

  /// Whether two keys stand at the same place of the order: they are equal, or neither equals itself.
  @inlinable
  func isSame(_ left: Key, _ right: Key) -> Bool {
    left == right || (left != left && right != right)
  }
}

/// An order that is known at run time only.
@frozen
public struct RuntimeOrder<Key>: SortOrder {
  @usableFromInline let isBefore: (Key, Key) -> Bool

  /// The order that a closure decides.
  @inlinable
  public init(_ isBefore: @escaping (Key, Key) -> Bool) {
    self.isBefore = isBefore
  }

  /// What the closure answers.
  @inlinable
  public func precedes(_ left: Key, _ right: Key) -> Bool { isBefore(left, right) }
}

/// A key that sorts the other way round; one that does not equal itself, such as NaN, comes first.
@frozen
public struct Descending<Key: Comparable>: Comparable {
  /// What is sorted by.
  public var key: Key

  /// A key in descending order.
  @inlinable
  public init(_ key: Key) {
    self.key = key
  }

  /// Whether the left key comes after the right one.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { KeyOrder().precedes(right.key, left.key) }

  /// Whether the keys stand at the same place.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { KeyOrder().isSame(left.key, right.key) }
}

extension Descending: Sendable where Key: Sendable {}

/// A key, and another one for those whose first keys are equal.
///
/// ```swift
/// { SortKeys($0.status, Descending($0.hp), $0.name) }
/// ```
@frozen
public struct SortKeys<First: Comparable, Second: Comparable>: Comparable {
  /// What is sorted by first.
  public var first: First
  /// What decides where the first keys are equal.
  public var second: Second

  /// Two keys.
  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Three keys.
  @inlinable
  public init<A, B>(_ first: First, _ second: A, _ third: B) where Second == SortKeys<A, B> {
    self.init(first, SortKeys<A, B>(second, third))
  }

  /// Four keys.
  @inlinable
  public init<A, B, C>(_ first: First, _ second: A, _ third: B, _ fourth: C)
  where Second == SortKeys<A, SortKeys<B, C>> {
    self.init(first, SortKeys<A, SortKeys<B, C>>(second, third, fourth))
  }

  /// Whether the first keys, or where they are equal the second ones, are in ascending order.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    if KeyOrder().isSame(left.first, right.first) { return KeyOrder().precedes(left.second, right.second) }
    return KeyOrder().precedes(left.first, right.first)
  }

  /// Whether both keys stand at the same place.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    KeyOrder().isSame(left.first, right.first) && KeyOrder().isSame(left.second, right.second)
  }
}

extension SortKeys: Sendable where First: Sendable, Second: Sendable {}
