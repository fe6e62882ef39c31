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
/// The store holds the view weakly; the view holds its subscription. A view that goes away is not
/// called again and leaves nothing behind in the store.
public protocol AutoUpdating<Model>: AnyObject {
  associatedtype Model: Storable

  /// The view's observation; a new one ends the one before it.
  var subscription: Subscription? { get set }

  /// Puts the state of the model into the view; `nil` when the store has no such model (any more).
  func prepare(with model: Model?)
}

extension AutoUpdating {
  /// Shows the model with this identity now, and whenever a transaction changes it.
  ///
  /// What the view showed before is observed no more. The identity need not be in the store yet.
  ///
  /// - Complexity: O(1), whatever else is observed.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from store: DataStore) {
    autoUpdate(id, from: store.table(of: Model.self))
  }

  /// Shows the model with this identity now, and whenever a transaction changes it.
  @inlinable
  public func autoUpdate(_ id: Model.ID, from table: Table<Model>) {
    subscription = nil
    subscription = table.addObserver(self, of: id)
    prepare(with: table[id])
  }

  /// Observes nothing any more; what is shown stays.
  public func stopUpdating() {
    subscription = nil
  }
}
