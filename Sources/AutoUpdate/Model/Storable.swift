/// A value that a store keeps and a view shows.
///
/// Identity (`id`) decides which model a write changes. Equality decides whether anything changed: a write of an
/// equal value notifies no observer.
public protocol Storable: Identifiable, Equatable, Sendable where ID: Sendable {}

/// The position of an identity in its table: a dense number that stands for the identity.
///
/// A row belongs to an identity, not to a value. It stays the same while the table has a value or an observer for
/// that identity. Afterwards another identity may get the row.
@frozen
public struct Row: Hashable, Comparable, Sendable {
  /// The row's number, counted from 0.
  public let number: Int32

  @inlinable
  init(_ number: Int32) {
    self.number = number
  }

  /// Orders rows by their numbers.
  @inlinable
  public static func < (left: Row, right: Row) -> Bool { left.number < right.number }
}
