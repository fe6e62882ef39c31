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
