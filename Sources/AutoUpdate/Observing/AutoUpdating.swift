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
/// The store holds the view weakly, and the view holds its subscription. After a view has been released, on any thread,
/// it is not called again and the store keeps no memory for it.
public protocol AutoUpdating<Model>: AnyObject {
  /// The type of model that the view shows.
  associatedtype Model: Storable

  /// The view's observation. Setting another one ends the previous one.
  var subscription: Subscription? { get set }

  /// Shows the state of the model, or `nil` if the store does not contain the model.
  func prepare(with model: Model?)
}

extension AutoUpdating {
  /// Ends the observation. The view continues to show its last state.
  public func stopUpdating() {
    subscription = nil
  }
}
