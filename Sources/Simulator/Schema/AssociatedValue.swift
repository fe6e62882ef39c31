/// The value that a case of an enumeration carries, as words that can be typed: one value of a field, or another
/// enumeration whose cases carry something.
///
/// `Bool`, `Int`, `Double`, `String` and ``FieldWord``s are such values. A type that wraps one conforms with no code
/// of its own, as it does to ``FieldCodable``.
public protocol AssociatedValue: Hashable, Sendable, CustomStringConvertible {
  /// Returns the type of the word that must follow these words, in order; `nil` if they are complete.
  static func argument(after words: ArraySlice<String>) -> ValueType?
  /// The value of these words.
  ///
  /// - Throws: ``StateCaseError`` when they say nothing, not enough or too much.
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

  /// A truth is typed as a word.
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
