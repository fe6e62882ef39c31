import ViewEvents

/// An object that commands, parameters and kinds act on.
///
/// Only `output` is required; every other requirement has a default implementation.
public protocol CommandHost: AnyObject, SendableMetatype {
  /// The output of commands and views.
  var output: OutputBuffer { get }

  /// Attaches the host to its interpreter. Called when a session is created, and again after each reset.
  ///
  /// A host that retains expressions, selections or blocks runs them with the interpreter. The session owns the host
  /// and the interpreter; the host must release the interpreter when ``Interpreter/onEnd`` is called.
  func attach(_ interpreter: Interpreter)

  /// Resets the host to the initial state of a session with a seed.
  ///
  /// A reset host must be indistinguishable from a newly created one.
  ///
  /// - Parameter seed: the seed of random numbers; `nil` for the host's default.
  /// - Returns: `true` if the host was reset; `false`, the default, if it can't be and must not be used any more.
  func reset(seed: UInt64?) -> Bool

  /// Wraps the body of every command; the host runs `body` in one transaction whose cause is `call.text`. Arguments are
  /// parsed before the call. Commands with the trait `.direct` are not wrapped.
  func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws

  /// Returns the value of a name that the host creates at run time, such as a unit or a watch; otherwise `nil`.
  func value(named name: Span<UInt8>) -> Value?

  /// Returns the objects of the kind at an index in the table's kinds. Called once per kind when a session is created.
  func objects(ofKind index: Int) -> BoundKind

  /// The number of observer calls since the host was created.
  var observerCallCount: Int { get }

  /// A number that increases whenever a command changes the host; `nil`, the default, if the host doesn't count.
  var changeCount: UInt64? { get }

  /// Starts or stops writing the events of views, transactions and deliveries to ``output``, in addition to the text.
  func recordEvents(_ isOn: Bool)

  /// The events that would produce the current objects and view contents from an empty state.
  var initialEvents: [SessionEvent] { get }

  /// Calls `body`, which reads the host's state before the running command, for `old(…)` in a condition. The default
  /// implementation reads the current state.
  func readingBefore(_ body: () throws -> Value) throws -> Value

  /// Checks the definitions after one was made or replaced. If this method throws, the session restores the former
  /// definition.
  func checkDefinitions() throws

  /// Returns the names that `value(named:)` accepts in display order, for completion and suggestions only.
  func valueNames() -> [String]
}

extension CommandHost {
  public func attach(_ interpreter: Interpreter) {}
  public func reset(seed: UInt64?) -> Bool { false }
  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws { try body() }
  public func value(named name: Span<UInt8>) -> Value? { nil }
  public func objects(ofKind index: Int) -> BoundKind { BoundKind() }
  public func readingBefore(_ body: () throws -> Value) throws -> Value { try body() }
  public func checkDefinitions() throws {}
  public func valueNames() -> [String] { [] }
  public func recordEvents(_ isOn: Bool) {}
  public var initialEvents: [SessionEvent] { [] }
  public var observerCallCount: Int { 0 }
  public var changeCount: UInt64? { nil }

  /// Returns the host as the type in a declaration. The declaration must be used only with hosts of that type.
  @inlinable
  public func host<Host: CommandHost>(as type: Host.Type) -> Host {
    // Casting an object compares types; casting a value of any type searches for conformances.
    let object: AnyObject = self
    guard let host = object as? Host else {
      preconditionFailure("a declaration for \(Host.self) is used with a \(Self.self)")
    }
    return host
  }
}

/// A command that is about to run, for `CommandHost.perform`.
public struct CommandCall: ~Copyable {
  let bytes: ArraySlice<UInt8>

  /// Calls `body` with the command in UTF-8: `status Arthur wounded`, even if `status $who wounded` was typed.
  public func withText<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R { try body(bytes.span) }

  /// The text of the command.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
