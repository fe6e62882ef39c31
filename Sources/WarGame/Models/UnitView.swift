public import AutoUpdate

/// A view that shows one unit and follows it.
///
/// A conforming view implements `prepare(with:)`; `autoUpdate(from:)` does the rest.
public protocol UnitView: AutoUpdating where Model == AnyUnit {
  /// The unit that is shown.
  var unit: AnyUnit? { get }
}

extension UnitView {
  /// Shows the view's unit as it is now, and again whenever it changes.
  public func autoUpdate(from store: DataStore) {
    guard let unit else { return }
    autoUpdate(unit.id, from: store)
  }
}
