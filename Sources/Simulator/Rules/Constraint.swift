/// A rule that every commit keeps: `Constraint("no debt") { "not any people where balance < 0" }`.
///
/// A command that would violate it fails, changes nothing, and names the objects at fault. Where it is violated already, as a
/// new constraint of an old store may be, a command fails only if it adds a violation; so the data can be repaired.
///
///     Constraint("no bed for two", over: Bed.self) { world, bed in
///       world.all(Patient.self).count { $0.place?.id == bed.id } < 2
///     }
///
/// A constraint of what the screens show is evaluated when the views have followed; what they printed is dropped with the
/// command. Moves through the history are not refused: they lead to states that were accepted.
public struct Constraint: WorldPart {
  private let rule: DeclaredRule

  /// A condition in the command language.
  ///
  /// - Parameters:
  ///   - name: what holds, as a sentence: `nobody does two cards at once`.
  ///   - condition: an expression; `true` while the constraint holds.
  public init(_ name: String, condition: () -> String) {
    rule = DeclaredRule(name, .constraint, text: condition())
  }

  /// A condition that each object of a kind meets.
  ///
  /// - Parameters:
  ///   - name: what holds, as a sentence.
  ///   - type: the model.
  ///   - holds: returns whether an object meets the condition; it may read the world, and is called again when the object or
  ///     what it read has changed.
  public init<M: Model>(
    _ name: String, over type: M.Type,
    holds: @escaping @Sendable (_ world: Simulation, _ object: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, .constraint, over: type, holds: holds)
  }

  public func declare(in declarations: inout Declarations) { rule.declare(in: &declarations) }
}
