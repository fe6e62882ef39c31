/// What a host is to the language: the object that its commands, parameters and kinds are about.
///
/// Only `output` must be given; every other requirement has a default.
public protocol CommandWorld: AnyObject, SendableMetatype {
  /// Where commands and views print.
  var output: OutputBuffer { get }

  /// Wraps the body of every single command; the host runs `body` in one transaction whose cause is
  /// `call.text`. Arguments are parsed before, and commands with the trait `.direct` are not wrapped.
  func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws

  /// The value of a name that the host makes while it runs (a unit, a watch), or `nil`.
  func value(named name: Span<UInt8>) -> Value?

  /// The names for which `value(named:)` has a value, in the order to be shown; used for completion
  /// and suggestions only.
  func valueNames() -> [String]

  /// Called once, when a session is made: a host that keeps expressions, selections or blocks runs
  /// them through `interpreter`. Keep it `weak` or `unowned`: the session owns both.
  func attach(_ interpreter: Interpreter)
}

extension CommandWorld {
  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws { try body() }
  public func value(named name: Span<UInt8>) -> Value? { nil }
  public func valueNames() -> [String] { [] }
  public func attach(_ interpreter: Interpreter) {}
}

/// One command that is about to run, for `CommandWorld.perform`. Its text is copied only where its arguments
/// stood for something else.
public struct CommandCall: ~Copyable {
  /// The command's part of the text that is run.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The command with the values of its arguments, where that is another text.
  @usableFromInline let meant: [UInt8]?

  @usableFromInline
  init(_ reader: ArgumentReader) {
    bytes = reader.tree.bytes(reader.tree[reader.node].range)
    meant = reader.meantText()
  }

  /// Calls `body` with the UTF-8 bytes of the command: `status Arthur wounded`, also where `status $who
  /// wounded` was typed.
  @inlinable
  public func withText<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    if let meant { return try body(meant.span) }
    return try body(bytes.span)
  }

  /// The command's text.
  public var text: String {
    withText { $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }
}
