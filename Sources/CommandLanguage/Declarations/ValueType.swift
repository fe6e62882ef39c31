/// What a value may be, as far as that is known before anything runs.
public indirect enum ValueType: Sendable, Equatable {
  /// What it may be is not known before it is evaluated.
  case unknown
  /// True or false.
  case truth
  /// A whole number.
  case number
  /// A decimal.
  case decimal
  /// A text.
  case text
  /// One of some words, in their order.
  case word([String])
  /// An object of a kind.
  case object(KindID)
  /// The same, or none.
  case optional(ValueType)
  /// A list of values of a type.
  case list(ValueType)

  /// The type of what an optional has, if it has something.
  var wrapped: ValueType {
    if case .optional(let type) = self { type.wrapped } else { self }
  }

  /// The words of which it is one; empty for other types.
  var words: [String] {
    switch self {
    case .word(let words): words
    case .truth: ["true", "false"]
    case .optional(let type): type.words.isEmpty ? [] : type.words + ["none"]
    default: []
    }
  }

  /// The kind of the object, or of the list's objects.
  var kind: KindID? {
    switch wrapped {
    case .object(let kind): kind
    case .list(let type): type.kind
    default: nil
    }
  }

  var isList: Bool {
    if case .list = wrapped { true } else { false }
  }
}
