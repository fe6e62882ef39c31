import TextViews

/// A list or a label, as a world or a screen takes it.
public struct ViewElement: Sendable {
  let name: String
  let kind: DeclaredView.Kind
  let marks: [Character]
  let problems: [String]
  /// The name of the kind whose objects it shows; `nil` for a label.
  var kindName: String?
  /// The initial number of rows in a list, and whether it shows the last ones.
  var height = ScreenState.usualHeight
  var showsLast = false
  let make: @Sendable (_ path: ViewPath, _ isInScreen: Bool, _ simulation: Simulation) -> any StagedView

  func declared(at path: String) -> DeclaredView { DeclaredView(path: path, kind: kind, marks: marks) }

  /// Adds the view to a world, where it stands alone.
  func declare(in declarations: inout Declarations) {
    note(in: &declarations)
    declarations.views.append(declared(at: name))
    let path = ViewPath(name)
    declarations.stage { make(path, false, $0) }
  }

  /// Adds its problems, and the kind that it shows.
  func note(in declarations: inout Declarations) {
    declarations.problems += problems
    if let kindName { declarations.kindsInUse.append((user: "the list “\(name)” shows", kindName)) }
  }

  /// The state that a list which stands alone begins with.
  func state(at path: String) -> ScreenState {
    ScreenState(id: path, isOpen: true, first: showsLast ? nil : 1, height: height)
  }
}

/// A part of a screen: a ``List`` or a ``Label``.
public protocol ScreenPart: Sendable {
  /// The view to be made.
  var element: ViewElement { get }
}

/// Reads the views of a screen one below the other.
@resultBuilder
public enum ScreenBuilder {
  /// Takes a view.
  public static func buildExpression(_ part: some ScreenPart) -> [ViewElement] { [part.element] }
  /// Puts the views of all lines together, from the top.
  public static func buildBlock(_ parts: [ViewElement]...) -> [ViewElement] { parts.flatMap { $0 } }
  /// Takes the views of an `if` without `else`, when its condition holds.
  public static func buildOptional(_ parts: [ViewElement]?) -> [ViewElement] { parts ?? [] }
  /// Takes the views of an `if`.
  public static func buildEither(first: [ViewElement]) -> [ViewElement] { first }
  /// Takes the views of an `else`.
  public static func buildEither(second: [ViewElement]) -> [ViewElement] { second }
  /// Puts the views of all turns of a loop together, from the top.
  public static func buildArray(_ parts: [[ViewElement]]) -> [ViewElement] { parts.flatMap { $0 } }
}
