import ViewEvents

/// The object that a host's commands, parameters and kinds are about.
///
/// Only `output` must be given; every other requirement has a default.
public protocol CommandHost: AnyObject, SendableMetatype {
  /// The output of commands and views.
  var output: OutputBuffer { get }

  /// Called when a session is made, and with another interpreter each time that the host was reset. A host that keeps
  /// expressions, selections or blocks runs them through the interpreter. The session owns both: the host must release the
  /// interpreter at ``Interpreter/onEnd``.
  func attach(_ interpreter: Interpreter)

  /// Returns the host to the state in which a session of a seed begins.
  ///
  /// Any difference from a host that was made for the session is a fault: the two must be indistinguishable.
  ///
  /// - Parameter seed: the beginning of random numbers; `nil` for the one that the host takes by itself.
  /// - Returns: whether it could be reset. It is not used any more when it could not, as by default.
  func reset(seed: UInt64?) -> Bool

  /// Wraps the body of every single command; the host runs `body` in one transaction whose cause is
  /// `call.text`. Arguments are parsed before, and commands with the trait `.direct` are not wrapped.
  func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws

  /// The value of a name that the host makes while it runs (a unit, a watch), or `nil`.
  func value(named name: Span<UInt8>) -> Value?

  /// The objects of the kind at a place of the table's kinds. Asked once for each kind, when a session is made.
  func objects(ofKind place: Int) -> BoundKind

  /// The number of observers that have been told of changes since the host was made.
  var observerCallCount: Int { get }

  /// A number that grows whenever a command changes the host; `nil`, as by default, where the host does not count.
  var changeCount: UInt64? { get }

  /// Begins or ends to hand the events of views, transactions and deliveries to ``output``, besides the text that is made of them.
  func recordEvents(_ isOn: Bool)

  /// The events by which the objects and the views would become what they are now.
  var initialEvents: [SessionEvent] { get }

  /// Calls `body`, which reads the host as it was before the command that runs, for `old(…)` in a condition. By default it reads
  /// the host as it is.
  func readingBefore(_ body: () throws -> Value) throws -> Value

  /// The names for which `value(named:)` has a value, in the order to be shown; used for completion
  /// and suggestions only.
  func valueNames() -> [String]
}

extension CommandHost {
  public func attach(_ interpreter: Interpreter) {}
  public func reset(seed: UInt64?) -> Bool { false }
  public func perform(_ call: borrowing CommandCall, _ body: () throws -> Void) throws { try body() }
  public func value(named name: Span<UInt8>) -> Value? { nil }
  public func objects(ofKind place: Int) -> BoundKind { BoundKind() }
  public func readingBefore(_ body: () throws -> Value) throws -> Value { try body() }
  public func valueNames() -> [String] { [] }
  public func recordEvents(_ isOn: Bool) {}
  public var initialEvents: [SessionEvent] { [] }
  public var observerCallCount: Int { 0 }
  public var changeCount: UInt64? { nil }

  /// The host as the type that a declaration names; a session of another host must not use that declaration.
  @inlinable
  public func host<Host: CommandHost>(as type: Host.Type) -> Host {
    // A cast of an object takes a comparison, one of a value of any type a search.
    let object: AnyObject = self
    guard let host = object as? Host else {
      preconditionFailure("what is declared for \(Host.self) is used with \(Self.self)")
    }
    return host
  }
}

/// One command that is about to run, for `CommandHost.perform`.
public struct CommandCall: ~Copyable {
  let bytes: ArraySlice<UInt8>

  /// Calls `body` with the UTF-8 bytes of the command: `status Arthur wounded`, also where `status $who
  /// wounded` was typed.
  public func withText<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R { try body(bytes.span) }

  /// The command's text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
