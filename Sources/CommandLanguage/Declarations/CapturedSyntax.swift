/// Syntax that outlives its line, with the variables that it captured.
package struct CapturedSyntax: Sendable, Equatable {
  let program: Program
  let node: Int32
  let captured: [Captured]
  let frameSize: Int
  /// A Boolean value that indicates whether all its variables are captured, so that it reads no global ones.
  var isClosed = false

  struct Captured: Sendable, Equatable {
    var name: String
    var index: Int
    /// The value, which other syntax may share.
    var box: CapturedValue
    var value: Value { box.value }

    static func == (a: Captured, b: Captured) -> Bool { a.index == b.index && a.isAlike(b) }

    func isAlike(_ other: Captured) -> Bool {
      name == other.name && (box === other.box || value == other.value)
    }
  }

  var range: Range<Int> { program[node].range }
  /// The syntax as it was written.
  package var text: String { program.text(range) }

  package static func == (a: CapturedSyntax, b: CapturedSyntax) -> Bool {
    guard a.program !== b.program || a.node != b.node else { return a.captured == b.captured }
    return a.program.bytes(a.range).elementsEqual(b.program.bytes(b.range))
      && a.captured.elementsEqual(b.captured) { $0.isAlike($1) }
  }

  /// The captured variables, with their values.
  package var variables: [(name: String, value: Value)] { captured.map { ($0.name, $0.value) } }
}

/// An expression argument, which a command may retain; `Interpreter.evaluate` evaluates it.
public struct Expression: Sendable, Equatable {
  package let kept: CapturedSyntax
  /// The expression as it was written.
  public var text: String { kept.text }
  /// The variables that it captured, with their values at that time.
  public var variables: [(name: String, value: Value)] { kept.variables }
}

/// A selection argument, which a command may retain, as `watch` does.
///
/// `Interpreter.ids(of:)` returns its current rows; `Interpreter.test(of:)` tests and orders single objects.
public struct Selection: Sendable, Equatable {
  package let kept: CapturedSyntax
  /// The kind of the selected rows.
  public let kind: KindID
  /// The selection as it was written.
  public var text: String { kept.text }
  /// The variables that it captured, with their values at that time.
  public var variables: [(name: String, value: Value)] { kept.variables }

  /// Returns a Boolean value that indicates whether two selections have the same text and captured the same variables.
  public static func == (a: Selection, b: Selection) -> Bool { a.kind == b.kind && a.kept == b.kept }
}

/// Commands in braces as an argument, which a command may retain.
///
/// `Parameter.block` reads a block, and ``Interpreter/block(_:variables:)`` creates one from a text:
/// `interpreter.block("{ tick 3 }")`. ``Interpreter/run(_:)`` runs it.
public struct Block: Sendable, Equatable {
  package let kept: CapturedSyntax
  /// The commands as they were written, with their braces.
  public var text: String { kept.text }
  /// The variables that it captured, with their values at that time.
  public var variables: [(name: String, value: Value)] { kept.variables }
}
