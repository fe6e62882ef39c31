/// Runs parsed commands over a world; a session owns one, and the host's commands may ask it to
/// evaluate or run what they kept.
public final class Interpreter {
  /// The limits of the command lines to come.
  public var limits = Limits()

  init() {}

  /// The value of a kept expression now. Throws a `CommandFailure` that shows the expression.
  public func evaluate(_ expression: Expression) throws -> Value { .none }

  /// Whether a kept condition holds now; a value that is not a truth is a failure.
  public func isTrue(_ condition: Expression) throws -> Bool { false }

  /// The ids of a kept selection's rows now, in its order and within its limit.
  public func ids(of selection: Selection) throws -> [Int] { [] }

  /// Tests and orders single rows of a kept selection, for a live query over models of type `Row`.
  ///
  /// Throws when the selection names something unknown; `nil` when the kind's rows are of another type.
  public func rows<Row>(of selection: Selection, as type: Row.Type) throws -> SelectionRows<Row>? { nil }

  /// Runs a kept block as part of the command line that runs now, or as one of its own.
  public func run(_ block: Block) throws {}

  /// Reads an expression, a selection or a block again from its text.
  public func expression(_ text: String) throws -> Expression { throw Explanation("") }
  public func selection(_ text: String) throws -> Selection { throw Explanation("") }
  public func block(_ text: String) throws -> Block { throw Explanation("") }

  /// How a value is printed.
  public func show(_ value: Value) -> String { "" }
}

/// One selection's test and order over models of type `Row`, whether they are in the store or not.
public final class SelectionRows<Row> {
  init() {}

  /// Whether the row fulfils the `where` part.
  public func matches(_ row: Row) throws -> Bool { false }

  /// The values of the `by` keys, in order.
  public func keys(_ row: Row) throws -> [Value] { [] }

  /// Whether a row with the keys `a` stands before one with `b`; neither does when they are equal.
  public func precedes(_ a: [Value], _ b: [Value]) -> Bool { false }
}

/// A diagnostic together with the text it is about: what fails when kept syntax is run.
public struct CommandFailure: Error, Sendable, Equatable {
  public var diagnostic: Diagnostic
  /// The UTF-8 text that the diagnostic's range is about.
  public var text: [UInt8]
}
