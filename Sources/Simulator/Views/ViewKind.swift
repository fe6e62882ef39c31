import CommandLanguage
import TextViews

extension KindID {
  static let view: KindID = "view"
}

/// Views as values: `map.attacker.visible`, `app.title.text`, `count(shown)`.
enum ViewKind {
  static let kind = Kind(
    "view", plural: "shown", "what is on the screens", host: Simulation.self,
    rows: { simulation in
      simulation.stage.noteRead()
      return simulation.stage.all.filter(isShown).map { simulation.stage.number(of: $0.path) }
    },
    row: { simulation, number in
      simulation.stage.noteRead()
      return simulation.stage.view(numbered: number)
    },
    name: { _, view in "\(view.path)" },
    properties: [
      Property("name", "with those of the views around it") { _, view in .text("\(view.path)") },
      Property("visible", "whether it is on the screen") { _, view in .truth(view.isVisible) },
      Property("text", "what it shows, or would") { _, view in .text(view.summary) },
    ],
    child: { simulation, view, name in value("\(view.path)", name, in: simulation) }
  ).derived()

  /// Whether a view is on the screen; a label without a text is not.
  static func isShown(_ view: TextView) -> Bool {
    view.isVisible && (view as? LabelView)?.fields.isEmpty != true
  }

  /// The view of a path; `none` when there is none.
  static func value(_ path: String, in simulation: Simulation) -> Value {
    simulation.stage.noteRead()
    return simulation.stage.view(path).map { .object(.view, simulation.stage.number(of: $0.path)) } ?? .none
  }

  /// The view of a name within another, or within an object's.
  static func value(_ outer: String, _ name: Span<UInt8>, in simulation: Simulation) -> Value? {
    guard let name = try? UTF8Span(validating: name) else { return nil }
    let value = value("\(outer)/\(String(copying: name))", in: simulation)
    return value == .none ? nil : value
  }
}
