import CommandLanguage
import TextViews

extension KindID {
  static let view: KindID = "view"
}

/// Views as values of expressions: `map.attacker.visible`, `app.title.text`, `count(shown)`.
enum ViewKind {
  static let kind = Kind(
    "view", plural: "shown", "the views on the screens",
    properties: [
      Property("name", "the name, after those of the enclosing views"),
      Property("visible", "true if it is on the screen"),
      Property("text", "the text of a label, or which rows of a list are on the screen"),
    ], hasChildren: true, isDerived: true, hasNames: false)

  /// Returns a Boolean value that indicates whether a view is visible. A label without text is not visible.
  static func isShown(_ view: TextView) -> Bool {
    view.isVisible && (view as? LabelView)?.fields.isEmpty != true
      && (view as? RowsView)?.fields.isEmpty != true
  }

  static func value(_ path: ViewPath, in simulation: Simulation) -> Value? {
    let stage = simulation.stage
    let number = stage.number(ofViewAt: path)
    if !stage.isPermanent(number) { stage.noteRead(of: .visibility, in: nil) }
    return number.map { .object(.view, $0) }
  }

  static func value(_ object: String, _ name: Span<UInt8>, in simulation: Simulation) -> Value? {
    guard let name = try? UTF8Span(validating: name) else { return nil }
    return value(ViewPath("\(object)/\(String(copying: name))"), in: simulation)
  }
}

/// The views of a session as objects of expressions.
final class ViewObjects: BoundKind {
  private unowned let simulation: Simulation

  init(of simulation: Simulation) { self.simulation = simulation }

  override func numbers() -> [Int] {
    simulation.stage.noteReadOfContents()
    return simulation.stage.all.filter(ViewKind.isShown).map { simulation.stage.number(of: $0.path) }
  }

  override func makeCursor() -> RowCursor { ViewCursor(of: simulation) }
}

/// A cursor over views.
private final class ViewCursor: RowCursor {
  private let stage: Stage
  private var viewNumber = -1
  // Weak, because a view that a command removed must not follow the store any longer.
  private weak var view: TextView?

  init(of simulation: Simulation) { stage = simulation.stage }

  override func move(_ number: Int) -> Bool {
    if !stage.isPermanent(number) { stage.noteRead(of: .visibility, in: nil) }
    viewNumber = number
    view = stage.view(numbered: number)
    return view != nil
  }

  override func read(_ property: Int) -> Value {
    guard let view else { return .none }
    return switch property {
    case 0: .text(name)
    case 1: .truth(isVisible(view))
    default: .text(summary(of: view))
    }
  }

  private func isVisible(_ view: TextView) -> Bool {
    stage.noteRead(of: .visibility, in: view)
    return view.isVisible
  }

  private func summary(of view: TextView) -> String {
    // A list without a place on the screen has no rows.
    stage.noteRead(of: .visibility, in: view)
    stage.noteRead(of: view is LabelView ? .labels : .rows, in: view)
    return view.summary
  }

  override func child(_ name: Span<UInt8>) -> Value? {
    let number = stage.number(ofViewNamed: name, in: viewNumber)
    if !stage.isPermanent(number) { stage.noteRead(of: .visibility, in: nil) }
    return number.map { .object(.view, $0) }
  }

  override var name: String { view.map { "\($0.path)" } ?? "" }
}
