/// A value that a store keeps and a view shows.
///
/// Identity (`id`) decides whose change a write is; equality decides whether anything changed, so
/// that a write of an equal value notifies nobody.
public protocol Storable: Identifiable, Equatable, Sendable where ID: Sendable {}

/// The place of one identity in its table: an identifier interned to a dense number.
///
/// A row belongs to an identity, not to a value: it stays while the table holds a value or an
/// observer for that identity, and may be given to another identity afterwards.
@frozen
public struct Row: Hashable, Comparable, Sendable {
  /// The row's number, dense from 0.
  public let number: Int32

  @inlinable
  init(_ number: Int32) {
    self.number = number
  }

  /// Orders rows by their numbers.
  @inlinable
  public static func < (left: Row, right: Row) -> Bool { left.number < right.number }
}
