import TerminalText

/// An invariant that one condition is followed by another within a bound:
///
///     LeadsTo("a wounded unit is looked after", over: Unit.self, within: .ticks(20)) { _, unit in
///       unit.status == .wounded
///     } to: { _, unit in
///       unit.status != .wounded
///     }
///     LeadsTo("every match ends", within: .ticks(500)) { "game.phase == active" } to: { "game.phase != active" }
///
/// A command after which the first condition is true and the second is false opens an obligation. The obligation ends
/// when the second condition is true, or when its object is removed. If it is open after the bound, it is reported like
/// a broken ``Invariant``. Obligations are objects in the store, so that undo, journals and digests include them.
public struct LeadsTo: WorldPart {
  /// The time within which an obligation must be met, from 1 to 1,000,000,000.
  public enum Bound: Sendable, Equatable {
    /// A number of ticks of virtual time.
    case ticks(Int)
    /// A number of commands that change something.
    case steps(Int)
  }

  private let rule: DeclaredRule

  /// Creates a rule from two conditions in the command language: truth values, or selections of the same kind. With
  /// selections, each object of the first must then appear in the second:
  /// `units where status == wounded` leads to `units where status != wounded`. If a selection leads to a truth value,
  /// it meets the obligations of all objects.
  ///
  /// - Parameters:
  ///   - name: The rule as a sentence.
  ///   - bound: The time within which the second condition must be true.
  ///   - condition: Returns the expression that opens an obligation.
  ///   - goal: Returns the expression that meets it.
  public init(_ name: String, within bound: Bound, when condition: () -> String, to goal: () -> String) {
    rule = DeclaredRule(name, leadingFrom: condition(), to: goal(), within: bound)
  }

  /// Creates a rule from two conditions on each object of a kind.
  ///
  /// - Parameters:
  ///   - name: The rule as a sentence.
  ///   - type: The model.
  ///   - bound: The time within which the second condition must be true.
  ///   - condition: Returns a Boolean value that indicates whether an obligation begins for an object. It may read the
  ///     world.
  ///   - goal: Returns a Boolean value that indicates whether the obligation is met.
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
  /// The number of ticks or steps.
  var count: Int {
    switch self {
    case .ticks(let count), .steps(let count): count
    }
  }

  /// The bound as text: `5 ticks`.
  var text: String {
    switch self {
    case .ticks(let count): English.count(count, "tick")
    case .steps(let count): English.count(count, "step")
    }
  }

  /// Parses a text like `5 ticks` or `1 step`; `nil` for any other.
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
