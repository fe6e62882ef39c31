import CommandLanguage

/// The kinds of a world by name and by type. Created once and shared by all its sessions.
public final class SchemaSet: Sendable {
  /// The schemas in order, the world's own before those of its services.
  public let schemas: [any AnySchema]
  /// The words that cannot be names of objects because they have a meaning in expressions.
  public let reservedNames: Set<String>
  private let indicesByName: [String: Int]
  /// The types of the models, by the kinds' indices. A world has few kinds, so a linear search is faster than hashing.
  private let types: [ObjectIdentifier]

  init(_ schemas: [any AnySchema], reservedNames: Set<String>) {
    self.schemas = schemas
    self.reservedNames = reservedNames
    indicesByName = Dictionary(schemas.enumerated().map { ($1.kindName, $0) }) { first, _ in first }
    types = schemas.map { ObjectIdentifier($0.modelType) }
  }

  func index(named name: String) -> Int? { indicesByName[name] }

  @usableFromInline
  func index<M: Model>(of type: M.Type) -> Int? { index(of: ObjectIdentifier(type)) }

  func index(of type: ObjectIdentifier) -> Int? { types.firstIndex(of: type) }

  /// Returns the type of the models of the kind at an index.
  func type(_ index: Int) -> ObjectIdentifier { types[index] }
}

extension ReferenceTarget {
  @usableFromInline static var kindID: KindID { KindID(kindName) }
}
