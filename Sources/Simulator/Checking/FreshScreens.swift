import AutoUpdate
import TextViews

/// The contents of a session's views if they were made now: the reference for views that followed every change.
///
/// The views are made of the declarations and the store alone, as a session's first ones are, and let go again; nobody
/// sees what they print.
enum FreshScreens {
  static func image(in simulation: Simulation) -> ScreenImage {
    let image = simulation.stage.unnoticed { simulation.console.silently { makeImage(in: simulation) } }
    // The views' delegates are not to be counted by a trace.
    simulation.service { _ in AppCenters() }.dropReleased()
    return image
  }

  private static func makeImage(in simulation: Simulation) -> ScreenImage {
    let tracer = simulation.store.tracer
    simulation.store.tracer = nil
    defer { simulation.store.tracer = tracer }
    var views = simulation.stage.makers.map { $0(simulation) }
    for view in views where view.asGroup == nil { view.begin() }
    for view in views where view.asGroup != nil { view.begin() }
    for view in views { _ = view.follow() }
    for watch in simulation.watches.makeAll() {
      _ = watch.follow()
      views.append(watch)
    }
    return ScreenImage(of: views.map(\.view))
  }
}

extension Watches {
  /// A new list for each watch, in their order.
  fileprivate func makeAll() -> [any AnyStagedWatch] {
    simulation.table(of: Watch.self).models.sorted { $0.id < $1.id }.compactMap { watch in
      simulation.schema(of: watch.selection).flatMap { make(watch, $0) }
    }
  }
}
