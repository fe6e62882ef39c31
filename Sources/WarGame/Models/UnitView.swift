public import AutoUpdate

/// A view that shows one unit and updates when it changes.
///
/// A conforming view implements ``unit``, `subscription` and `prepare(with:)`.
public protocol UnitView: AutoUpdating where Model == AnyUnit {
  /// The unit that is shown.
  var unit: AnyUnit? { get }
}

extension UnitView {
  /// Prepares the view with its unit, now and whenever the unit changes.
  public func autoUpdate(from store: DataStore) {
    guard let unit else { return }
    autoUpdate(unit.id, from: store)
  }
}
