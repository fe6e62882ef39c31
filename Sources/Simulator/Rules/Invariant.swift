/// A rule that is checked but not enforced:
/// `Invariant("a unit without hit points is fallen") { "not any units where hp == 0" }`.
///
/// A command that breaks it is not refused. The prompt reports the objects at fault, a scenario that does not expect
/// the report fails, and exploration reports a finding. See ``Constraint`` for a rule that is enforced, and ``LeadsTo``
/// for one that must be met within a time.
///
///     Invariant("nobody is on two teams", over: Person.self) { world, person in
///       world.all(Team.self).count { $0.members.contains(Reference(to: person)) } < 2
///     }
///     Invariant("a fallen unit stays fallen", over: Unit.self, always: { old, new in
///       old.status != .fallen || new.status == .fallen
///     })
public struct Invariant: WorldPart {
  private let rule: DeclaredRule

  /// Creates an invariant from a condition in the command language. In it, `old(…)` is the value of an expression
  /// before the command.
  ///
  /// - Parameters:
  ///   - name: The invariant as a sentence: `nobody works on two cards at once`.
  ///   - condition: Returns an expression that is true while the invariant is met.
  public init(_ name: String, condition: () -> String) {
    rule = DeclaredRule(name, .invariant, text: condition())
  }

  /// Creates an invariant that each object of a kind must meet.
  ///
  /// - Parameters:
  ///   - name: The invariant as a sentence.
  ///   - type: The model.
  ///   - holds: Returns a Boolean value that indicates whether an object meets the condition. It may read the world,
  ///     and is called again when the object or anything else that it read has changed.
  public init<M: Model>(
    _ name: String, over type: M.Type,
    holds: @escaping @Sendable (_ world: Simulation, _ object: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, .invariant, over: type, holds: holds)
  }

  /// Creates an invariant that compares each object that a command changed with its previous value.
  ///
  /// - Parameters:
  ///   - name: The invariant as a sentence.
  ///   - type: The model.
  ///   - always: Returns a Boolean value that indicates whether the change is valid. It is not called for moves through
  ///     the history.
  // Disfavored, so that an unlabelled closure is the condition on an object and the world.
  @_disfavoredOverload
  public init<M: Model>(
    _ name: String, over type: M.Type, always: @escaping @Sendable (_ old: M, _ new: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, .invariant, over: type, always: always)
  }

  public func declare(in declarations: inout Declarations) { rule.declare(in: &declarations) }
}
