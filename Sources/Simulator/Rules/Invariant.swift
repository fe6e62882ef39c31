/// A claim about the world: `Invariant("a unit without hit points is fallen") { "not any units where hp == 0" }`.
///
/// A command that breaks it is not refused. The prompt reports the objects at fault, a scenario whose file does not expect that
/// fails, and exploration reports it as a finding. See ``Constraint`` for a rule that is enforced, and ``LeadsTo`` for one that may take
/// its time.
///
///     Invariant("nobody is on two teams", over: Person.self) { world, person in
///       world.all(Team.self).count { $0.members.contains(Reference(to: person)) } < 2
///     }
///     Invariant("a fallen unit stays fallen", over: Unit.self, always: { old, new in
///       old.status != .fallen || new.status == .fallen
///     })
public struct Invariant: WorldPart {
  private let rule: DeclaredRule

  /// A condition in the command language. In it, `old(…)` is the value that an expression had before the command.
  ///
  /// - Parameters:
  ///   - name: what holds, as a sentence: `nobody does two cards at once`.
  ///   - condition: an expression; `true` while the invariant holds.
  public init(_ name: String, condition: () -> String) {
    rule = DeclaredRule(name, .invariant, text: condition())
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
    rule = DeclaredRule(name, .invariant, over: type, holds: holds)
  }

  /// A condition that compares each object that a command changed with what it was before.
  ///
  /// - Parameters:
  ///   - name: what holds, as a sentence.
  ///   - type: the model.
  ///   - always: returns whether the change is a right one. Moves through the history are not asked about.
  // A closure without a label is the condition on an object and the world.
  @_disfavoredOverload
  public init<M: Model>(
    _ name: String, over type: M.Type, always: @escaping @Sendable (_ old: M, _ new: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, .invariant, over: type, always: always)
  }

  public func declare(in declarations: inout Declarations) { rule.declare(in: &declarations) }
}
