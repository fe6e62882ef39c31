/// A type whose values can be stored in a field. All reads and writes of fields use this conversion.
///
/// `Bool`, `Int`, `Double`, `String`, `Duration`, ``FieldWord``s and ``Reference``s conform, and so do optionals and
/// arrays of these. A raw-representable type that wraps one, such as an identifier, needs no code to conform:
///
///     struct CardID: RawRepresentable, Hashable, FieldCodable { let rawValue: Int }
public protocol FieldCodable: Hashable, Sendable {
  /// The type of fields that hold these values.
  static var fieldType: ValueType { get }
  /// The present words by former word, for reading older data. Empty by default.
  static var formerWords: [String: String] { get }
  /// The value as a field stores it.
  var fieldValue: Value { get }
  /// Creates a value from a field's value; `nil` if that has another type.
  init?(fieldValue: Value)
}

extension FieldCodable {
  public static var formerWords: [String: String] { [:] }
}

extension FieldCodable where Self: RawRepresentable, RawValue: FieldCodable {
  @inlinable public static var fieldType: ValueType { RawValue.fieldType }
  @inlinable public var fieldValue: Value { rawValue.fieldValue }

  @inlinable public init?(fieldValue: Value) {
    guard let value = RawValue(fieldValue: fieldValue) else { return nil }
    self.init(rawValue: value)
  }
}

extension Bool: FieldCodable {
  @inlinable public static var fieldType: ValueType { .truth }
  @inlinable public var fieldValue: Value { .truth(self) }

  @inlinable public init?(fieldValue: Value) {
    guard case .truth(let truth) = fieldValue else { return nil }
    self = truth
  }
}

extension Int: FieldCodable {
  @inlinable public static var fieldType: ValueType { .number }
  @inlinable public var fieldValue: Value { .number(self) }

  @inlinable public init?(fieldValue: Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self = number
  }
}

extension Double: FieldCodable {
  @inlinable public static var fieldType: ValueType { .decimal }
  @inlinable public var fieldValue: Value { .decimal(self) }

  /// Creates a number from a whole or a decimal number; `nil` if it is not finite.
  @inlinable public init?(fieldValue: Value) {
    switch fieldValue {
    case .decimal(let number) where number.isFinite: self = number
    case .number(let number): self = Double(number)
    default: return nil
    }
  }
}

extension String: FieldCodable {
  @inlinable public static var fieldType: ValueType { .text }
  @inlinable public var fieldValue: Value { .text(self) }

  @inlinable public init?(fieldValue: Value) {
    switch fieldValue {
    case .text(let text), .word(let text): self = text
    default: return nil
    }
  }
}

/// Stored in whole seconds; a field refuses a fraction of a second.
extension Duration: FieldCodable {
  @inlinable public static var fieldType: ValueType { .duration }
  @inlinable public var fieldValue: Value { .duration(Int(components.seconds)) }

  @inlinable public init?(fieldValue: Value) {
    guard case .duration(let seconds) = fieldValue else { return nil }
    self = .seconds(seconds)
  }
}

extension Optional: FieldCodable where Wrapped: FieldCodable {
  @inlinable public static var fieldType: ValueType { .optional(Wrapped.fieldType) }
  public static var formerWords: [String: String] { Wrapped.formerWords }
  // A closure and not a key path, which generic code would instantiate at each use.
  @inlinable public var fieldValue: Value { map { $0.fieldValue } ?? .none }

  @inlinable public init?(fieldValue: Value) {
    if fieldValue == .none {
      self = Self.none
    } else {
      guard let value = Wrapped(fieldValue: fieldValue) else { return nil }
      self = value
    }
  }
}

extension Array: FieldCodable where Element: FieldCodable {
  @inlinable public static var fieldType: ValueType { .list(Element.fieldType) }
  public static var formerWords: [String: String] { Element.formerWords }
  @inlinable public var fieldValue: Value { .list(map { $0.fieldValue }) }

  @inlinable public init?(fieldValue: Value) {
    guard case .list(let values) = fieldValue else { return nil }
    self = []
    for value in values {
      guard let element = Element(fieldValue: value) else { return nil }
      append(element)
    }
  }
}

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
  public static var formerWords: [String: String] { formerly.mapValues { $0.rawValue } }
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
