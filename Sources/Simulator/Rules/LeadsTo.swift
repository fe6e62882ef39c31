import TerminalText

/// A claim that one condition is followed by another within a bound:
///
///     LeadsTo("a wounded unit is looked after", over: Unit.self, within: .ticks(20)) { _, unit in
///       unit.status == .wounded
///     } to: { _, unit in
///       unit.status != .wounded
///     }
///     LeadsTo("every match ends", within: .ticks(500)) { "game.phase == active" } to: { "game.phase != active" }
///
/// From the command after which the first condition holds and the second does not, an obligation is open. It ends when the second
/// condition holds, or when its object is removed. One that is open when the bound has passed is reported as a broken ``Invariant``
/// is. Obligations are objects of the store: undo, a journal and the digest contain them.
public struct LeadsTo: WorldPart {
  /// The time within which an obligation must be met.
  public enum Bound: Sendable, Equatable {
    /// Ticks of the virtual time.
    case ticks(Int)
    /// Commands that change something.
    case steps(Int)
  }

  private let rule: DeclaredRule

  /// Two conditions in the command language: truths, or selections of the same kind. With selections each object of the first one
  /// is to be in the second one: `units where status == wounded` leads to `units where status != wounded`.
  ///
  /// - Parameters:
  ///   - name: the claim, as a sentence.
  ///   - bound: the time within which the second condition must hold.
  ///   - condition: an expression.
  ///   - goal: an expression.
  public init(_ name: String, within bound: Bound, when condition: () -> String, to goal: () -> String) {
    rule = DeclaredRule(name, leadingFrom: condition(), to: goal(), within: bound)
  }

  /// Two conditions on each object of a kind.
  ///
  /// - Parameters:
  ///   - name: the claim, as a sentence.
  ///   - type: the model.
  ///   - bound: the time within which the second condition must hold.
  ///   - condition: returns whether the obligation begins for an object; it may read the world.
  ///   - goal: returns whether the obligation is met.
  public init<M: Model>(
    _ name: String, over type: M.Type, within bound: Bound,
    when condition: @escaping @Sendable (_ world: Simulation, _ object: M) throws -> Bool,
    to goal: @escaping @Sendable (_ world: Simulation, _ object: M) throws -> Bool
  ) {
    rule = DeclaredRule(name, over: type, leadingFrom: condition, to: goal, within: bound)
  }

  public func declare(in declarations: inout Declarations) { rule.declare(in: &declarations) }
}

extension LeadsTo.Bound {
  /// `5 ticks`
  var text: String {
    switch self {
    case .ticks(let count): English.count(count, "tick")
    case .steps(let count): English.count(count, "step")
    }
  }

  /// The bound that a text like `5 ticks` or `1 step` names; `nil` for any other.
  init?(_ text: String) {
    let words = text.utf8.split(separator: 0x20)
    guard words.count == 2, let count = Int(Substring(words[0])), Schedule.range.contains(count) else {
      return nil
    }
    switch String(Substring(words[1])) {
    case "tick", "ticks": self = .ticks(count)
    case "step", "steps": self = .steps(count)
    default: return nil
    }
  }
}
