/// What an expression gives: a whole number, a text, a truth, a list, one of the host's objects, or
/// nothing.
///
/// A word of the host's vocabulary (`ready`, `attacker`) is a text: the two compare equal.
public enum Value: Sendable, Equatable {
  case none
  case bool(Bool)
  case number(Int)
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

/// A kind's identity, made of its name: `let unit: KindID = "unit"`.
public struct KindID: Sendable, Hashable, ExpressibleByStringLiteral {
  let hash: UInt32

  public init(_ name: String) { hash = NameHash.of(name) }

  public init(stringLiteral name: StaticString) {
    hash = name.withUTF8Buffer { NameHash.of($0) }
  }
}
