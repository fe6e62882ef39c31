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

/// What help, hints, completion and the parser know of a parameter.
public struct ParameterInfo: Sendable {
  /// How often an argument of a parameter may stand in a command.
  public enum Occurrence: Sendable, Equatable {
    /// Exactly once; at most once; any number of times, last of the positional arguments.
    case once, optional, repeated
  }

  /// Names that the language itself knows.
  enum KnownNames: Sendable { case topics, settings, settingValues, variables, paths }

  /// What usage lines call the argument, which they show in capitals: `unit`.
  public var label: String
  /// One line about the argument, for help and completion.
  public var summary: String
  /// The syntax of the argument.
  public var shape: ArgumentShape = .word
  /// How often the argument may stand.
  public var occurrence: Occurrence = .once
  /// Whether there has to be one of it at least.
  public var isRequired: Bool { occurrence == .once || occurrence == .repeated && leastCount > 0 }
  /// How many a repeated one must be.
  var leastCount = 0
  /// The name of an option: `side` is given as `side=defender`, at any place.
  public var option: String?
  /// The kind whose names fit, for a parameter that is an object.
  var kind: KindID?
  /// Whether a `=` stands before it, as in `watch NAME = SELECTION`.
  public var isAssigned = false
  /// The names that fit, of those that the language knows.
  var names: KnownNames?
  var candidates: @Sendable (any CommandWorld) -> [Completions.Candidate]
  /// What its word can be, besides what completes it.
  public var content = ArgumentContent.words
  /// The words that fit at a place, where they depend on what stands before; used in place of ``candidates``.
  var placed: (@Sendable (any CommandWorld, CompletionPlace) -> [Completions.Candidate])?
  /// Whether an option makes sense at a place.
  var isOffered: @Sendable (any CommandWorld, CompletionPlace) -> Bool = { _, _ in true }
  /// Whether a word may be a name in quotes or backquotes with `.property` behind it.
  var takesProperties = false
  /// The range of a whole number.
  var range: ClosedRange<Int>? { if case .number(let range, _) = content { range } else { nil } }
  /// The words of which it is one.
  var words: [String] = []
  /// Throws when a plain word cannot be the argument, whatever the world is like.
  var checkWord: (@Sendable (Span<UInt8>) throws -> Void)?

  @usableFromInline
  init(
    _ label: String, _ summary: String,
    candidates: @escaping @Sendable (any CommandWorld) -> [Completions.Candidate] = { _ in [] }
  ) {
    self.label = label
    self.summary = summary
    self.candidates = candidates
  }

  @usableFromInline
  init(_ label: String, _ summary: String, kind: KindID) {
    self.init(label, summary)
    self.kind = kind
  }

  /// The same, whose words are paths of files.
  func asPath() -> ParameterInfo {
    var info = self
    info.names = .paths
    return info
  }

  /// How it is written in a usage line: `UNIT`, `[UNIT]`, `[UNIT…]`, `[side=SIDE]`, `= SELECTION`.
  public var usage: String {
    let label = label.uppercased()
    var text = shape == .block ? "{ … }" : label
    if let option { text = option + "=" + text }
    if isAssigned { text = "= " + text }
    switch occurrence {
    case .once: return text
    case .optional: return "[" + text + "]"
    case .repeated: return isRequired ? text + " …" : "[" + text + " …]"
    }
  }
}
