/// A value that a store holds and a view shows.
///
/// The identity (`id`) determines which model a write changes. Equality determines whether anything changed: a write of
/// an equal value calls no observer.
public protocol Storable: Identifiable, Equatable, Sendable where ID: Sendable {}

/// The row of an identity in its table: a dense number that represents the identity.
///
/// A row belongs to an identity, not to a value. It does not change while the table has a value or an observer for that
/// identity. Afterwards, the row may be assigned to another identity.
@frozen
public struct Row: Hashable, Comparable, Sendable {
  /// The row's number, starting at 0.
  public let number: Int32

  @inlinable
  init(_ number: Int32) {
    self.number = number
  }

  /// Orders rows by their numbers.
  @inlinable
  public static func < (left: Row, right: Row) -> Bool { left.number < right.number }
}
