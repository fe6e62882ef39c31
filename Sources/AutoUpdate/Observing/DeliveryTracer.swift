/// A type that follows, for each transaction, which observers are called and in which order.
///
/// ```swift
/// final class Trace: DeliveryTracer {
///   func willDeliver(cause: String) { print("delivering", cause) }
///   func deliver(to name: String, _ call: () -> Void) { call(); print("  called", name) }
/// }
/// ```
///
/// Without a tracer, a store only checks once per transaction whether there is one.
public protocol DeliveryTracer: AnyObject {
  /// Called before the observers of a transaction are called.
  func willDeliver(cause: String)

  /// Calls one observer: must call `call` once.
  ///
  /// - Parameters:
  ///   - name: the name given at registration, empty if there is none; for a view of a single row, the type of its
  ///     model.
  ///   - call: calls the observer.
  func deliver(to name: String, _ call: () -> Void)
}
