import CommandLanguage

/// The kinds of a world, found by name and by type; made once and shared by all its sessions.
public final class SchemaSet: Sendable {
  /// The schemas in their order, the world's own before those of its services.
  public let schemas: [any AnySchema]
  /// Words that no object can be called, since they mean something in expressions.
  public let reservedNames: Set<String>
  private let placesByName: [String: Int]
  /// By the kinds' places. A world has few kinds: to look them through takes less time than to hash.
  private let types: [ObjectIdentifier]

  init(_ schemas: [any AnySchema], reservedNames: Set<String>) {
    self.schemas = schemas
    self.reservedNames = reservedNames
    placesByName = Dictionary(schemas.enumerated().map { ($1.kindName, $0) }) { first, _ in first }
    types = schemas.map { Self.type(of: $0) }
  }

  private static func type<S: AnySchema>(of schema: S) -> ObjectIdentifier { ObjectIdentifier(S.Object.self) }

  /// The place of the kind of a name.
  func place(named name: String) -> Int? { placesByName[name] }

  /// The place of a type's kind; `nil` for a type that the world does not declare.
  @usableFromInline
  func place<M: Model>(of type: M.Type) -> Int? { place(of: ObjectIdentifier(type)) }

  func place(of type: ObjectIdentifier) -> Int? { types.firstIndex(of: type) }
}

extension ReferenceTarget {
  /// The kind by which expressions know it.
  static var kindID: KindID { KindID(kindName) }
}
