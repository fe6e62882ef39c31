import TerminalText

/// A type whose objects fields can refer to.
public protocol ReferenceTarget: Sendable {
  /// The name of the kind of these objects: `card`.
  static var kindName: String { get }
}

/// The static type of a ``Value``, as far as it is known before evaluation.
public indirect enum ValueType: Sendable {
  /// A type that is not known before evaluation.
  case unknown
  /// A truth value, a whole number, a decimal, or any text.
  case truth, number, decimal, text
  /// A duration.
  case duration
  /// One of some words, in order.
  case word([String])
  /// A text in one of some forms, which is a state.
  case form(StateForms)
  /// An object of a kind in a session.
  case object(KindID)
  /// A reference to an object. It contains the type instead of the kind's name, since the type's schema may not exist
  /// yet.
  case reference(any ReferenceTarget.Type)
  /// A value of the given type, or none.
  case optional(ValueType)
  /// A list of values of the given type.
  case list(ValueType)
}

extension ValueType: Equatable {
  public static func == (a: ValueType, b: ValueType) -> Bool {
    switch (a, b) {
    case (.unknown, .unknown), (.truth, .truth), (.number, .number), (.decimal, .decimal), (.text, .text),
      (.duration, .duration):
      true
    case (.word(let a), .word(let b)): a == b
    case (.form(let a), .form(let b)): a.texts == b.texts
    case (.object(let a), .object(let b)): a == b
    case (.reference(let a), .reference(let b)): ObjectIdentifier(a) == ObjectIdentifier(b)
    case (.optional(let a), .optional(let b)), (.list(let a), .list(let b)): a == b
    default: false
    }
  }
}

extension ValueType {
  /// The type of an optional's value; the type itself if it is not optional.
  public var wrapped: ValueType {
    if case .optional(let type) = self { type.wrapped } else { self }
  }

  /// The declared words of the type; empty for other types.
  public var words: [String] {
    if case .word(let words) = wrapped { words } else { [] }
  }

  /// The words for the type's values in expressions; empty if they cannot be listed.
  public var literals: [String] {
    switch self {
    case .word(let words): words
    case .truth: ["true", "false"]
    case .optional(let type): type.literals.isEmpty ? [] : type.literals + ["none"]
    case .unknown, .number, .decimal, .duration, .text, .form, .object, .reference, .list: []
    }
  }

  /// The kind of the object or of the list's objects; `nil` for a type without objects.
  public var kind: KindID? {
    switch wrapped {
    case .object(let kind): kind
    case .reference(let target): KindID(target.kindName)
    case .list(let type): type.kind
    default: nil
    }
  }

  /// A Boolean value that indicates whether values of the type are lists.
  public var isList: Bool {
    if case .list = wrapped { true } else { false }
  }

  /// The type of a field's value in expressions, where a reference is an object.
  public var evaluated: ValueType {
    switch self {
    case .reference(let target): .object(KindID(target.kindName))
    case .optional(let type): .optional(type.evaluated)
    case .list(let type): .list(type.evaluated)
    case .unknown, .truth, .number, .decimal, .duration, .text, .word, .form, .object: self
    }
  }

  /// Returns ``noun``; an empty text if the type has ``literals`` and the given text already contains all of them.
  public func noun(besides text: String) -> String {
    let words = literals
    return !words.isEmpty && words.allSatisfy { text.contains($0) } ? "" : noun
  }

  /// A description of a value in messages, such as `one of red, green` or `a person or none`; empty for ``unknown``.
  public var noun: String {
    switch self {
    case .unknown: ""
    case .truth: "true or false"
    case .number: "a whole number"
    case .decimal: "a number"
    case .duration: "a duration such as 1h30m"
    case .text: "a text"
    case .word(let words): "one of \(English.enumeration(words))"
    case .form(let forms): "one of \(English.enumeration(forms.texts))"
    case .object(let kind): English.article(kind.name)
    case .reference(let target): English.article(target.kindName)
    case .optional(let type): type.noun + " or none"
    case .list(let type): "a list, each \(type.noun)"
    }
  }

  /// The noun for a value of the type in messages about values, such as `a number`.
  public var valueNoun: String {
    switch wrapped {
    case .truth: "a truth"
    case .number: "a number"
    case .decimal: "a decimal"
    case .duration: "a duration"
    case .text, .word, .form: "a text"
    case .list: "a list"
    case .object(let kind): English.article(kind.name)
    case .reference(let target): English.article(target.kindName)
    case .unknown, .optional: "a value"
    }
  }

  /// Returns the order of two values of the type: -1 if `a` comes before `b`, 1 if it comes after `b`, and 0 otherwise.
  ///
  /// Numbers are in the order of their size, words in the order of their declaration, and texts in the order of their
  /// bytes. None comes first.
  public func order(_ a: Value, _ b: Value) -> Int {
    switch (a, b) {
    case (.none, .none): return 0
    case (.none, _): return -1
    case (_, .none): return 1
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
    default: return a.order(to: b) ?? 0
    }
  }

