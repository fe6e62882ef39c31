/// A type that traces, for each transaction, which observers are called and in which order.
///
/// ```swift
/// final class Trace: DeliveryTracer {
///   func willDeliver(cause: String) { print("delivering", cause) }
///   func deliver(to name: String, _ call: () -> Void) { call(); print("  called", name) }
/// }
/// ```
///
/// Without a tracer, the only cost for a store is one check per transaction.
public protocol DeliveryTracer: AnyObject {
  /// Called before the observers of a transaction are called.
  func willDeliver(cause: String)

  /// Calls one observer. An implementation must call `call` once.
  ///
  /// - Parameters:
  ///   - name: the name given at registration, or an empty string. For a view of a single row, it is the type of the
  ///     model.
  ///   - call: calls the observer.
  func deliver(to name: String, _ call: () -> Void)
}
