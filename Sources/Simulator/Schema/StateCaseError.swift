public import CommandLanguage
import TerminalText

/// Why words are no value of an enumeration whose cases carry values.
public enum StateCaseError: CountedError, Hashable {
  /// Nothing stands where this must.
  case missing(ValueType)
  /// The word cannot stand where this must.
  case unknown(word: String, ValueType)
  /// A word stands behind one that ends it; that one may be part of a text that wants quotes.
  case surplus(word: String, behind: String, isText: Bool)

  /// Which of them it is.
  public enum Kind: String, CaseIterable {
    /// Nothing stands where something must.
    case missing = "state: missing"
    /// The word cannot stand there.
    case unknown = "state: unknown"
    /// A word too many.
    case surplus = "state: surplus"
  }

  public var kind: Kind {
    switch self {
    case .missing: .missing
    case .unknown: .unknown
    case .surplus: .surplus
    }
  }

  public var prose: Explanation {
    switch self {
    case .missing(let argument): Explanation("something is missing here: \(argument.typedNoun)")
    case .unknown(let word, .word(let words)):
      Explanation.unknown("value", word, among: words, argument: 1)
    case .unknown(let word, let argument):
      Explanation("\(Quoting.message(word)) is not \(argument.typedNoun)", argument: 1)
    case .surplus(let word, let last, let isText):
      Explanation(
        "nothing can stand behind \(Quoting.message(last))",
        notes: isText
          ? ["a text of several words stands in quotes: \(Quoting.literal(last + " " + word))"] : [],
        argument: 1)
    }
  }

  public static func meaning(of kind: Kind) -> String {
    switch kind {
    case .missing: "The state needs one more word in this case. “help COMMAND” tells which."
    case .unknown: "The word cannot stand behind the one before it."
    case .surplus: "The state is complete without the last word."
    }
  }
}
