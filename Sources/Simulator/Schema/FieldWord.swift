/// One of a few words: `enum Column: String, FieldWord { case todo, doing, done }`.
///
/// The words are values in expressions, wherever the world's fields have them. A word that had another name is found under it
/// in older data, where the type says so:
///
///     static let formerly: [String: Column] = ["open": .todo]
public protocol FieldWord: RawRepresentable, CaseIterable, FieldCodable, AssociatedValue
where RawValue == String {
  /// The words by names that they had before. None by default.
  static var formerly: [String: Self] { get }
}

extension FieldWord {
  public static var formerly: [String: Self] { [:] }
  public static var formerWords: [String: String] { formerly.mapValues(\.rawValue) }
  @inlinable public static var fieldType: ValueType { .word(allCases.map { $0.rawValue }) }
  @inlinable public var fieldValue: Value { .word(rawValue) }

  @inlinable public init?(fieldValue: Value) {
    switch fieldValue {
    case .word(let word), .text(let word): self.init(rawValue: word)
    default: return nil
    }
  }

  @inlinable public var description: String { rawValue }
}
