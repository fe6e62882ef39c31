/// A piece of parsed text that outlives the line it stood in, with the variables it saw there.
struct Syntax: Sendable, Equatable {
  var source: [UInt8]
  var nodes: [Node]
  var root: Int32
  var captured: [Binding]

  var text: String { String(decoding: source, as: UTF8.self) }
}

/// A variable and its value.
struct Binding: Sendable, Equatable {
  var name: [UInt8]
  var hash: UInt32
  var value: Value
}

/// An expression that a command was given and may keep; `Interpreter.evaluate` gives its value.
public struct Expression: Sendable, Equatable {
  let syntax: Syntax
  /// The expression as it was written.
  public var text: String { syntax.text }
}

/// A selection that a command was given and may keep: what `watch` follows.
///
/// `Interpreter.ids(of:)` gives its rows now; `Interpreter.rows(of:as:)` tests and orders single rows.
public struct Selection: Sendable, Equatable {
  let syntax: Syntax
  /// The kind whose rows are chosen.
  public let kind: KindID
  /// How many rows it has at most.
  public let limit: Int?
  /// The selection as it was written.
  public var text: String { syntax.text }
}

/// Commands in braces that a command was given and may keep; `Interpreter.run` runs them.
public struct Block: Sendable, Equatable {
  let syntax: Syntax
  /// The commands as they were written, with their braces.
  public var text: String { syntax.text }
}
