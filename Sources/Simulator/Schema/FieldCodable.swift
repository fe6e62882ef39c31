/// A type whose values can stand in a field: whatever reads or writes a field goes through it.
///
/// `Bool`, `Int`, `Double`, `String`, `Duration`, ``FieldWord``s, ``Reference``s, optionals and arrays of these are such types.
/// A type that wraps one, as an identity of its own does, conforms with no code of its own:
///
///     struct CardID: RawRepresentable, Hashable, FieldCodable { let rawValue: Int }
public protocol FieldCodable: Hashable, Sendable {
  /// The type of field that holds it.
  static var fieldType: ValueType { get }
  /// The present words by those that they were before, under which older data still has them. None by default.
  static var formerWords: [String: String] { get }
  /// The value as a field has it.
  var fieldValue: Value { get }
  /// The value that a field has; `nil` when it is of another type.
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

  /// A whole number is a decimal, too; what is no finite number is none.
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

/// In whole seconds; a field refuses a fraction of one.
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
  // No key path: in generic code each use makes one anew.
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
