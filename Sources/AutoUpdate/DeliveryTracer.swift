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
  /// - Parameter name: what the observer is called, see ``Subscription/name``; for a view of a single
  ///   row, the type of its model; empty when it has no name.
  func tell(_ name: String, _ call: () -> Void)
}

extension DataStore {
  /// Who follows the store's deliveries; the store keeps it.
  public var tracer: (any DeliveryTracer)? {
    get { core.tracer }
    set { core.tracer = newValue }
  }
}

extension StoreCore {
  /// Makes the calls of the commit in delivery through the tracer.
  func deliverTraced(by tracer: any DeliveryTracer) {
    tracer.delivering(cause: queue[delivering].cause.text)
    for index in 0..<delivery.count {
      let call = delivery[index]
      if let table = call.table?.takeUnretainedValue() {
        tracer.tell(table.modelName) { table.operations.deliver(table, index..<index + 1) }
      } else if let recipient = recipients.recipient(at: call.place, sequence: call.sequence) {
        tracer.tell(recipient.name) { recipient.call() }
      }
    }
  }
}

extension Subscription {
  /// Gives the observation a name for ``DeliveryTracer``.
  public func named(_ name: String) -> Self {
    self.name = name
    return self
  }
}
