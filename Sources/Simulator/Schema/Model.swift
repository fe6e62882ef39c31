public import AutoUpdate
// Exported, because this module's declarations use these values: an importer can write them without another import.
@_exported public import Values

/// A type whose values a world stores, with one declaration of its fields.
///
///     struct Person: Model {
///       let id: Int
///       var name: String
///       static let schema = Schema<Person>(
///         "person", plural: "people", named: \.name, new: { Person(id: $0, name: $1) }
///       ) {
///         Field("name", \.name)
///       }
///     }
///
/// The language, views, history, digests, JSON and coverage all read this schema.
public protocol Model: Storable, ReferenceTarget where ID: FieldCodable {
  /// The schema of the model: the name of its kind, and its fields.
  static var schema: Schema<Self> { get }
}

extension Model {
  /// The name of the model's kind: `card`.
  public static var kindName: String { schema.name }

  /// A placeholder for a missing `id`, whose message the compiler reports.
  @available(*, unavailable, message: "a model needs an identity, such as “let id: Int”")
  public var id: Int { 0 }
}

/// A reference to an object by its identity. The object may have been removed.
public struct Reference<Target: Model>: FieldCodable {
  /// The object's identity.
  public let id: Target.ID

  /// Creates a reference to the object with an identity.
  @inlinable
  public init(_ id: Target.ID) { self.id = id }

  /// Creates a reference to an object.
  @inlinable
  public init(to object: Target) { id = object.id }

  public static var fieldType: ValueType { .reference(Target.self) }
  public var fieldValue: Value { .reference(kind: Target.kindName, id: id.fieldValue) }

  public init?(fieldValue: Value) {
    guard case .reference(let kind, let value) = fieldValue, kind == Target.kindName,
      let id = Target.ID(fieldValue: value)
    else { return nil }
    self.id = id
  }
}

/// A schema of any model.
public protocol AnySchema<Object>: Sendable {
  /// The type of the model.
  associatedtype Object: Model
  /// The schema with its static type.
  var schema: Schema<Object> { get }
}

extension AnySchema {
  /// The name of one object of the kind: `card`.
  public var kindName: String { schema.name }
  var pluralName: String { schema.plural }
  var collectiveName: String { schema.collectiveName }
  var formerNames: [String] { schema.formerNames }
  /// A Boolean value that indicates whether the kind is internal to the session.
  var isForSession: Bool { schema.isInternal }
  var hasNames: Bool { schema.nameOf != nil }
  var modelType: any Model.Type { Object.self }
  var nameOfNameField: String? { schema.nameField?.name }
  var anyFields: [any AnyField] {
    // A plain loop, as in the schema's initializer: a conversion of the array casts each field at run time.
    var fields: [any AnyField] = []
    for index in 0..<schema.fields.count { fields.append(schema.fields[index]) }
    return fields
  }
  func hasField(named name: String) -> Bool { schema.field(named: name) != nil }
  var hasRelations: Bool { schema.hasField { $0.referencedKind != nil } }
  /// A Boolean value that indicates whether some commands may not write the kind's objects.
  var hasAccessRules: Bool {
    !schema.access.isForAnyone || schema.hasField { !$0.access.isForAnyone }
  }
  var canAdd: Bool { schema.make != nil }
  var isSingle: Bool { schema.isSingle }
  /// A Boolean value that indicates whether a setting limits the number of objects: the kind can be selected and is not
  /// single.
  var hasLimit: Bool { !schema.plural.isEmpty && !schema.isSingle }
}

extension Schema: AnySchema {
  public var schema: Schema<Object> { self }
}
