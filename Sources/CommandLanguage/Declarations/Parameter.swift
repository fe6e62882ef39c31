/// One argument of a command, declared once: how it is called, read, completed and explained.
///
/// A host declares its own as static members, so that a command's declaration reads as a sentence:
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

  /// A parameter that is read from the UTF-8 bytes of a word or a string.
  ///
  /// The value of a `$name` or of an expression in brackets is read from the text that shows it.
  /// - Parameters:
  ///   - label: how help and messages call it.
  ///   - summary: one line about it.
  ///   - parse: throws an `Explanation` (or any `Explainable`) when the word is not one.
  @inlinable
  public init(
    _ label: String, _ summary: String = "", parse: @escaping @Sendable (Span<UInt8>) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary)) { reader in try reader.readBytes(parse) }
  }

  /// A parameter that is read from a value: a word gives a text or a number, `$name` and `( … )` give
  /// what they hold.
  public init<Host: CommandHost>(
    _ label: String, _ summary: String = "", value convert: @escaping @Sendable (Host, Value) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary)) { reader in
      reader.readOnce()
      let value = try reader.readValue()
      return try reader.blamingLast { try convert(reader.host.host(as: Host.self), value) }
    }
  }

  /// A parameter read as this one, whose result `transform` turns into another; its errors are about
  /// this argument.
  public func map<Other>(_ transform: @escaping @Sendable (Parsed) throws -> Other) -> Parameter<Other> {
    let read = read
    return Parameter<Other>(info: info) { reader in
      let parsed = try read(reader)
      return try reader.blamingLast { try transform(parsed) }
    }
  }

  /// The same parameter, for which `"two words".points`, and the same with backquotes, is a word, too; it is handed
  /// over as it is written.
  public func takingProperties() -> Self {
    var parameter = self
    parameter.info.takesProperties = true
    return parameter
  }

  /// The same parameter, which is one of some words that the host lists, in the order to be shown.
  public func suggesting<Host: CommandHost>(
    _ candidates: @escaping @Sendable (Host) -> [Completions.Candidate]
  ) -> Self {
    var parameter = self
    parameter.info.candidates = { candidates($0.host(as: Host.self)) }
    parameter.info.content = .words
    return parameter
  }

  /// The same parameter, whose words depend on what stands before them.
  public func completed<Host: CommandHost>(
    _ candidates: @escaping @Sendable (Host, CompletionPlace) -> [Completions.Candidate]
  ) -> Self {
    var parameter = self
    parameter.info.placed = { candidates($0.host(as: Host.self), $1) }
    return parameter
  }

  /// The same option, which had other names before: `.option("points", …).formerly("size")`.
  public func formerly(_ names: String...) -> Self { formerly(names) }

  /// The same option, which had other names before.
  public func formerly(_ names: [String]) -> Self {
    var parameter = self
    parameter.info.formerNames += names
    return parameter
  }

  /// The same parameter, some of whose words had other names before.
  ///
  /// - Parameter words: returns the present words by the former ones.
  public func formerly(words: @escaping @Sendable () -> [String: String]) -> Self {
    var parameter = self
    parameter.info.formerWords = words
    return parameter
  }

  /// The same option, which is offered only where it makes sense.
  public func offered<Host: CommandHost>(
    where isOffered: @escaping @Sendable (Host, CompletionPlace) -> Bool
  ) -> Self {
    var parameter = self
    parameter.info.isOffered = { isOffered($0.host(as: Host.self), $1) }
    return parameter
  }
}
