import TextViews

/// A list or a label, as a world or a screen takes it.
public struct ViewElement: Sendable {
  let name: String
  let kind: DeclaredView.Kind
  let marks: [Character]
  let problems: [String]
  /// How many rows a list shows at first, and whether it shows the last ones.
  var height = ScreenState.usualHeight
  var showsLast = false
  let make: @Sendable (_ path: ViewPath, _ isInScreen: Bool, _ simulation: Simulation) -> any StagedView

  func declared(at path: String) -> DeclaredView { DeclaredView(path: path, kind: kind, marks: marks) }

  /// Adds the view to a world, where it stands alone.
  func declare(in declarations: inout Declarations) {
    declarations.problems += problems
    declarations.views.append(declared(at: name))
    declarations.installs.append { simulation in
      simulation.stage.add(make(ViewPath(name), false, simulation))
    }
  }

  /// The state that a list which stands alone begins with.
  func state(at path: String) -> ScreenState {
    ScreenState(id: path, isOpen: true, first: showsLast ? nil : 1, height: height)
  }
}

/// What a screen consists of: a ``List`` or a ``Label``.
public protocol ScreenPart: Sendable {
  /// The view to be made.
  var element: ViewElement { get }
}

/// Reads the views of a screen one below the other.
@resultBuilder
public enum ScreenBuilder {
  public static func buildExpression(_ part: some ScreenPart) -> [ViewElement] { [part.element] }
  public static func buildBlock(_ parts: [ViewElement]...) -> [ViewElement] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [ViewElement]?) -> [ViewElement] { parts ?? [] }
  public static func buildArray(_ parts: [[ViewElement]]) -> [ViewElement] { parts.flatMap { $0 } }
}
