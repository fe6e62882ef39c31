public import AutoUpdate
import TerminalText

/// A fact about one object on which a view depends: a field, or the object's existence.
public struct Fact: Sendable {
  private(set) var problem: String?
  /// A closure that returns the present value; `nil` if the object does not exist.
  let value: @Sendable (Simulation) -> Value?
  /// A closure that returns the name, such as `game.phase` or `unit Arthur`.
  private let name: @Sendable (Simulation) -> String
  private let isPresence: Bool

  /// Returns a fact about a field of one object, for the contents of a view: `.field(\Game.opponent, of: 0)`.
  @inlinable
  public static func field<M: Model, Content: FieldCodable>(
    _ path: any KeyPath<M, Content> & Sendable, of id: M.ID
  ) -> Fact {
    if let field = M.schema.field(at: path) { return Fact(field, of: id) }
    return Fact(undeclaredIn: M.kindName)
  }

  @usableFromInline
  init(undeclaredIn kind: String) {
    problem = "shows a value that is not a field of \(English.article(kind))"
    value = { _ in nil }
    name = { _ in "" }
    isPresence = false
  }

  // Inlinable, like conditions: each session evaluates the facts of screens when it begins.
  @inlinable
  init<M: Model>(_ field: Field<M>, of id: M.ID) {
    self.init(
      value: { simulation in simulation.table(of: M.self)[id].map(field.read) },
      name: { simulation in Self.name(of: field, of: simulation.table(of: M.self)[id], in: simulation) })
  }

  @usableFromInline
  static func name<M: Model>(of field: Field<M>, of object: M?, in simulation: Simulation) -> String {
    let label = object.map { ChangeText(simulation: simulation).label(of: $0) } ?? M.kindName
    return ChangeText.reference(label, field.name)
  }

  @usableFromInline
  init(
    value: @escaping @Sendable (Simulation) -> Value?, name: @escaping @Sendable (Simulation) -> String
  ) {
    isPresence = false
    self.value = value
    self.name = name
  }

  init<M: Model>(presenceOf object: M, isMeant: @escaping @Sendable (M) -> Bool = { _ in true }) {
    isPresence = true
    value = { simulation in .truth(simulation.table(of: M.self)[object.id].map(isMeant) ?? false) }
    name = { simulation in ChangeText(simulation: simulation).name(of: object) }
  }

  /// Returns a change as text: `game.phase matching→active`, `me.side = attacker`, `+ unit Arthur`; empty for an object
  /// that still exists.
  func text(from old: Value?, to new: Value?, in simulation: Simulation) -> String {
    let name = name(simulation)
    if isPresence {
      if old == new { return new == .truth(true) ? "" : "there is no \(name)" }
      return new == .truth(true) ? "+ \(name)" : "- \(name)"
    }
    let text = simulation.text(of: new ?? .none)
    return old == new || old == nil
      ? "\(name) = \(text)" : "\(name) \(simulation.text(of: old ?? .none))→\(text)"
  }
}
