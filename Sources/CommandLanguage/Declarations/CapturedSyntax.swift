/// A piece of a text that outlives the line it stood in, with the variables it saw there.
struct CapturedSyntax: Sendable, Equatable {
  let program: Program
  let node: Int32
  /// The variables that it keeps, by their places among the local ones.
  let captured: [Captured]
  /// The number of local variables that it needs.
  let frameSize: Int
  /// A Boolean value that indicates whether it captures all variables that it names, so that it reads none of the
  /// session's.
  var isClosed = false

  struct Captured: Sendable, Equatable {
    var name: String
    var place: Int
    /// The value, which others may have captured, too.
    var box: CapturedValue
    var value: Value { box.value }

    static func == (a: Captured, b: Captured) -> Bool { a.place == b.place && a.isAlike(b) }

    /// Returns whether both captured the same value under the same name.
    func isAlike(_ other: Captured) -> Bool {
      name == other.name && (box === other.box || value == other.value)
    }
  }

  var range: Range<Int> { program[node].range }
  var text: String { program.text(range) }

  static func == (a: CapturedSyntax, b: CapturedSyntax) -> Bool {
    guard a.program !== b.program || a.node != b.node else { return a.captured == b.captured }
    return a.program.bytes(a.range).elementsEqual(b.program.bytes(b.range))
      && a.captured.elementsEqual(b.captured) { $0.isAlike($1) }
  }

  var variables: [(name: String, value: Value)] { captured.map { ($0.name, $0.value) } }
}

/// An expression that a command was given and may keep; `Interpreter.evaluate` gives its value.
public struct Expression: Sendable, Equatable {
  let kept: CapturedSyntax
  /// The expression as it was written.
  public var text: String { kept.text }
  /// The variables that it keeps, with the values that they had when it was written.
  public var variables: [(name: String, value: Value)] { kept.variables }
}

/// A selection that a command was given and may keep: what `watch` follows.
///
/// `Interpreter.ids(of:)` gives its rows now; `Interpreter.test(of:)` tests and orders single objects.
public struct Selection: Sendable, Equatable {
  let kept: CapturedSyntax
  /// The kind whose rows are chosen.
  public let kind: KindID
  /// The selection as it was written.
  public var text: String { kept.text }
  /// The variables that it keeps, with the values that they had when it was written.
  public var variables: [(name: String, value: Value)] { kept.variables }

  /// Returns a Boolean value that indicates whether both have the same text and captured the same variables.
  public static func == (a: Selection, b: Selection) -> Bool { a.kind == b.kind && a.kept == b.kept }
}

/// Commands in braces that a command was given and may keep; `Interpreter.run` runs them.
public struct Block: Sendable, Equatable {
  let kept: CapturedSyntax
  /// The commands as they were written, with their braces.
  public var text: String { kept.text }
  /// The variables that it keeps, with the values that they had when it was written.
  public var variables: [(name: String, value: Value)] { kept.variables }
}
