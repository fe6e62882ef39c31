public import CommandLanguage

/// The errors of a world's own commands, so that coverage counts which of them were told: `Errors(GameError.self)`.
public struct Errors: WorldPart {
  private let type: any CatalogedError.Type

  /// Declares the kinds of an error.
  public init(_ type: any CatalogedError.Type) { self.type = type }

  public func declare(in declarations: inout Declarations) { declarations.errors.append(type) }
}
