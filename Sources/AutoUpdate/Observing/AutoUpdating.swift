/// A view that shows one model and is called with its new state whenever the model changes.
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
/// The store holds the view weakly, and the view holds its subscription. A view that is released, on any thread,
/// is not called again and leaves nothing behind in the store.
public protocol AutoUpdating<Model>: AnyObject {
  /// The type of model that the view shows.
  associatedtype Model: Storable

  /// The view's observation; setting another one ends it.
  var subscription: Subscription? { get set }

  /// Shows the state of the model; `nil` if the store does not have the model.
  func prepare(with model: Model?)
}

extension AutoUpdating {
  /// Ends the observation. The view keeps what it shows.
  public func stopUpdating() {
    subscription = nil
  }
}
