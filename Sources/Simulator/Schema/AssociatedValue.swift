/// The associated value of an enumeration's case, typed as words: one value of a field, or another enumeration with
/// associated values.
///
/// `Bool`, `Int`, `Double`, `String` and ``FieldWord``s conform. As with ``FieldCodable``, a raw-representable type
/// that wraps one of these needs no code to conform.
public protocol AssociatedValue: Hashable, Sendable, CustomStringConvertible {
  /// Returns the type of the word that must follow these words; `nil` if they are complete.
  static func argument(after words: ArraySlice<String>) -> ValueType?
  /// Creates a value from words.
  ///
  /// - Throws: ``StateCaseError`` if there are too few or too many words, or a word is not a value of the type.
  init(words: ArraySlice<String>) throws(StateCaseError)
}

extension AssociatedValue where Self: FieldCodable {
  public static func argument(after words: ArraySlice<String>) -> ValueType? {
    words.isEmpty ? fieldType.typed : nil
  }

  public init(words: ArraySlice<String>) throws(StateCaseError) {
    let argument = Self.fieldType.typed
    guard let word = words.first else { throw .missing(argument) }
    guard let value = argument.value(typed: word).flatMap({ Self(typed: $0) }) else {
      throw .unknown(word: word, argument)
    }
    if let surplus = words.dropFirst().first {
      throw .surplus(word: surplus, behind: word, isText: argument == .text)
    }
    self = value
  }

  // A truth value is typed as a word.
  private init?(typed value: Value) {
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
