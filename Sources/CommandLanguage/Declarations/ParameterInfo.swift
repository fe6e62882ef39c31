/// The description of a parameter for help, hints, completion and the parser.
public struct ParameterInfo: Sendable {
  /// The number of arguments that a parameter accepts.
  public enum Occurrence: Sendable, Equatable {
    /// Exactly one; at most one; any number of arguments, at the end of the positional ones.
    case once, optional, repeated
  }

  /// The sources of names that the language itself provides.
  enum KnownNames: Sendable { case topics, settings, settingValues, variables, paths }

  /// The name of the argument, which usage lines show in capitals: `unit`.
  public var label: String
  /// A one-line description of the argument, for help and completion.
  public var summary: String
  /// The syntax of the argument.
  public var shape: ArgumentShape
  /// The number of arguments.
  public var occurrence: Occurrence = .once
  /// A Boolean value that indicates whether at least one argument is required.
  public var isRequired: Bool { neededCount > 0 }
  var leastCount = 0
  var neededCount: Int { occurrence == .once ? 1 : occurrence == .repeated ? leastCount : 0 }
  /// The name of an option, or `nil` for a positional parameter. The option `side` is given as `side=defender`,
  /// anywhere among the arguments.
  public var option: String?
  /// The former names of the option.
  public var formerNames: [String] = []
  /// Returns the current words of the values, keyed by the former words. Called only when a word is unknown.
  var formerWords: @Sendable () -> [String: String] = { [:] }
  var kind: KindID?
  /// The name of the kind of the objects that the parameter accepts; `nil` if it doesn't accept objects.
  public var kindName: String? { kind?.name }
  /// The declared field whose values the parameter accepts, as in `card.column`; `nil` for none.
  public var fieldName: String?
  /// A Boolean value that indicates whether a `=` precedes the argument, as in `watch NAME = SELECTION`.
  public var isAssigned = false
  /// The words between an expression and this argument: `leads to` in `invariant NAME CONDITION leads to CONDITION`,
  /// separated by single blanks.
  public var introduction: String?
  var names: KnownNames?
  var candidates: @Sendable (any CommandHost) -> [Completions.Candidate]
  /// The words that the argument may be, for generators of arguments.
  public var content = ArgumentContent.words
  /// Returns the candidates that depend on the preceding arguments; replaces ``candidates``.
  var placed: (@Sendable (any CommandHost, CompletionPosition) -> [Completions.Candidate])?
  /// Returns further arguments that exploration tries but completion does not offer; they may depend on the preceding
  /// arguments.
  var tried: (@Sendable (any CommandHost, CompletionPosition) -> [String])?
  /// A Boolean value that indicates whether the candidates depend on the preceding arguments.
  public var isPlaced: Bool { placed != nil }
  var isOffered: @Sendable (any CommandHost, CompletionPosition) -> Bool = { _, _ in true }
  /// A Boolean value that indicates whether a word may be a quoted or backquoted name followed by `.property`.
  var takesProperties = false
  /// The range of a whole number; `nil` if the argument is not one.
  var range: ClosedRange<Int>? { if case .number(let range, _) = content { range } else { nil } }
  /// A Boolean value that indicates whether the argument may have any type, so that generators also try numbers.
  var takesAnyValue = false
  var words: [String] = []
  /// The reader of plain words; `nil` if reading them requires a host.
  var readWord: WordReader?

  @usableFromInline
  init(
    _ label: String, _ summary: String, _ shape: ArgumentShape = .word, kind: KindID? = nil,
    candidates: @escaping @Sendable (any CommandHost) -> [Completions.Candidate] = { _ in [] }
  ) {
    self.label = label
    self.summary = summary
    self.shape = shape
    self.kind = kind
    self.candidates = candidates
  }

  /// The argument as a usage line shows it: `UNIT`, `[UNIT]`, `[UNIT …]`, `[side=SIDE]`, `= SELECTION`.
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

/// The possible words of an argument, for generators of arguments.
public enum ArgumentContent: Sendable, Equatable {
  /// One of the words that complete it.
  case words
  /// A whole number within a range, and the part of the range that is worth trying.
  case number(ClosedRange<Int>, tried: ClosedRange<Int>)
  /// A number, possibly with decimals, within a range; `nil` if it is unbounded.
  case decimal(ClosedRange<Double>?)
  /// A duration within a range of seconds.
  case duration(ClosedRange<Int>)
  /// A name that is not in use.
  case newName
  /// Any text.
  case text
  /// A number that is usually small, such as a step of the history.
  case smallNumber
}
