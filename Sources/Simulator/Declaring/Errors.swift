public import CommandLanguage

/// The error types of a world's own commands, whose kinds coverage counts: `Errors(GameError.self)`.
public struct Errors: WorldPart {
  private let type: any CatalogedError.Type

  /// Creates a part that declares the kinds of an error type.
  public init(_ type: any CatalogedError.Type) { self.type = type }

  public func declare(in declarations: inout Declarations) { declarations.errors.append(type) }
}
