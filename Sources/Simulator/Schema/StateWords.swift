import TerminalText
public import Values

// What has to stand at one place of a state that is typed: one of some words, a number, or any text.
extension ValueType {
  /// The type of the word that stands for a value of the type where a state is typed.
  var typed: ValueType {
    switch self {
    case .truth: .word(["true", "false"])
    case .word, .number, .decimal: self
    case .unknown, .text, .form, .object, .reference, .optional, .list: .text
    }
  }

  /// The word that stands for a typed value where forms are shown; `nil` for words, which stand for themselves.
  @usableFromInline var placeholder: String? {
    switch self {
    case .number, .decimal: "NUMBER"
    case .text: "TEXT"
    default: nil
    }
  }

  static let placeholders = [number, text].compactMap(\.placeholder)

  /// Returns whether a state that is written in this form holds something that nobody can list.
  static func isOpen(form: String) -> Bool { placeholders.contains { form.hasSuffix(" " + $0) } }

  /// The noun in messages for the word that has to stand there.
  var typedNoun: String {
    if case .word(let words) = self { English.choice(words.map(Quoting.message)) } else { noun }
  }

  /// The value that is written so; `nil` for what cannot stand there.
  func value(typed word: String) -> Value? {
    switch self {
    case .word(let words): words.contains(word) ? .word(word) : nil
    case .number, .decimal:
      switch DecimalReader.number(word.utf8.span, as: .word) {
      case .integer(let number): .number(number)
      case .decimal(let number): .decimal(number)
      case .outOfRange, nil: nil
      }
    default: .text(word)
    }
  }
}
