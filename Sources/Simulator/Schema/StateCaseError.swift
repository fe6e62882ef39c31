public import CommandLanguage
import TerminalText
import Values

/// The errors of words that do not form a value of an enumeration with associated values.
public enum StateCaseError: CatalogedError, Equatable {
  /// A word is missing.
  case missing(ValueType)
  /// The word is not a value of the type.
  case unknown(word: String, ValueType)
  /// A word follows a complete value. After a text it may be meant as part of that text, which needs quotes.
  case surplus(word: String, behind: String, isText: Bool)

  /// The kinds of these errors.
  public enum Kind: String, CaseIterable {
    /// The kind of the case with the same name.
    case missing, unknown, surplus
  }

  public static var group: String { "state" }

  public static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .missing:
      .init(
        "{type} is missing",
        "The state needs one more word in this case. “help COMMAND” shows which.")
    case .unknown: .init("{there is no value }{word}", "The word cannot follow the one before it.")
    case .surplus:
      .init("nothing can follow {word}", "The state is complete without the last word.")
    }
  }

  public var report: ErrorReport<Kind> {
    switch self {
    case .missing(let type): .init(.missing, [type.typedNoun])
    case .unknown(let word, .word(let words)):
      .unknown(.unknown, after: ["there is no value "], word, among: words, argument: 1)
    case .unknown(let word, let type):
      .init(.unknown, ["", "\(Quoting.message(word)) is not \(type.typedNoun)"], argument: 1)
    case .surplus(let word, let last, let isText):
      .init(
        .surplus, [Quoting.message(last)],
        notes: isText
          ? ["write a text of several words in quotes: \(Quoting.literal(last + " " + word))"] : [],
        argument: 1)
    }
  }
}
