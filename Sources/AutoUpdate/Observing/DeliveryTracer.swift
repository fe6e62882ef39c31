/// Someone who wants to know, for each transaction, who is told of it and in which order.
///
/// ```swift
/// final class Trace: DeliveryTracer {
///   func delivering(cause: String) { print("of", cause) }
///   func tell(_ name: String, _ call: () -> Void) { call(); print("  told", name) }
/// }
/// ```
///
/// A store without a tracer asks once a transaction whether there is one, and no more.
public protocol DeliveryTracer: AnyObject {
  /// A transaction is about to be told.
  func delivering(cause: String)

  /// Tells one observer, by calling `call` once.
  ///
  /// - Parameters:
  ///   - name: what the observer was called when it was registered; for a view of a single row, the type of its
  ///     model; empty when it has no name.
  ///   - call: tells the observer.
  func tell(_ name: String, _ call: () -> Void)
}

/// One call that a delivery makes.
@usableFromInline
struct Call {
  @usableFromInline let sequence: UInt64
  /// The table of a view that observes a row; -1 for a closure.
  @usableFromInline let table: Int32
  /// The row that a view observes.
  @usableFromInline let row: Int32
  /// The observer's place: in its row's list, or among the closures.
  @usableFromInline let place: Int32
  /// The change of the table that a view is shown, by index.
  @usableFromInline let change: Int32

  @inlinable
  init(sequence: UInt64, table: Int32 = -1, row: Int32 = -1, place: Int32, change: Int32 = -1) {
    self.sequence = sequence
    self.table = table
    self.row = row
    self.place = place
    self.change = change
  }
}
