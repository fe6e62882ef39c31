/// A name that is always there and stands for a value.
///
///     Root("game", host: Server.self) { _ in .object("game", 0) }
public struct Root: Sendable {
  /// The word by which expressions call the value.
  public let name: String
  let summary: String
  let type: ValueType
  let read: @Sendable (any CommandHost) -> Value

  /// A name whose value is what `read` gives, each time that it is asked for.
  ///
  /// - Parameters:
  ///   - name: the word by which expressions call the value.
  ///   - summary: one line about the value, for help and completion.
  ///   - type: the type of the value, as far as expressions are checked against it.
  ///   - host: the type of the host.
  ///   - read: gives the value.
  public init<Host: CommandHost>(
    _ name: String, _ summary: String = "", type: ValueType = .unknown, host: Host.Type,
    read: @escaping @Sendable (Host) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.type = type.evaluated
    self.read = { read($0.host(as: host)) }
  }
}

/// A function of expressions.
///
///     Function("double", "twice a number", 1...1, host: Server.self) { _, values in … }
public struct Function: Sendable {
  let name: String
  let summary: String
  let arity: ClosedRange<Int>
  let result: ValueType
  let call: @Sendable (any CommandHost, [Value]) throws -> Value

  /// A function whose result is what `call` gives for its arguments.
  ///
  /// - Parameters:
  ///   - name: the word by which expressions call it.
  ///   - summary: one line about it, for help and completion.
  ///   - arity: how many arguments it takes; any other count is an error before the function runs.
  ///   - result: the type of its value, as far as expressions are checked against it.
  ///   - host: the type of the host.
  ///   - call: computes the result; it throws an ``Explanation`` about arguments that it cannot take.
  public init<Host: CommandHost>(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>, result: ValueType = .unknown,
    host: Host.Type,
    call: @escaping @Sendable (Host, [Value]) throws -> Value
  ) {
    self.name = name
    self.summary = summary
    self.arity = arity
    self.result = result.evaluated
    self.call = { try call($0.host(as: host), $1) }
  }
}

/// A value of the host that `set NAME VALUE` changes and `set` lists.
public struct Setting: Sendable {
  /// The word by which `set` knows the setting.
  public let name: String
  let summary: String
  let words: [String]
  let read: @Sendable (any CommandHost) -> Value
  let write: @Sendable (any CommandHost, Value) throws -> Void

  /// A setting that `read` shows and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the word by which `set` knows it.
  ///   - summary: one line about it, for `set` and completion.
  ///   - words: the words that it may be; empty for a number or a text.
  ///   - host: the type of the host.
  ///   - read: its value now.
  ///   - write: takes a value; it throws an ``Explanation`` about one that it cannot take.
  public init<Host: CommandHost>(
    _ name: String, _ summary: String, words: [String] = [], host: Host.Type,
    read: @escaping @Sendable (Host) -> Value,
    write: @escaping @Sendable (Host, Value) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.words = words
    self.read = { read($0.host(as: host)) }
    self.write = { try write($0.host(as: host), $1) }
  }
}
