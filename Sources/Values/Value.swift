public import TerminalText

/// A dynamic value of a field, an expression, a journal or a feed.
///
/// All layers use this type. Fields, journals and feeds refer to objects by ``reference(kind:id:)``, which is the same
/// in every process. Expressions use ``object(_:)``, which a session resolves without a search. A case of a declared
/// enumeration is a ``word(_:)`` in fields and journals, and a ``text(_:)`` in expressions, so that words and texts
/// compare equal.
public enum Value: Sendable, Hashable {
  /// No value.
  case none
  /// True or false.
  case truth(Bool)
  /// A whole number.
  case number(Int)
  /// A decimal, which is always finite in expressions.
  case decimal(Double)
  /// A duration, in seconds.
  case duration(Int)
  /// A text.
  case text(String)
  /// A declared word, such as a case of an enumeration.
  case word(String)
  /// A list of values, which may have different types.
  case list([Value])
  /// An object of a session, identified by its kind and number.
  case object(ObjectReference)
  /// An object by the name of its kind and its identity, as in fields and journals.
  indirect case reference(kind: String, id: Value)

  /// Creates an object of a session: `.object("unit", 7)`.
  public static func object(_ kind: KindID, _ id: Int) -> Value {
    .object(ObjectReference(kind: kind, id: id))
  }
}

/// An object of a session: its kind, and its number in the host.
public struct ObjectReference: Sendable, Hashable {
  /// The kind of the object.
  public var kind: KindID
  /// The number of the object in the host, which is unique within the kind.
  public var id: Int

  /// Creates a reference to an object.
  public init(kind: KindID, id: Int) {
    self.kind = kind
    self.id = id
  }
}

/// The identity of a kind, which is its name: `let unit: KindID = "unit"`.
public struct KindID: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The kind's name.
  public let name: String

  /// Creates the identity of a kind.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }

  /// Returns a Boolean value that indicates whether two kinds have the same name.
  ///
  /// Most kinds differ in the lengths of their names, which are compared faster than the names.
  @inlinable
  public static func == (left: KindID, right: KindID) -> Bool {
    left.name.utf8.count == right.name.utf8.count && left.name == right.name
  }
}

// MARK: Size and order

extension Value {
  /// The size of an element of a list in bytes.
  public static let elementByteCount = 32

  /// The approximate size in bytes of the value's memory outside its inline storage.
  public var byteCount: Int {
    switch self {
    case .none, .truth, .number, .decimal, .duration, .object: 0
    case .reference(let kind, let id): kind.utf8.count + 32 + id.byteCount
    case .text(let text), .word(let text): text.utf8.count > 15 ? text.utf8.count + 32 : 0
    case .list(let elements): elements.reduce(32) { $0 + Self.elementByteCount + $1.byteCount }
    }
  }

  /// The type of the value, as far as it can be derived from the value.
  public var type: ValueType {
    switch self {
    case .none: .unknown
    case .truth: .truth
    case .number: .number
    case .decimal: .decimal
    case .duration: .duration
    case .text, .word: .text
    case .list(let elements): .list(elements.first?.type ?? .unknown)
    case .object(let object): .object(object.kind)
    case .reference(let kind, _): .object(KindID(kind))
    }
  }

  /// The value of a field as an expression reads it; `nil` for references, objects and lists, which only a session can
  /// convert.
  public var evaluated: Value? {
    switch self {
    case .decimal(let number): number.isFinite ? self : Value.none
    // In expressions, `none` is the literal for no value.
    case .word("none"): Value.none
    case .word(let text): .text(text)
    case .reference, .object, .list: nil
    default: self
    }
  }

  /// The noun for the value in messages, such as `a number`, or the name of an object's kind.
  public var noun: String {
    if case .none = self { "none" } else { type.valueNoun }
  }

  /// The position of the value in the order of values of different types. Numbers share a rank, and so do texts, words
  /// and objects.
  public var rank: Int {
    switch self {
    case .truth: 0
    case .number, .decimal: 1
    case .duration: 2
    case .text, .word, .object, .reference: 3
    case .list: 4
    case .none: 5
    }
  }

  /// The canonical form of values that are equal in expressions: `2` for `2.0`.
  public var canonical: Value {
    if case .decimal(let number) = self { Int(exactly: number).map { .number($0) } ?? self } else { self }
  }

