import AutoUpdate
import TextViews

/// A stack of views that opens and closes as a whole:
///
///     Screen("board", isOpen: true, limit: 2) {
///       List("cards", of: Card.self)
///       Label("alarm", visible: .when(\Card.column, of: 1, is: .doing)) { _ in "the first card is being done" }
///     }
///
/// Its views are named `board/cards` and `board/alarm`. The command `scroll board` scrolls its first list.
public struct Screen: WorldPart {
  let name: String
  let isOpen: Bool
  let limit: Int
  let height: Int?
  let elements: [ViewElement]

  /// Creates a screen from views.
  ///
  /// - Parameters:
  ///   - name: The name in the commands `open`, `close` and `scroll`.
  ///   - isOpen: Indicates whether it is open when a session begins.
  ///   - height: The initial number of visible rows in its first list. By default, the list's own height.
  ///   - limit: The maximum number of visible views. The first ones that are not hidden are visible.
  ///   - views: The views, from the top.
  public init(
    _ name: String, isOpen: Bool = false, height: Int? = nil, limit: Int = .max,
    @ScreenBuilder views: () -> [ViewElement]
  ) {
    self.name = name
    self.isOpen = isOpen
    self.height = height
    self.limit = limit
    elements = views()
  }

  public func declare(in declarations: inout Declarations) {
    let path = ViewPath(name)
    declarations.views.append(DeclaredView(path: name, kind: .screen, marks: ["+", "-"]))
    let paths = elements.map { path.child($0.name) }
    for (element, path) in zip(elements, paths) {
      element.note(in: &declarations)
      declarations.views.append(element.declared(at: path.description))
    }
    let main = elements.first { $0.kind == .list }
    let state = ScreenState(
      id: name, isOpen: isOpen, first: main?.showsLast == true ? nil : 1,
      height: height ?? main?.height ?? ScreenState.usualHeight)
    declarations.starts.append { try $0.write { $0.save(state) } }
    declarations.stage { [elements, limit] simulation in
      let screen = ScreenView(path, limit: limit, on: simulation.console)
      let parts = zip(elements, paths).map { $0.make($1, true, simulation) }
      return StagedScreen(screen, parts, in: simulation)
    }
  }
}

/// A screen in a session.
final class StagedScreen: StagedView {
  let screen: ScreenView
  let parts: [any StagedView]
  private unowned let simulation: Simulation

  init(_ screen: ScreenView, _ parts: [any StagedView], in simulation: Simulation) {
    self.screen = screen
    self.parts = parts
    self.simulation = simulation
    for part in parts { screen.add(part.view) }
  }

  var view: TextView { screen }
  var asScreen: StagedScreen? { self }

  var firstList: (any StagedList)? {
    for part in parts {
      if let list = part.asList { return list }
    }
    return nil
  }

  private var id: String { screen.path.description }

  func begin() {
    for part in parts { part.begin() }
  }

  func follow() -> Bool {
    guard let state = simulation.table(of: ScreenState.self)[id] else { return false }
    let wasOpen = screen.isOpen
    // A screen closes before its views change and opens after they have changed, so that it does not print these
    // changes.
    if !state.isOpen { screen.close() }
    firstList?.show(state.height, from: state.offset)
    guard state.isOpen, !wasOpen else { return false }
    for part in parts { part.refresh() }
    screen.open()
    return true
  }

  func moveToEndOfOrder() {
    for part in parts { part.moveToEndOfOrder() }
  }

  var reasons: Reasons {
    guard let field = ScreenState.schema.field(named: "open") else { return Reasons() }
    return Reasons(conditions: [Condition(Fact(field, of: id), isOneOf: [.truth(true)])])
  }
}
