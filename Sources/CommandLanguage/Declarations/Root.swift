/// A name that is always there and stands for a value: `Root("game") { _ in .object("game", 0) }`.
public struct Root<World: CommandWorld>: Sendable {
  let erased: ErasedRoot
  /// The word by which expressions call the value.
  public var name: String { erased.name }

  /// A name whose value is what `read` gives, each time that it is asked for.
  ///
  /// - Parameters:
  ///   - name: the word by which expressions call the value.
  ///   - summary: one line about the value, for help and completion.
  ///   - read: gives the value.
  public init(_ name: String, _ summary: String = "", read: @escaping @Sendable (World) -> Value) {
    erased = ErasedRoot(name: name, summary: summary) { ($0 as? World).map(read) ?? .none }
  }
}

/// A function of expressions: `Function("double", "twice a number", 1...1) { _, a in … }`.
public struct Function<World: CommandWorld>: Sendable {
  let erased: ErasedFunction

  /// A function whose result is what `call` gives for its arguments.
  ///
  /// - Parameters:
  ///   - name: the word by which expressions call it.
  ///   - summary: one line about it, for help and completion.
  ///   - arity: how many arguments it takes; any other count is an error before the function runs.
  ///   - call: computes the result; it throws an ``Explanation`` about arguments that it cannot take.
  public init(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>,
    call: @escaping @Sendable (World, [Value]) throws -> Value
  ) {
    erased = ErasedFunction(name: name, summary: summary, arity: arity) { world, values in
      guard let world = world as? World else { return .none }
      return try call(world, values)
    }
  }
}

/// Something of the host that `set NAME VALUE` changes and `set` lists.
public struct Setting<World: CommandWorld>: Sendable {
  let erased: ErasedSetting
  /// The word by which `set` knows the setting.
  public var name: String { erased.name }

  /// A setting that `read` shows and `write` changes.
  ///
  /// - Parameters:
  ///   - name: the word by which `set` knows it.
  ///   - summary: one line about it, for `set` and completion.
  ///   - words: the words that it may be; empty for a number or a text.
  ///   - read: its value now.
  ///   - write: takes a value; it throws an ``Explanation`` about one that it cannot take.
  public init(
    _ name: String, _ summary: String, words: [String] = [],
    read: @escaping @Sendable (World) -> Value,
    write: @escaping @Sendable (World, Value) throws -> Void
  ) {
    erased = ErasedSetting(
      name: name, summary: summary, words: words,
      read: { ($0 as? World).map(read) ?? .none },
      write: { world, value in if let world = world as? World { try write(world, value) } })
  }
}

// What is declared, with the world's type hidden.

struct ErasedRoot: Sendable {
  let name: String
  let summary: String
  let read: @Sendable (any CommandWorld) -> Value
}

struct ErasedFunction: Sendable {
  let name: String
  let summary: String
  let arity: ClosedRange<Int>
  let call: @Sendable (any CommandWorld, [Value]) throws -> Value
}

struct ErasedSetting: Sendable {
  let name: String
  let summary: String
  let words: [String]
  let read: @Sendable (any CommandWorld) -> Value
  let write: @Sendable (any CommandWorld, Value) throws -> Void
}
