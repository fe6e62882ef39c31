public import AutoUpdate

/// A value that a world keeps, with the one declaration of what it consists of.
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
/// Language, views, history, digest, JSON and coverage read the schema, and nothing beside it.
public protocol Model: Storable, ReferenceTarget where ID: FieldCodable {
  /// The schema of the model: the name of its kind, and its fields.
  static var schema: Schema<Self> { get }
}

extension Model {
  /// The name of its kind: `card`.
  public static var kindName: String { schema.name }

  /// The identity that a model without one does not have: the compiler says so in the message.
  @available(*, unavailable, message: "a model needs an identity, such as “let id: Int”")
  public var id: Int { 0 }
}

/// An object of a kind, by its identity; the object may be gone meanwhile.
public struct Reference<Target: Model>: FieldCodable {
  /// The object's identity.
  public let id: Target.ID

  /// A reference to the object with this identity.
  @inlinable
  public init(_ id: Target.ID) { self.id = id }

  /// A reference to an object.
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

/// A schema of whatever model.
public protocol AnySchema: Sendable {
  /// The model.
  associatedtype Object: Model
  /// The schema, with the type of its model.
  var schema: Schema<Object> { get }
}

extension AnySchema {
  /// The name of one of its objects: `card`.
  public var kindName: String { schema.name }
  var pluralName: String { schema.plural }
  /// A Boolean value that indicates whether the kind serves the session alone.
  var isForSession: Bool { schema.isInternal }
  /// A Boolean value that indicates whether its objects have names.
  var hasNames: Bool { schema.nameOf != nil }
  /// The name of the field that holds an object's name; `nil` where none does.
  var nameOfNameField: String? { schema.nameField?.name }
  /// A Boolean value that indicates whether a field of its objects refers to others.
  var hasRelations: Bool { schema.fields.contains { $0.referencedKind != nil } }
  /// A Boolean value that indicates whether only some commands may write its objects.
  var hasAccessRules: Bool {
    !schema.access.isForAnyone || schema.fields.contains { !$0.access.isForAnyone }
  }
  /// A Boolean value that indicates whether `add` can make its objects.
  var canAdd: Bool { schema.make != nil }
  /// The number of objects that there may be is a setting, if the kind can be selected and is not single.
  var hasLimit: Bool { !schema.plural.isEmpty && !schema.isSingle }
}

extension Schema: AnySchema {
  public var schema: Schema<Object> { self }
}
