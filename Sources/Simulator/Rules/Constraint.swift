/// A rule that is enforced at every commit: `Constraint("no debt") { "not any people where balance < 0" }`.
///
/// A command that would violate it fails and changes nothing. The error names the objects at fault. If it is
/// already violated, as a new constraint on an old store may be, a command fails only if it adds a violation,
/// so that the data can be repaired.
///
///     Constraint("no bed for two", over: Bed.self) { world, bed in
///       world.all(Patient.self).count { $0.place?.id == bed.id } < 2
///     }
///
/// A constraint on views is evaluated after the views have been updated. If it refuses the command, their output is
/// dropped. Moves through the history are not refused, because they lead to states that were accepted.
public struct Constraint: WorldPart {
  private let rule: DeclaredRule

  /// Creates a constraint from a condition in the command language.
  ///
  /// - Parameters:
  ///   - name: The constraint as a sentence: `nobody works on two cards at once`.
  ///   - condition: Returns an expression that is true while the constraint is met.
  public init(_ name: String, condition: () -> String) {
    rule = DeclaredRule(name, .constraint, text: condition())
  }

  /// Creates a constraint that each object of a kind must meet.
  ///
  /// - Parameters:
  ///   - name: The constraint as a sentence.
  ///   - type: The model.
  ///   - holds: Returns a Boolean value that indicates whether an object meets the condition. It may read the world,
  ///     and is called again when the object or anything else that it read has changed.
  public init<M: Model>(
    _ name: String, over type: M.Type,
    holds: @escaping @Sendable (_ world: Simulation, _ object: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, .constraint, over: type, holds: holds)
  }

  public func declare(in declarations: inout Declarations) { rule.declare(in: &declarations) }
}
