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
  public var isRequired: Bool { neededCount > 0 }
  /// How many a repeated one must be.
  var leastCount = 0
  /// How many there have to be.
  var neededCount: Int { occurrence == .once ? 1 : occurrence == .repeated ? leastCount : 0 }
  /// The name of an option: `side` is given as `side=defender`, at any place.
  public var option: String?
  /// The kind whose names fit, for a parameter that is an object.
  var kind: KindID?
  /// Whether a `=` stands before it, as in `watch NAME = SELECTION`.
  public var isAssigned = false
  /// The names that fit, of those that the language knows.
  var names: KnownNames?
  var candidates: @Sendable (any CommandHost) -> [Completions.Candidate]
  /// What its word can be, besides what completes it.
  public var content = ArgumentContent.words
  /// The words that fit at a place, where they depend on what stands before; used in place of ``candidates``.
  var placed: (@Sendable (any CommandHost, CompletionPlace) -> [Completions.Candidate])?
  /// Whether an option makes sense at a place.
  var isOffered: @Sendable (any CommandHost, CompletionPlace) -> Bool = { _, _ in true }
  /// Whether a word may be a name in quotes or backquotes with `.property` behind it.
  var takesProperties = false
  /// The range of a whole number.
  var range: ClosedRange<Int>? { if case .number(let range, _) = content { range } else { nil } }
  /// The words of which it is one.
  var words: [String] = []
  /// What a plain word says, where that is the same in every world.
  var readWord: WordReader?

  @usableFromInline
  init(
    _ label: String, _ summary: String,
    candidates: @escaping @Sendable (any CommandHost) -> [Completions.Candidate] = { _ in [] }
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
