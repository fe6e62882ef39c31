/// What stands in a field, whatever the type of its value.
public enum FieldValue: Sendable, Hashable {
  /// An optional field without a value.
  case none
  /// A truth.
  case truth(Bool)
  /// A whole number.
  case number(Int)
  /// A decimal.
  case decimal(Double)
  /// A word of the model's own, such as a case of an enumeration.
  case word(String)
  /// A text that somebody chose.
  case text(String)
  /// An object of another kind, by its identity.
  indirect case reference(kind: String, id: FieldValue)
  /// Several values, in their order.
  case list([FieldValue])
}

/// A type to whose objects fields may refer.
public protocol ReferenceTarget: Sendable {
  /// The name of its kind: `card`.
  static var kindName: String { get }
}

/// The type of a field's values, as far as parsing, completion, checks and help need to know it.
public indirect enum FieldType: Sendable {
  /// True or false, a whole number, a decimal, a text that somebody chose.
  case truth, number, decimal, text
  /// One of some words, in their order.
  case word([String])
  /// A text of one of some forms, in their order; `TEXT` stands for any text, `NUMBER` for a number.
  case form([String])
  /// An object of another kind. It is the type, since its schema may be the one that is being made.
  case reference(any ReferenceTarget.Type)
  /// A value of the other type, or none.
  case optional(FieldType)
  /// Any number of values of the other type.
  case list(FieldType)

  /// The type of what an optional has, if it has something.
  public var wrapped: FieldType {
    if case .optional(let type) = self { type.wrapped } else { self }
  }

  /// The words of which it is one; empty for other types.
  public var words: [String] {
    if case .word(let words) = wrapped { words } else { [] }
  }

  /// How messages call a value of the type: `a whole number`.
  public var noun: String {
    switch self {
    case .truth: "true or false"
    case .number: "a whole number"
    case .decimal: "a number"
    case .text: "a text"
    case .word(let words), .form(let words): "one of \(English.enumeration(words))"
    case .reference(let type): "a \(type.kindName)"
    case .optional(let type): type.noun + " or none"
    case .list(let type): "a list, each \(type.noun)"
    }
  }
}

extension FieldType {
  /// Whether `a` stands before `b` (-1), behind it (1), or neither (0): numbers by size, words in the order of their
  /// declaration, texts by their bytes, nothing before something.
  public func order(_ a: FieldValue, _ b: FieldValue) -> Int {
    switch (a, b) {
    case (.none, .none): return 0
    case (.none, _): return -1
    case (_, .none): return 1
    case (.number(let a), .number(let b)): return Self.order(a, b)
    case (.decimal(let a), .decimal(let b)): return Self.order(a, b)
    case (.truth(let a), .truth(let b)): return Self.order(a ? 1 : 0, b ? 1 : 0)
    case (.word(let a), .word(let b)):
      if a == b { return 0 }
      let words = words
      return Self.order(words.firstIndex(of: a) ?? 0, words.firstIndex(of: b) ?? 0)
    case (.text(let a), .text(let b)): return Self.order(bytes: a, b)
    case (.reference(_, let a), .reference(_, let b)):
      return FieldType.text.order(a, b)
    case (.list(let a), .list(let b)):
      var element = self
      if case .list(let type) = wrapped { element = type }
      for (a, b) in zip(a, b) {
        let order = element.order(a, b)
        if order != 0 { return order }
      }
      return Self.order(a.count, b.count)
    default: return 0
    }
  }

  private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a > b ? 1 : 0 }

  private static func order(bytes a: String, _ b: String) -> Int {
    a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : b.utf8.lexicographicallyPrecedes(a.utf8) ? 1 : 0
  }
}

extension FieldType {
  /// The kind of the objects that a field of the type refers to.
  var referencedKind: String? {
    switch self {
    case .reference(let kind): kind.kindName
    case .optional(let type), .list(let type): type.referencedKind
    default: nil
    }
  }
}
