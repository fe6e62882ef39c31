import TerminalText

/// A type to whose objects fields may refer.
public protocol ReferenceTarget: Sendable {
  /// The name of its kind: `card`.
  static var kindName: String { get }
}

/// The static type of a ``Value``, as far as it is known before anything runs.
public indirect enum ValueType: Sendable {
  /// Not known before it is evaluated.
  case unknown
  /// True or false, a whole number, a decimal, a text that somebody chose.
  case truth, number, decimal, text
  /// One of some words, in their order.
  case word([String])
  /// A text of one of some forms, in their order; `TEXT` stands for any text, `NUMBER` for a number.
  case form([String])
  /// An object of a session that is of this kind.
  case object(KindID)
  /// A reference to an object. It holds the type and not its name, since that type's schema may be the one being made.
  case reference(any ReferenceTarget.Type)
  /// A value of the other type, or none.
  case optional(ValueType)
  /// Any number of values of the other type.
  case list(ValueType)
}

extension ValueType: Hashable {
  public static func == (a: ValueType, b: ValueType) -> Bool {
    switch (a, b) {
    case (.unknown, .unknown), (.truth, .truth), (.number, .number), (.decimal, .decimal), (.text, .text):
      true
    case (.word(let a), .word(let b)), (.form(let a), .form(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.reference(let a), .reference(let b)): ObjectIdentifier(a) == ObjectIdentifier(b)
    case (.optional(let a), .optional(let b)), (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .unknown: hasher.combine(0)
    case .truth: hasher.combine(1)
    case .number: hasher.combine(2)
    case .decimal: hasher.combine(3)
    case .text: hasher.combine(4)
    case .word(let words), .form(let words): hasher.combine(words)
    case .object(let kind): hasher.combine(kind)
    case .reference(let target): hasher.combine(ObjectIdentifier(target))
    case .optional(let type), .list(let type): hasher.combine(type)
    }
  }
}

extension ValueType {
  /// The type of what an optional has, if it has something.
  public var wrapped: ValueType {
    if case .optional(let type) = self { type.wrapped } else { self }
  }

  /// The declared words of which a value is one; empty for other types.
  public var words: [String] {
    if case .word(let words) = wrapped { words } else { [] }
  }

  /// The words by which its values are written in an expression; empty for what nobody can list.
  public var literals: [String] {
    switch self {
    case .word(let words): words
    case .truth: ["true", "false"]
    case .optional(let type): type.literals.isEmpty ? [] : type.literals + ["none"]
    case .unknown, .number, .decimal, .text, .form, .object, .reference, .list: []
    }
  }

  /// The kind of the object, or of the list's objects; `nil` for a type without objects.
  public var kind: KindID? {
    switch wrapped {
    case .object(let kind): kind
    case .reference(let target): KindID(target.kindName)
    case .list(let type): type.kind
    default: nil
    }
  }

  /// A Boolean value that indicates whether it is the type of lists.
  public var isList: Bool {
    if case .list = wrapped { true } else { false }
  }

  /// The type of a field's value once an expression reads it: a form is a text, a reference an object.
  public var evaluated: ValueType {
    switch self {
    case .form: .text
    case .reference(let target): .object(KindID(target.kindName))
    case .optional(let type): .optional(type.evaluated)
    case .list(let type): .list(type.evaluated)
    case .unknown, .truth, .number, .decimal, .text, .word, .object: self
    }
  }

  /// A value of the type in a message, `one of red, green` or `a person or none`; empty for ``unknown``.
  public var noun: String {
    switch self {
    case .unknown: ""
    case .truth: "true or false"
    case .number: "a whole number"
    case .decimal: "a number"
    case .text: "a text"
    case .word(let words), .form(let words): "one of \(English.enumeration(words))"
    case .object(let kind): English.article(kind.name)
    case .reference(let target): English.article(target.kindName)
    case .optional(let type): type.noun + " or none"
    case .list(let type): "a list, each \(type.noun)"
    }
  }

  /// Compares two values of the type: -1 if `a` stands before `b`, 1 if behind it, else 0.
  ///
  /// Numbers stand by size, words in the order of their declaration, texts by their bytes, and nothing before something.
  public func order(_ a: Value, _ b: Value) -> Int {
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
    case (.reference(_, let a), .reference(_, let b)): return ValueType.text.order(a, b)
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

  private static func order<Size: Comparable>(_ a: Size, _ b: Size) -> Int { a < b ? -1 : a > b ? 1 : 0 }

  private static func order(bytes a: String, _ b: String) -> Int {
    a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : b.utf8.lexicographicallyPrecedes(a.utf8) ? 1 : 0
  }
}
