/// A kind together with the host that has its objects.
final class BoundKind {
  let description: KindDescription
  let ids: () -> [Int]
  let find: (Span<UInt8>) -> Int?
  let makeCursor: () -> RowCursor

  init(
    _ description: KindDescription, ids: @escaping () -> [Int], find: @escaping (Span<UInt8>) -> Int?,
    makeCursor: @escaping () -> RowCursor
  ) {
    self.description = description
    self.ids = ids
    self.find = find
    self.makeCursor = makeCursor
  }
}

/// Stands on one row of a kind and reads it.
///
/// What depends on the row's type is in closures: made where the type is known, they are compiled for it.
public final class RowCursor {
  /// A ``CurrentRow``, which the closures read; it may also be given a model that is not (or no longer) in a table.
  let current: AnyObject
  /// Stands on the row of an id; `false` when there is none.
  let move: (Int) -> Bool
  /// The value of a property, by its place.
  let read: (Int) -> Value
  let child: (Span<UInt8>) -> Value?
  /// The id of the current row, if the host can tell it.
  let id: () -> Int?
  let makeName: () -> String

  /// A cursor that stands on no row yet.
  ///
  /// - Parameters:
  ///   - current: where the closures find the row.
  ///   - move: makes the row of an id the current one, or none; says whether there is one.
  ///   - read: the value of the current row's property with an index.
  ///   - child: a property that is made while the host runs.
  ///   - id: the id of the current row, which expressions call `it`; without it no row of a watch is an object.
  ///   - name: how the current row is shown.
  public init<Row>(
    _ current: CurrentRow<Row>, move: @escaping (Int) -> Bool, read: @escaping (Int) -> Value,
    child: @escaping (Span<UInt8>) -> Value?, id: @escaping () -> Int? = { nil },
    name: @escaping () -> String
  ) {
    self.current = current
    self.move = move
    self.read = read
    self.child = child
    self.id = id
    makeName = name
  }

  var name: String { makeName() }
}

/// The row that a cursor stands on.
public final class CurrentRow<Row> {
  /// The model; `nil` before the cursor was moved to one that is there.
  public final var row: Row?
  /// The value of a row's property, by its place.
  @usableFromInline let read: (Row, Int) -> Value

  /// No row yet.
  ///
  /// - Parameter read: the value of any row's property, by its place.
  @inlinable
  public init(reading read: @escaping (Row, Int) -> Value) { self.read = read }
}
