public import StoreMemory

/// A key in descending order. Keys that do not equal themselves, such as NaN, come first.
@frozen
public struct Descending<Key: Comparable>: Comparable {
  /// The key to sort by.
  public var key: Key

  /// Creates a key in descending order.
  @inlinable
  public init(_ key: Key) {
    self.key = key
  }

  /// Returns a Boolean value that indicates whether the left key comes after the right one.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { KeyOrder().precedes(right.key, left.key) }

  /// Returns a Boolean value that indicates whether the keys have the same rank.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { KeyOrder().isSame(left.key, right.key) }
}

extension Descending: Sendable where Key: Sendable {}

/// A pair of keys. The second key orders elements whose first keys have the same rank.
///
/// ```swift
/// { SortKeys($0.status, Descending($0.hp), $0.name) }
/// ```
///
/// A Boolean or an optional value is not `Comparable`. Convert it to a number, here to put open tasks first and tasks
/// without a date last:
///
/// ```swift
/// { SortKeys($0.isDone ? 1 : 0, $0.due == nil ? 1 : 0, $0.due ?? 0) }
/// ```
@frozen
public struct SortKeys<First: Comparable, Second: Comparable>: Comparable {
  /// The key to sort by first.
  public var first: First
  /// The key to sort by if the first keys have the same rank.
  public var second: Second

  /// Creates a pair of keys.
  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Creates a combination of three keys.
  @inlinable
  public init<A, B>(_ first: First, _ second: A, _ third: B) where Second == SortKeys<A, B> {
    self.init(first, SortKeys<A, B>(second, third))
  }

  /// Returns a Boolean value that indicates whether the left pair comes before the right one: by the first keys or, if
  /// these have the same rank, by the second keys.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    if KeyOrder().isSame(left.first, right.first) { return KeyOrder().precedes(left.second, right.second) }
    return KeyOrder().precedes(left.first, right.first)
  }

  /// Returns a Boolean value that indicates whether both pairs have the same rank.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    KeyOrder().isSame(left.first, right.first) && KeyOrder().isSame(left.second, right.second)
  }
}

extension SortKeys: Sendable where First: Sendable, Second: Sendable {}
