/// A parameter of a command, with its reading, completion and help.
///
/// A host declares its parameters as static members, so that the declaration of a command reads like a sentence:
///
///     extension Parameter<UnitStatus> {
///       static var status: Self {
///         Parameter("status") { word in try UnitStatus(parsing: word) }
///           .suggesting { (_: Server) in UnitStatus.allCases.map { .init($0.name) } }
///       }
///     }
public struct Parameter<Parsed>: Sendable {
  /// The description of the parameter for help, hints and completion.
  public var info: ParameterInfo
  @usableFromInline let read: @Sendable (ArgumentReader) throws -> Parsed

  @usableFromInline
  init(info: ParameterInfo, read: @escaping @Sendable (ArgumentReader) throws -> Parsed) {
    self.info = info
    self.read = read
  }

  /// Creates a parameter that is parsed from the UTF-8 bytes of a word or a string.
  ///
  /// The value of a `$name` or of an expression in parentheses is converted to its text first.
  /// - Parameters:
  ///   - label: the name of the parameter in help and messages.
  ///   - summary: a one-line description.
  ///   - parse: parses the bytes; throws an `Explanation` (or any `Explainable`) if they are invalid.
  @inlinable
  public init(
    _ label: String, _ summary: String = "", parse: @escaping @Sendable (Span<UInt8>) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary)) { reader in try reader.readBytes(parse) }
  }

  /// Creates a parameter that converts a value: a word is a text or a number; `$name` and `( … )` are evaluated.
  public init<Host: CommandHost>(
    _ label: String, _ summary: String = "", value convert: @escaping @Sendable (Host, Value) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary)) { reader in
      reader.markAsNotReusable()
      let value = try reader.readValue()
      return try reader.blamingLast { try convert(reader.host.host(as: Host.self), value) }
    }
  }

  func with(_ change: (inout ParameterInfo) -> Void) -> Self {
    var parameter = self
    change(&parameter.info)
    return parameter
  }

  /// Returns this parameter with its result transformed. Errors that `transform` throws refer to this argument.
  public func map<Other>(_ transform: @escaping @Sendable (Parsed) throws -> Other) -> Parameter<Other> {
    let read = read
    return Parameter<Other>(info: info) { reader in
      let parsed = try read(reader)
      return try reader.blamingLast { try transform(parsed) }
    }
  }

  /// Returns this parameter, which also accepts a word such as `"two words".points`, passed on as it is written.
  public func takingProperties() -> Self {
    with { $0.takesProperties = true }
  }

  /// Returns this parameter, which accepts one of the words that the host lists in display order.
  public func suggesting<Host: CommandHost>(
    _ candidates: @escaping @Sendable (Host) -> [Completions.Candidate]
  ) -> Self {
    with {
      $0.candidates = { candidates($0.host(as: Host.self)) }
      $0.content = .words
    }
  }

  /// Returns this parameter, with candidates that depend on the preceding arguments.
  ///
  /// - Parameters:
  ///   - tried: returns further arguments that exploration tries but completion does not offer, such as numbers.
  ///   - candidates: returns the candidates.
  public func completed<Host: CommandHost>(
    trying tried: (@Sendable (Host, CompletionPosition) -> [String])? = nil,
    _ candidates: @escaping @Sendable (Host, CompletionPosition) -> [Completions.Candidate]
  ) -> Self {
    with { info in
      info.placed = { candidates($0.host(as: Host.self), $1) }
      if let tried { info.tried = { tried($0.host(as: Host.self), $1) } }
    }
  }

  /// Returns this option with former names: `.option("points", …).formerly("size")`.
  public func formerly(_ names: String...) -> Self { formerly(names) }

  /// Returns this option with former names.
  public func formerly(_ names: [String]) -> Self {
    with { $0.formerNames += names }
  }

  /// Returns this parameter with former words for its values.
  ///
  /// - Parameter words: returns the current words, keyed by the former words.
  public func formerly(words: @escaping @Sendable () -> [String: String]) -> Self {
    with { $0.formerWords = words }
  }

  /// Returns this option, which completion offers only if `isOffered` returns `true`.
  public func offered<Host: CommandHost>(
    where isOffered: @escaping @Sendable (Host, CompletionPosition) -> Bool
  ) -> Self {
    with { $0.isOffered = { isOffered($0.host(as: Host.self), $1) } }
  }
}
