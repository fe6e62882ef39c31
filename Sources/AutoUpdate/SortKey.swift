/// Which of two sort keys comes first.
///
/// A type instead of a closure, so that comparing is compiled into the search.
public protocol SortOrder<Key> {
  associatedtype Key

  /// Whether `left` comes before `right`: a strict weak order. A breach costs the order, nothing else.
  func precedes(_ left: Key, _ right: Key) -> Bool
}

/// The order of the keys themselves.
@frozen
public struct KeyOrder<Key: Comparable>: SortOrder {
  @inlinable
  public init() {}

  @inlinable
  public func precedes(_ left: Key, _ right: Key) -> Bool { left < right }
}

/// An order that is known at run time only.
@frozen
public struct RuntimeOrder<Key>: SortOrder {
  @usableFromInline let isBefore: (Key, Key) -> Bool

  @inlinable
  public init(_ isBefore: @escaping (Key, Key) -> Bool) {
    self.isBefore = isBefore
  }

  @inlinable
  public func precedes(_ left: Key, _ right: Key) -> Bool { isBefore(left, right) }
}

/// A key that sorts the other way round.
@frozen
public struct Descending<Key: Comparable>: Comparable {
  public var key: Key

  @inlinable
  public init(_ key: Key) {
    self.key = key
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool { right.key < left.key }
}

extension Descending: Sendable where Key: Sendable {}

/// A key, and another one for those whose first keys are equal.
///
/// ```swift
/// { SortKeys($0.status, Descending($0.hp), $0.name) }
/// ```
@frozen
public struct SortKeys<First: Comparable, Second: Comparable>: Comparable {
  public var first: First
  public var second: Second

  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public init<A, B>(_ first: First, _ second: A, _ third: B) where Second == SortKeys<A, B> {
    self.init(first, SortKeys<A, B>(second, third))
  }

  @inlinable
  public init<A, B, C>(_ first: First, _ second: A, _ third: B, _ fourth: C)
  where Second == SortKeys<A, SortKeys<B, C>> {
    self.init(first, SortKeys<A, SortKeys<B, C>>(second, third, fourth))
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    if left.first == right.first { return left.second < right.second }
    return left.first < right.first
  }
}

extension SortKeys: Sendable where First: Sendable, Second: Sendable {}
