/// A dynamic value: what fields hold, expressions give, journals keep and feeds bring.
///
/// Every layer passes this one type. Fields, journals and feeds refer to objects by ``reference(kind:id:)``, which is the
/// same in every process; expressions by ``object(_:)``, which a session resolves without a search. Fields and journals
/// hold a ``word(_:)`` of a declared enumeration; in expressions it is a ``text(_:)``, so that the two compare equal.
public enum Value: Sendable, Hashable {
  /// No value.
  case none
  /// True or false.
  case truth(Bool)
  /// A whole number.
  case number(Int)
  /// A decimal; in expressions always finite.
  case decimal(Double)
  /// A text.
  case text(String)
  /// One of a few declared words, such as a case of an enumeration.
  case word(String)
  /// Values in their order, which need not be of one type.
  case list([Value])
  /// An object of a session, by its kind and its number.
  case object(ObjectReference)
  /// An object by its kind's name and its identity, as fields and journals hold it.
  indirect case reference(kind: String, id: Value)

  /// An object of a session: `.object("unit", 7)`.
  public static func object(_ kind: KindID, _ id: Int) -> Value {
    .object(ObjectReference(kind: kind, id: id))
  }
}

/// An object of a session: its kind, and the number by which the host knows it.
public struct ObjectReference: Sendable, Hashable {
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
  /// The kind's name.
  public let name: String

  /// The identity of the kind with this name.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }
}