  /// Returns a Boolean value that indicates whether two values are equal; `nil` if they cannot be compared, or if the
  /// comparison needs more than the values.
  public func isSame(as other: Value) -> Bool? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.number(let a), .decimal(let b)), (.decimal(let b), .number(let a)): Self.order(a, b) == 0
    case (.text(let a), .text(let b)): a == b
    case (.truth(let a), .truth(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.none, .none): true
    case (.none, _), (_, .none): false
    default: nil
    }
  }

  /// Returns the order of two values: negative, zero or positive; `nil` if they have no order, or if the order depends
  /// on more than the values.
  public func order(to other: Value) -> Int? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.decimal(let a), .decimal(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.duration(let a), .duration(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.number(let a), .decimal(let b)): Self.order(a, b)
    case (.decimal(let a), .number(let b)): -Self.order(b, a)
    case (.text(let a), .text(let b)): Self.order(a, b)
    case (.truth(let a), .truth(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    default: nil
    }
  }

  /// Returns the order of two texts by the Unicode scalars of their composed forms (NFC): negative, zero or positive.
  public static func order(_ a: String, _ b: String) -> Int {
    if a == b { return 0 }
    if isComposed(a), isComposed(b) { return a < b ? -1 : 1 }
    // `<` is wrong if one text begins with the other in a different spelling: neither “é” nor “éa” would come
    // first if only one of the accents is a separate scalar. So both get an end mark.
    return ended(a) < ended(b) ? -1 : 1
  }

  /// Returns a Boolean value that indicates whether a text certainly is in its composed form: all scalars are below the
  /// first combining mark, U+0300, whose first byte is 0xCC.
  private static func isComposed(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0xCC } }

  /// Returns a text with an end that sorts before all other scalars and occurs nowhere else in it.
  private static func ended(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      if scalar == "\0" { scalars.append("\u{1}") }
    }
    scalars.append(contentsOf: ["\0", "\0"])
    return String(scalars)
  }

  private static func order(_ whole: Int, _ decimal: Double) -> Int {
    guard let floor = Int(exactly: decimal.rounded(.down)) else { return decimal > 0 ? -1 : 1 }
    return whole > floor ? 1 : whole < floor || decimal > Double(floor) ? -1 : 0
  }
}

// MARK: Text

extension Value {
  /// The text of a simple value, without quotes; `nil` for lists and objects.
  public var plainText: String? {
    switch self {
    case .none: "none"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): String(number)
    case .decimal(let number): "\(number)"
    case .duration(let seconds): Self.text(ofSeconds: seconds)
    case .text(let text), .word(let text): text
    case .list, .object, .reference: nil
    }
  }

  /// Returns the value for display. Names and texts that are not single words are in quotes.
  ///
  /// - Parameter name: returns the name of a referenced object.
  public func shown(name: (_ kind: String, _ id: Value) -> String) -> String {
    switch self {
    case .word(let word): Escaping.escaped(word)
    case .text(let text): Quoting.label(text)
    case .reference(let kind, let id): name(kind, id)
    case .object(let object): name(object.kind.name, .number(object.id))
    case .list(let values): "(" + values.map { $0.shown(name: name) }.joined(separator: ", ") + ")"
    case .none, .truth, .number, .decimal, .duration: plainText ?? ""
    }
  }

  /// The value in a message about a journal's contents: texts and words in quotes, objects by kind and identity.
  public var shown: UntrustedText { UntrustedText(unescaped) }

  private var unescaped: String {
    switch self {
    case .word(let text), .text(let text): "“\(text)”"
    case .reference(let kind, let id): "\(kind) \(id.unescaped)"
    case .object(let object): "\(object.kind.name) \(object.id)"
    case .list(let values): "(" + values.map(\.unescaped).joined(separator: ", ") + ")"
    case .none, .truth, .number, .decimal, .duration: plainText ?? ""
    }
  }
}

// MARK: Literals

extension Value {
  /// Creates the number that a text denotes; `nil` for any other text.
  ///
  /// - Parameters:
  ///   - text: the bytes of the text.
  ///   - form: the accepted forms of numbers besides the plain one.
  /// - Throws: ``LiteralTooLarge`` if the number exceeds the range of its type.
  /// - Complexity: O(bytes).
  public init?(number text: Span<UInt8>, as form: DecimalReader.Form) throws(LiteralTooLarge) {
    switch DecimalReader.number(text, as: form) {
    case .integer(let number): self = .number(number)
    case .decimal(let number): self = .decimal(number)
    case .outOfRange: throw LiteralTooLarge()
    case nil: return nil
    }
  }

