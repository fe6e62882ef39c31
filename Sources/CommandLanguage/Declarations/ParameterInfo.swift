/// The description of a parameter for help, hints, completion and the parser.
public struct ParameterInfo: Sendable {
  /// The number of arguments that a parameter takes in a command.
  public enum Occurrence: Sendable, Equatable {
    /// Exactly once; at most once; any number of times, last of the positional arguments.
    case once, optional, repeated
  }

  /// Names that the language itself knows.
  enum KnownNames: Sendable { case topics, settings, settingValues, variables, paths }

  /// The name of the argument, which usage lines show in capitals: `unit`.
  public var label: String
  /// One line about the argument, for help and completion.
  public var summary: String
  /// The syntax of the argument.
  public var shape: ArgumentShape = .word
  /// The number of arguments.
  public var occurrence: Occurrence = .once
  /// A Boolean value that indicates whether at least one argument is required.
  public var isRequired: Bool { neededCount > 0 }
  /// The least number of repeated arguments.
  var leastCount = 0
  /// The least number of arguments.
  var neededCount: Int { occurrence == .once ? 1 : occurrence == .repeated ? leastCount : 0 }
  /// The name of an option: `side` is given as `side=defender`, at any place.
  public var option: String?
  /// Names that the option had before.
  public var formerNames: [String] = []
  /// Returns the words that had other names before, by these; made when a word is unknown.
  var formerWords: @Sendable () -> [String: String] = { [:] }
  /// The kind whose names fit, for a parameter that is an object.
  var kind: KindID?
  /// The name of the kind whose names fit; `nil` for a parameter that is no object.
  public var kindName: String? { kind?.name }
  /// A Boolean value that indicates whether a `=` precedes it, as in `watch NAME = SELECTION`.
  public var isAssigned = false
  /// The words that precede it, behind an expression: `leads to` in `invariant NAME CONDITION leads to CONDITION`.
  public var introduction: String?
  /// The names that fit, of those that the language knows.
  var names: KnownNames?
  var candidates: @Sendable (any CommandHost) -> [Completions.Candidate]
  /// The possible words besides its completions.
  public var content = ArgumentContent.words
  /// The words that fit at a place, where they depend on what stands before; used in place of ``candidates``.
  var placed: (@Sendable (any CommandHost, CompletionPlace) -> [Completions.Candidate])?
  /// A Boolean value that indicates whether completion offers this option at the cursor.
  var isOffered: @Sendable (any CommandHost, CompletionPlace) -> Bool = { _, _ in true }
  /// A Boolean value that indicates whether a word may be a name in quotes or backquotes with `.property` after it.
  var takesProperties = false
  /// The range of a whole number.
  var range: ClosedRange<Int>? { if case .number(let range, _) = content { range } else { nil } }
  /// The words of which it is one.
  var words: [String] = []
  /// The reader of plain words, if it is the same in every world.
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

  /// The argument in a usage line: `UNIT`, `[UNIT]`, `[UNIT…]`, `[side=SIDE]`, `= SELECTION`.
  public var usage: String {
    let label = label.uppercased()
    var text = shape == .block ? "{ … }" : label
    if let option { text = option + "=" + text }
    if isAssigned { text = "= " + text }
    if let introduction { text = introduction + " " + text }
    switch occurrence {
    case .once: return text
    case .optional: return "[" + text + "]"
    case .repeated: return isRequired ? text + " …" : "[" + text + " …]"
    }
  }
}