  /// The text of an example value in help; `nil` if the type does not determine one.
  public var example: String? {
    switch self {
    case .word(let words): words.last
    case .truth: "true"
    case .decimal: "1.5"
    case .duration: "1h30m"
    case .text: "\"a text\""
    case .form: candidates.last
    case .unknown, .number, .object, .reference, .list, .optional: nil
    }
  }

  /// The words that completion offers for the type; empty if its values cannot be listed.
  public var candidates: [String] {
    switch self {
    case .form(let forms): forms.texts.filter { !Self.isOpen(form: $0) }.map { Quoting.word($0) }
    case .duration: ["0s", "45s", "1h30m"]
    default: literals
    }
  }

  /// A Boolean value that indicates whether the size of values is unbounded.
  public var isUnbounded: Bool {
    switch self {
    case .text, .form, .list: true
    case .optional(let type): type.isUnbounded
    default: false
    }
  }

  /// A Boolean value that indicates whether some Swift values of the type cannot be read back: decimals that are not
  /// finite, durations with fractions of a second, and states with such a value.
  public var mayBeUnreadable: Bool {
    switch self {
    case .decimal, .duration, .form: true
    case .optional(let type), .list(let type): type.mayBeUnreadable
    default: false
    }
  }

  /// Returns the value of a text in a field of the type; `nil` if the text is not valid.
  public func value(of text: String) -> Value? {
    switch self {
    case .word(let words): words.contains(text) ? .word(text) : nil
    case .text, .form: .text(text)
    case .duration: (try? Value.seconds(text.utf8.span)).flatMap { $0 }.map { .duration($0) }
    default: nil
    }
  }

  /// Converts the value of an expression to a value of a field; `nil` if it does not fit the type.
  ///
  /// The type determines the meaning of a bare word: a word, a text, a name, `true` or `none`.
  ///
  /// - Parameters:
  ///   - value: the value of the expression.
  ///   - reference: returns the reference that a value denotes, given the type of the object.
  public func fieldValue(
    of value: Value, reference: (Value, any ReferenceTarget.Type) -> Value?
  ) -> Value? {
    switch (self, value) {
    case (.optional, .none), (.optional, .text("none")): return Value.none
    case (.optional(let type), _): return type.fieldValue(of: value, reference: reference)
    case (.truth, .text("true")): return .truth(true)
    case (.truth, .text("false")): return .truth(false)
    case (.decimal, .number(let number)): return .decimal(Double(number))
    case (.text, .number), (.text, .truth), (.text, .duration): return value.plainText.map { .text($0) }
    case (.word(let words), .none): return words.contains("none") ? .word("none") : nil
    case (.reference(let target), _): return reference(value, target)
    case (.list(let type), .list(let values)):
      var elements: [Value] = []
      for value in values {
        guard let element = type.fieldValue(of: value, reference: reference) else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case (.list(let type), _): return type.fieldValue(of: value, reference: reference).map { .list([$0]) }
    case (_, .text(let text)): return self.value(of: text)
    case (.unknown, _), (_, .none): return nil
    default: return value.type == self ? value : nil
    }
  }

  private static func order<Size: Comparable>(_ a: Size, _ b: Size) -> Int { a < b ? -1 : a > b ? 1 : 0 }

  private static func order(bytes a: String, _ b: String) -> Int {
    a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : b.utf8.lexicographicallyPrecedes(a.utf8) ? 1 : 0
  }
}

// An argument of a state on a command line: one of some words, a number, a duration or any text.
extension ValueType {
  /// The type of the argument for an associated value.
  public var typed: ValueType {
    switch self {
    case .truth: .word(["true", "false"])
    case .word, .number, .decimal, .duration: self
    default: .text
    }
  }

  /// The placeholder for the argument in forms; `nil` for words, which a form lists instead.
  public var placeholder: String? {
    switch self {
    case .number, .decimal: "NUMBER"
    case .duration: "DURATION"
    case .text: "TEXT"
    default: nil
    }
  }

  /// A few arguments of the type, for exploration; empty for words, all of which are tried.
  public var examples: [String] {
    switch self {
    case .number: ["1", "2", "0", "10"]
    case .decimal: ["1", "0.5", "0", "10"]
    case .duration: ["1s", "1m", "0s", "1h"]
    default: []
    }
  }

  /// The placeholders in forms.
  public static let placeholders = [number, duration, text].compactMap(\.placeholder)

  /// Returns a Boolean value that indicates whether a form has a placeholder, such as a number.
  public static func isOpen(form: String) -> Bool { placeholders.contains { form.hasSuffix(" " + $0) } }

  /// The noun for the argument in messages.
  public var typedNoun: String {
    if case .word(let words) = self { English.choice(words.map(Quoting.message)) } else { noun }
  }

  /// Returns the value of an argument; `nil` if it is not valid.
  public func value(typed word: String) -> Value? {
    switch self {
    case .word(let words): words.contains(word) ? .word(word) : nil
    case .number, .decimal:
      try? Value(number: word.utf8.span, as: .word)
    case .duration: value(of: word)
    default: .text(word)
    }
  }
}