  /// Creates the value of a number or duration literal; `nil` for any other text.
  ///
  /// - Throws: ``LiteralTooLarge`` if the value exceeds the range of its type.
  /// - Complexity: O(bytes).
  public init?(literal text: Span<UInt8>) throws(LiteralTooLarge) {
    if let number = try Value(number: text, as: .literal) {
      self = number
    } else if let seconds = try Self.seconds(text) {
      self = .duration(seconds)
    } else {
      return nil
    }
  }

  /// Creates the duration that a text such as `1h30m` denotes; `nil` for any other text.
  public init?(duration text: String) {
    guard let seconds = try? Self.seconds(Array(text.utf8).span) else { return nil }
    self = .duration(seconds)
  }
}

// MARK: Tags

extension Value {
  /// The tag and the content of a value for which the file format has no special form; `nil` for any other value.
  public var tagged: (tag: String, content: Value)? {
    switch self {
    case .word(let word): ("w", .text(word))
    case .duration(let seconds): ("d", .number(seconds))
    default: nil
    }
  }

  /// Creates the value with a tag and content; `nil` if they are not valid.
  public init?(tag: String, content: Value) {
    switch (tag, content) {
    case ("w", .text(let word)): self = .word(word)
    case ("d", .number(let seconds)): self = .duration(seconds)
    default: return nil
    }
  }
}

/// An error that indicates that the value of a literal exceeds the range of its type.
public struct LiteralTooLarge: Error {}

// MARK: Durations

extension Value {
  private static let units: [(sign: UInt8, seconds: Int)] = [
    (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
  ]

  /// Returns a duration as text: `1d2h`, `-45s`, `0s`.
  private static func text(ofSeconds seconds: Int) -> String {
    if seconds == 0 { return "0s" }
    var (text, rest) = (seconds < 0 ? "-" : "", seconds.magnitude)
    for (sign, size) in units where rest >= UInt(size) {
      text += "\(rest / UInt(size))\(Unicode.Scalar(sign))"
      rest %= UInt(size)
    }
    return text
  }

  /// Returns the seconds of a text such as `1d2h` or `-90m`: whole numbers with units, the largest first, each unit at
  /// most once; `nil` for any other text.
  ///
  /// - Complexity: O(bytes).
  static func seconds(_ text: Span<UInt8>) throws(LiteralTooLarge) -> Int? {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    var (at, unit, total) = (isNegative ? 1 : 0, 0, 0)
    if at == text.count { return nil }
    while at < text.count {
      let start = at
      while at < text.count, text[at] &- 0x30 < 10 { at += 1 }
      guard at > start, at < text.count else { return nil }
      while unit < units.count, units[unit].sign != text[at] { unit += 1 }
      guard unit < units.count else { return nil }
      guard let count = DecimalReader.integer(text.extracting(start..<at), form: .literal) else {
        throw LiteralTooLarge()
      }
      let (size, isLarge) = count.multipliedReportingOverflow(
        by: isNegative ? -units[unit].seconds : units[unit].seconds)
      let (sum, isLarger) = total.addingReportingOverflow(size)
      if isLarge || isLarger { throw LiteralTooLarge() }
      total = sum
      unit += 1
      at += 1
    }
    return total
  }
}

// MARK: Hash

/// A hasher of values and texts. Different sequences are hashed as different bytes.
public struct ValueHasher {
  /// The hash of the appended values and texts.
  public private(set) var hash: SipHash

  /// Creates a hasher.
  ///
  /// - Parameter isWide: whether to compute a hash of 128 bits.
  public init(isWide: Bool) { hash = SipHash(isWide: isWide) }

  /// Appends a value.
  public mutating func append(_ value: Value) {
    switch value {
    case .none: hash.append(0)
    case .number(let number):
      hash.append(1)
      append(number)
    case .truth(let truth): hash.append(truth ? 3 : 2)
    case .word(let word):
      hash.append(4)
      append(word)
    case .text(let text):
      hash.append(5)
      append(text)
    case .decimal(let number):
      hash.append(6)
      // Both zeros are equal, and so are all NaNs.
      hash.append(bits: number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    case .duration(let seconds):
      hash.append(10)
      append(seconds)
    case .reference(let kind, let id):
      hash.append(7)
      append(kind)
      append(id)
    case .list(let values):
      hash.append(8)
      append(values.count)
      for value in values { append(value) }
    case .object(let object):
      hash.append(9)
      append(object.kind.name)
      append(object.id)
    }
  }

  /// Appends the length and the bytes of a text.
  public mutating func append(_ text: String) {
    append(text.utf8.count)
    hash.append(utf8: text)
  }

  private mutating func append(_ number: Int) { hash.append(bits: UInt64(bitPattern: Int64(number))) }
}
