import TerminalText

/// What a case of an enumeration carries, as words that somebody can type: one value of a field, or another enumeration
/// whose cases carry something.
///
/// `Bool`, `Int`, `Double`, `String` and ``FieldWord``s are such values. A type that wraps one conforms with no code
/// of its own, as it does to ``FieldCodable``.
public protocol AssociatedValue: Hashable, Sendable, CustomStringConvertible {
  /// What has to stand behind these words of it, in order; `nil` when they say all.
  static func argument(after words: ArraySlice<String>) -> StateArgument?
  /// The value of these words.
  ///
  /// - Throws: ``StateCaseError`` when they say nothing, not enough or too much.
  init(words: ArraySlice<String>) throws(StateCaseError)
}

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

extension AssociatedValue where Self: FieldCodable {
  public static func argument(after words: ArraySlice<String>) -> StateArgument? {
    words.isEmpty ? StateArgument(fieldType) : nil
  }

  public init(words: ArraySlice<String>) throws(StateCaseError) {
    let argument = StateArgument(Self.fieldType)
    guard let word = words.first else { throw .missing(argument) }
    guard let value = argument.value(of: word).flatMap({ Self(typed: $0) }) else {
      throw .unknown(word: word, argument)
    }
    if let surplus = words.dropFirst().first {
      throw .surplus(word: surplus, behind: word, isText: argument == .text)
    }
    self = value
  }

  /// A truth is typed as a word.
  private init?(typed value: FieldValue) {
    if case .word(let word) = value, case .truth = Self.fieldType {
      self.init(fieldValue: .truth(word == "true"))
    } else {
      self.init(fieldValue: value)
    }
  }
}

extension Bool: AssociatedValue {}
extension Int: AssociatedValue {}
extension Double: AssociatedValue {}
extension String: AssociatedValue {}

extension FieldWord {
  @inlinable public var description: String { rawValue }
}
