import TextViews

/// The declaration of a view in a world or a screen.
public struct ViewElement: Sendable {
  let name: String
  let kind: DeclaredView.Kind
  let marks: [Character]
  let problems: [String]
  /// The name of the kind whose objects it shows; `nil` for a label.
  var kindName: String?
  var height = ScreenState.usualHeight
  var showsLast = false
  let make: @Sendable (_ path: ViewPath, _ isInScreen: Bool, _ simulation: Simulation) -> any StagedView

  func declared(at path: String) -> DeclaredView { DeclaredView(path: path, kind: kind, marks: marks) }

  /// Adds the view to a world, outside any screen.
  func declare(in declarations: inout Declarations) {
    note(in: &declarations)
    declarations.views.append(declared(at: name))
    let path = ViewPath(name)
    declarations.stage { make(path, false, $0) }
  }

  func note(in declarations: inout Declarations) {
    declarations.problems += problems
    if let kindName { declarations.kindsInUse.append((user: "the list “\(name)” shows", kindName)) }
  }
}

/// A part of a screen, such as a ``List`` or a ``Label``.
public protocol ScreenPart: Sendable {
  /// The declaration of the view.
  var element: ViewElement { get }
}

extension ScreenPart where Self: WorldPart {
  /// Declares the view outside a screen.
  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A result builder for the views of a screen.
@resultBuilder
public enum ScreenBuilder {
  /// Returns the view of one expression.
  public static func buildExpression(_ part: some ScreenPart) -> [ViewElement] { [part.element] }
  /// Returns the views of all expressions, from the top.
  public static func buildBlock(_ parts: [ViewElement]...) -> [ViewElement] { parts.flatMap { $0 } }
  /// Returns the views of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ parts: [ViewElement]?) -> [ViewElement] { parts ?? [] }
  /// Returns the views of an `if` branch.
  public static func buildEither(first: [ViewElement]) -> [ViewElement] { first }
  /// Returns the views of an `else` branch.
  public static func buildEither(second: [ViewElement]) -> [ViewElement] { second }
  /// Returns the views of all iterations of a loop, from the top.
  public static func buildArray(_ parts: [[ViewElement]]) -> [ViewElement] { parts.flatMap { $0 } }
}
