/// An observer with a name for a ``DeliveryTracer``.
@usableFromInline
protocol NamedObserver: AnyObject {
  var name: String { get }
  var subscription: Subscription? { get set }
}

/// An observer of a row that calls a closure whenever a transaction changes the row's model.
///
/// The store holds it weakly; its owner holds it strongly.
@usableFromInline
final class RowHandler<Model: Storable>: AutoUpdating, NamedObserver {
  @usableFromInline let name: String
  @usableFromInline let handler: () -> Void
  @usableFromInline var subscription: Subscription?

  @inlinable
  init(name: String, _ handler: @escaping () -> Void) {
    self.name = name
    self.handler = handler
  }

  @inlinable
  func prepare(with model: Model?) { handler() }
}
