import AutoUpdate
import TextViews

/// The contents that newly created views have in the present state: the reference for views that have followed every
/// change.
///
/// The views are created from the declarations and the store, like the views of a new session, and then released. Their
/// output is discarded.
enum FreshScreens {
  static func image(in simulation: Simulation) -> ScreenImage {
    let image = simulation.stage.unnoticed { simulation.console.silently { makeImage(in: simulation) } }
    // Remove the delegates of the released views, so that a trace does not count them.
    simulation.service { _ in AppCenters() }.dropReleased()
    return image
  }

  private static func makeImage(in simulation: Simulation) -> ScreenImage {
    let tracer = simulation.store.tracer
    simulation.store.tracer = nil
    defer { simulation.store.tracer = tracer }
    var views = simulation.stage.makers.map { $0(simulation) }
    for view in views where view.asScreen == nil { view.begin() }
    for view in views where view.asScreen != nil { view.begin() }
    for view in views { _ = view.follow() }
    for watch in simulation.watches.makeAll() {
      _ = watch.follow()
      views.append(watch)
    }
    return ScreenImage(of: views.map(\.view))
  }
}

extension Watches {
  /// Returns a new list for each watch, in order.
  fileprivate func makeAll() -> [any AnyStagedWatch] {
    simulation.table(of: Watch.self).models.sorted { $0.id < $1.id }.compactMap { watch in
      simulation.schema(of: watch.selection).flatMap { make(watch, $0) }
    }
  }
}

extension ScreenImage.Difference {
  /// Creates the difference for a view that changed without an event. The given difference compares the expected image
  /// with the shown one.
  init(silent difference: ScreenImage.Difference) {
    self.init(path: difference.path, shown: difference.expected, expected: difference.shown)
  }
}
