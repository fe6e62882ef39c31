import TerminalText

/// What has to stand at one place of a state that is typed.
public enum StateArgument: Hashable, Sendable {
  /// One of some words, in their order.
  case words([String])
  /// A whole number, a number, any text.
  case number, decimal, text

  /// What values of a field's type are typed as.
  init(_ type: FieldType) {
    switch type {
    case .truth: self = .words(["true", "false"])
    case .word(let words): self = .words(words)
    case .number: self = .number
    case .decimal: self = .decimal
    case .text, .form, .reference, .optional, .list: self = .text
    }
  }

  /// The words that can stand here; empty for what nobody can list.
  @usableFromInline var words: [String] {
    if case .words(let words) = self { words } else { [] }
  }

  /// What stands for it where forms are shown; `nil` for words, which stand for themselves.
  @usableFromInline var placeholder: String? {
    switch self {
    case .words: nil
    case .number, .decimal: "NUMBER"
    case .text: "TEXT"
    }
  }

  static let placeholders = [number, text].compactMap(\.placeholder)

  /// Whether a state that is written in this form holds something that nobody can list.
  static func isOpen(form: String) -> Bool { placeholders.contains { form.hasSuffix(" " + $0) } }

  /// How messages call it.
  var noun: String {
    switch self {
    case .words(let words): English.choice(words.map(Quoting.message))
    case .number: FieldType.number.noun
    case .decimal: FieldType.decimal.noun
    case .text: FieldType.text.noun
    }
  }

  /// The value that is written so; `nil` for what cannot stand here.
  func value(of word: String) -> FieldValue? {
    switch self {
    case .words(let words): words.contains(word) ? .word(word) : nil
    case .text: .text(word)
    case .number, .decimal:
      switch DecimalReader.number(word.utf8.span, as: .word) {
      case .integer(let number): .number(number)
      case .decimal(let number): .decimal(number)
      case .outOfRange, nil: nil
      }
    }
  }
}
