/// One of a few words: `enum Column: String, FieldWord { case todo, doing, done }`.
///
/// The words are values in any expression of a world whose fields have them. Declare former words to read older data
/// that has them:
///
///     static let formerly: [String: Column] = ["open": .todo]
public protocol FieldWord: RawRepresentable, CaseIterable, FieldCodable, AssociatedValue
where RawValue == String {
  /// The present values by former word. Empty by default.
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
