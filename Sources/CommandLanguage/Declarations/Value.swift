/// What an expression gives: a number, a text, a truth, a list, one of the host's objects, or nothing.
///
/// A word of the host's vocabulary (`ready`, `attacker`) is a text: the two compare equal.
public enum Value: Sendable, Equatable {
  case none
  case bool(Bool)
  /// A whole number.
  case number(Int)
  /// A decimal; never infinite, and always a number.
  case decimal(Double)
  case text(String)
  case list([Value])
  case object(ObjectReference)

  /// One of the host's objects: `.object("unit", 7)`.
  public static func object(_ kind: KindID, _ id: Int) -> Value {
    .object(ObjectReference(kind: kind, id: id))
  }
}

/// One of the host's objects: its kind and the number by which the host knows it.
public struct ObjectReference: Sendable, Equatable {
  public var kind: KindID
  public var id: Int

  public init(kind: KindID, id: Int) {
    self.kind = kind
    self.id = id
  }
}

/// A kind's identity, which is its name: `let unit: KindID = "unit"`.
public struct KindID: Sendable, Hashable, ExpressibleByStringLiteral {
  let name: String

  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }
}
