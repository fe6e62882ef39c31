/// One of a few words: `enum Column: String, FieldWord { case todo, doing, done }`.
///
/// The words are values in expressions, wherever the world's fields have them.
public protocol FieldWord: RawRepresentable, CaseIterable, FieldCodable, AssociatedValue
where RawValue == String {}

extension FieldWord {
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
