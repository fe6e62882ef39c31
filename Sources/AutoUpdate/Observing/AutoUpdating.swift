/// A view that shows one model and prepares itself again whenever that model changes.
///
/// ```swift
/// final class HeroLabel: AutoUpdating {
///   var subscription: Subscription?
///   var text = ""
///   func prepare(with hero: Hero?) { text = hero?.name ?? "" }
/// }
/// label.autoUpdate("arthur", from: store)
/// ```
///
/// The store holds the view weakly; the view holds its subscription. A view that goes away, on whatever
/// thread, is not called again and leaves nothing behind in the store.
public protocol AutoUpdating<Model>: AnyObject {
  /// The type of model that the view shows.
  associatedtype Model: Storable

  /// The view's observation; a new one ends the one before it.
  var subscription: Subscription? { get set }

  /// Puts the state of the model into the view; `nil` when the store has no such model (any more).
  func prepare(with model: Model?)
}

extension AutoUpdating {
  /// Observes nothing any more; what is shown stays.
  public func stopUpdating() {
    subscription = nil
  }
}
