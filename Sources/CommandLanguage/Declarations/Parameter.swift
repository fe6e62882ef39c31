/// One argument of a command, declared once: how it is called, read, completed and explained.
///
/// A host declares its own as static members, so that a command's declaration reads as a sentence:
///
///     extension Parameter where World == Game, Parsed == UnitStatus {
///       static var status: Self {
///         Parameter("status", candidates: { _ in UnitStatus.allCases.map { .init($0.name) } }) { game, word in
///           try UnitStatus(parsing: word)
///         }
///       }
///     }
public struct Parameter<World: CommandWorld, Parsed>: Sendable {
  /// What help, hints and completion know of it.
  public var info: ParameterInfo
  @usableFromInline let read: @Sendable (World, ArgumentReader) throws -> Parsed

  @usableFromInline
  init(info: ParameterInfo, read: @escaping @Sendable (World, ArgumentReader) throws -> Parsed) {
    self.info = info
    self.read = read
  }

  /// A parameter that is read from the UTF-8 bytes of a word or a string.
  ///
  /// The value of a `$name` or of an expression in brackets is read from the text that shows it.
  /// - Parameters:
  ///   - label: how help and messages call it.
  ///   - summary: one line about it.
  ///   - candidates: the words that fit, in the order to be shown.
  ///   - parse: throws an `Explanation` (or any `Explainable`) when the word is not one.
  @inlinable
  public init(
    _ label: String, _ summary: String = "",
    candidates: @escaping @Sendable (World) -> [Completions.Candidate] = { _ in [] },
    parse: @escaping @Sendable (World, Span<UInt8>) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary, candidates: Self.erase(candidates))) { world, reader in
      try reader.readBytes { bytes in try parse(world, bytes) }
    }
  }

  /// A parameter that is read from a value: a word gives a text or a number, `$name` and `( … )` give
  /// what they hold.
  public init(
    _ label: String, _ summary: String = "",
    candidates: @escaping @Sendable (World) -> [Completions.Candidate] = { _ in [] },
    value convert: @escaping @Sendable (World, Value) throws -> Parsed
  ) {
    self.init(info: ParameterInfo(label, summary, candidates: Self.erase(candidates))) { world, reader in
      let value = try reader.readValue()
      return try reader.blamingLast { try convert(world, value) }
    }
  }

  /// A parameter read as this one, whose result `transform` turns into another; its errors are about
  /// this argument.
  public func map<Other>(_ transform: @escaping @Sendable (Parsed) throws -> Other) -> Parameter<World, Other>
  {
    let read = read
    return Parameter<World, Other>(info: info) { world, reader in
      let parsed = try read(world, reader)
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

  /// The same parameter, whose words depend on what stands before them.
  public func completed(
    _ candidates: @escaping @Sendable (World, CompletionPlace) -> [Completions.Candidate]
  ) -> Self {
    var parameter = self
    parameter.info.placed = { world, place in (world as? World).map { candidates($0, place) } ?? [] }
    return parameter
  }

  /// The same option, which is offered only where it makes sense.
  public func offered(where isOffered: @escaping @Sendable (World, CompletionPlace) -> Bool) -> Self {
    var parameter = self
    parameter.info.isOffered = { world, place in (world as? World).map { isOffered($0, place) } ?? false }
    return parameter
  }

  @usableFromInline
  static func erase(
    _ candidates: @escaping @Sendable (World) -> [Completions.Candidate]
  ) -> @Sendable (any CommandWorld) -> [Completions.Candidate] {
    { world in (world as? World).map(candidates) ?? [] }
  }
}
