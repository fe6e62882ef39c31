/// What an expression gives: a number, a text, a truth, a list, one of the host's objects, or nothing.
///
/// A word of the host's vocabulary (`ready`, `attacker`) is a text: the two compare equal.
public enum Value: Sendable, Equatable {
  /// Nothing: what a property without a value has.
  case none
  /// A truth.
  case bool(Bool)
  /// A whole number.
  case number(Int)
  /// A decimal; never infinite, and always a number.
  case decimal(Double)
  /// A text, or a word of the host's vocabulary.
  case text(String)
  /// A list of values, which need not be of one type.
  case list([Value])
  /// One of the host's objects.
  case object(ObjectReference)

  /// One of the host's objects: `.object("unit", 7)`.
  public static func object(_ kind: KindID, _ id: Int) -> Value {
    .object(ObjectReference(kind: kind, id: id))
  }
}

/// One of the host's objects: its kind and the number by which the host knows it.
public struct ObjectReference: Sendable, Equatable {
  /// The kind of the object.
  public var kind: KindID
  /// The number by which the host knows the object; it is unique among those of the kind.
  public var id: Int

  /// The object of a kind that has this number.
  public init(kind: KindID, id: Int) {
    self.kind = kind
    self.id = id
  }
}

/// A kind's identity, which is its name: `let unit: KindID = "unit"`.
public struct KindID: Sendable, Hashable, ExpressibleByStringLiteral {
  let name: String

  /// The identity of the kind with this name.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }
}
