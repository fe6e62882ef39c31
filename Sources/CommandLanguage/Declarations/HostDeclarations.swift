/// A global name that always refers to a value of the host.
///
///     Root("game", host: Server.self) { _ in .object("game", 0) }
public struct Root: Sendable {
  /// The name of the value in expressions.
  public let name: String
  let summary: String
  let type: ValueType
  let read: @Sendable (any CommandHost) -> Value

  init(
    _ name: String, _ summary: String, type: ValueType, read: @escaping @Sendable (any CommandHost) -> Value
  ) {
    (self.name, self.summary, self.type, self.read) = (name, summary, type, read)
  }

  /// Creates a name whose value `read` returns each time the name is evaluated.
  ///
  /// - Parameters:
  ///   - name: the name of the value in expressions.
  ///   - summary: a one-line description, for help and completion.
  ///   - type: the type of the value, for type checking.
  ///   - host: the type of the host.
  ///   - read: returns the value.
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

  /// Creates a function whose result `call` returns.
  ///
  /// - Parameters:
  ///   - name: the name of the function in expressions.
  ///   - summary: a one-line description, for help and completion.
  ///   - arity: the permitted numbers of arguments; any other number is an error before the function runs.
  ///   - result: the type of the result, for type checking.
  ///   - host: the type of the host.
  ///   - call: computes the result; throws an ``Explanation`` if it cannot accept the arguments.
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

/// A setting, which `set NAME VALUE` changes and `set` lists.
public struct Setting: Sendable {
  /// The name of the setting.
  public let name: String
  let summary: String
  let words: [String]
  let read: @Sendable (Interpreter) -> Value
  let write: @Sendable (Interpreter, Value) throws -> Void

  /// Creates a setting of the host that `read` reads and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - summary: a one-line description, for `set` and completion.
  ///   - words: the possible values; empty for a number or a text.
  ///   - host: the type of the host.
  ///   - read: returns the current value.
  ///   - write: sets the value; throws an ``Explanation`` if it cannot accept the value.
  public init<Host: CommandHost>(
    _ name: String, _ summary: String, words: [String] = [], host: Host.Type,
    read: @escaping @Sendable (Host) -> Value,
    write: @escaping @Sendable (Host, Value) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.words = words
    self.read = { read($0.host.host(as: host)) }
    self.write = { try write($0.host.host(as: host), $1) }
  }

  /// Creates a setting of the session with two possible words.
  ///
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - summary: a one-line description, for `set` and completion.
  ///   - words: the words for on and off.
  ///   - read: returns the current value.
  ///   - write: changes the value.
  public init(
    switch name: String, _ summary: String, on words: (on: String, off: String) = ("on", "off"),
    read: @escaping @Sendable (Interpreter) -> Bool,
    write: @escaping @Sendable (Interpreter, Bool) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.words = [words.on, words.off]
    self.read = { .text(read($0) ? words.on : words.off) }
    self.write = { interpreter, value in
      guard case .text(let word) = value, word == words.on || word == words.off else {
        throw Explanation("the setting “\(name)” must be \(words.on) or \(words.off)")
      }
      write(interpreter, word == words.on)
    }
  }

  /// Creates the setting of a limit. A restricted session cannot raise the limit above its value at the time of the
  /// restriction.
  private init(
    limit name: String, _ summary: String, _ path: any WritableKeyPath<Limits, Int> & Sendable,
    atMost most: Int
  ) {
    self.name = name
    self.summary = summary
    words = []
    read = { .number($0.limits[keyPath: path]) }
    write = { interpreter, value in
      let most = interpreter.ceilings?[keyPath: path] ?? most
      let least = min(path == \.line ? Limits.lineMin : 1, most)
      guard case .number(let number) = value, number >= least, number <= most else {
        throw LanguageError.settingOutOfRange(name, least...most, context: interpreter.restriction)
      }
      interpreter.limits[keyPath: path] = number
    }
  }

  static var ofSession: [Setting] {
    Limits.named.map { Setting(limit: $0.name, $0.summary, $0.path, atMost: $0.most) } + [
      Setting(
        switch: "codes", "show the codes of error messages", read: { $0.renderer.showsCodes },
        write: { $0.renderer.showsCodes = $1 })
    ]
  }
}
