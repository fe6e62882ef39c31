import AutoUpdate

/// The schema of a kind: its name, the names of its objects, and their fields.
///
/// It is created once in a process and shared by all sessions.
public final class Schema<Object: Model>: Sendable {
  /// The name of one object: `card`.
  public let name: String
  /// The name of all objects: `cards`. Empty for a kind that selections cannot choose from.
  public let plural: String
  /// The name of all objects in messages: ``plural``, or ``name`` for a kind without one.
  var collectiveName: String { plural.isEmpty ? name : plural }
  /// The help text of the kind.
  public let summary: String
  /// The fields, in the order in which they are shown.
  public let fields: [Field<Object>]
  /// A closure that returns the name of an object; `nil` if objects of the kind have no names.
  public let nameOf: (@Sendable (Object) -> String)?
  @usableFromInline let hasSameName: @Sendable (Object?, Object?) -> Bool
  /// The field that holds the name; `nil` if none does.
  public var nameField: Field<Object>? { nameIndex.map { fields[$0] } }
  /// A closure that creates an object with a new number and a name; `nil` if the kind does not support `add`.
  public let make: (@Sendable (_ number: Int, _ name: String) -> Object)?
  /// A closure that returns the label of an object without a name, such as `clock`. If it is `nil`, the label is the
  /// kind and the number, as in `message 3`, or only the kind if there is a single object.
  let label: (@Sendable (Object) -> String)?
  /// A Boolean value that indicates whether the kind is internal to the session, and not shown to people.
  public let isInternal: Bool
  /// A Boolean value that indicates whether the kind has a single object, so that no setting limits the number.
  public let isSingle: Bool
  /// The commands that may add, change and remove its objects.
  public let access: FieldAccess
  let guarded: [Int]
  @usableFromInline let restoring: Restoring<Object>?
  /// Earlier names of the kind.
  public let formerNames: [String]
  @usableFromInline let rules: [(fieldIndex: Int, rule: FieldRule<Object>)]
  @usableFromInline let stored: [Int]
  /// The fields that the model holds and whose size is unbounded.
  ///
  /// Contains only the closures of the fields, because each change of an object uses them, and copying a field retains
  /// all its parts.
  @usableFromInline let unbounded: [UnboundedField<Object>]
  @usableFromInline let nameIndex: Int?

  /// The operations for commits, rows and views, specialized for the model's type where the schema is declared.
  let operations: TypedOperations<Object>

  /// Creates a kind whose objects have names.
  ///
  /// - Parameters:
  ///   - name: The word for one object: `card`.
  ///   - plural: The word for all objects in selections: `cards`.
  ///   - summary: One line about the kind, for help.
  ///   - named: The key path of an object's name, which is unique in the world.
  ///   - new: Creates an object for `add`.
  ///   - access: The commands that may add, change and remove its objects.
  ///   - restoring: The way to restore an object from a journal, if `new` and the fields are not enough.
  ///   - formerly: Earlier names of the kind.
  ///   - fields: The fields, in the order in which rows and tables show them.
  @inlinable
  public convenience init(
    _ name: String, plural: String, _ summary: String = "",
    named: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Object, String> & Sendable,
    new: (@Sendable (_ number: Int, _ name: String) -> Object)? = nil, access: FieldAccess = .anyone,
    restoring: Restoring<Object>? = nil, formerly: String...,
    @FieldsBuilder<Object> fields: () -> [Field<Object>]
  ) {
    let nameOf: @Sendable (Object) -> String = { $0[keyPath: named()] }
    self.init(
      name, plural: plural, summary, nameOf: nameOf,
      hasSameName: { left, right in
        guard let left, let right else { return false }
        return nameOf(left) == nameOf(right)
      },
      namePath: named(), label: nil, make: new,
      restoring: restoring, isInternal: false, isSingle: false, access: access, formerNames: formerly,
      fields: fields(), operations: TypedOperations())
  }

  /// Creates a kind whose objects have no names.
  ///
  /// - Parameters:
  ///   - name: The word for one object: `card`.
  ///   - plural: The word for all objects in selections: `cards`.
  ///   - summary: One line about the kind, for help.
  ///   - label: Returns the label of an object in the history. By default, its kind and number, or only its kind if
  ///     there is a single object.
  ///   - new: Creates an object for `add`; its name is empty.
  ///   - isInternal: Indicates whether the kind is internal to the session and hidden from people.
  ///   - isSingle: Indicates whether the kind has a single object.
  ///   - access: The commands that may add, change and remove its objects.
  ///   - restoring: The way to restore an object from a journal, if `new` and the fields are not enough.
  ///   - formerly: Earlier names of the kind.
  ///   - fields: The fields, in the order in which rows and tables show them.
  @inlinable
  public convenience init(
    _ name: String, plural: String, _ summary: String = "", label: (@Sendable (Object) -> String)? = nil,
    new: (@Sendable (_ number: Int, _ name: String) -> Object)? = nil, isInternal: Bool = false,
    isSingle: Bool = false, access: FieldAccess = .anyone, restoring: Restoring<Object>? = nil,
    formerly: String..., @FieldsBuilder<Object> fields: () -> [Field<Object>]
  ) {
    self.init(
      name, plural: plural, summary, nameOf: nil, hasSameName: { _, _ in false }, namePath: nil,
      label: label, make: new,
      restoring: restoring, isInternal: isInternal, isSingle: isSingle, access: access,
      formerNames: formerly, fields: fields(),
      operations: TypedOperations())
  }

  @usableFromInline
  init(
    _ name: String, plural: String, _ summary: String, nameOf: (@Sendable (Object) -> String)?,
    hasSameName: @escaping @Sendable (Object?, Object?) -> Bool,
    namePath: PartialKeyPath<Object>?, label: (@Sendable (Object) -> String)?,
    make: (@Sendable (Int, String) -> Object)?, restoring: Restoring<Object>?, isInternal: Bool,
    isSingle: Bool, access: FieldAccess, formerNames: [String],
    fields: [Field<Object>], operations: TypedOperations<Object>
  ) {
    self.name = name
    self.plural = plural
    self.summary = summary
    self.nameOf = nameOf
    self.hasSameName = hasSameName
    // Plain loops, because generic sequences of fields would need type metadata for each kind at each start of a
    // program.
    var (nameIndex, stored): (Int?, [Int]) = (nil, [])
    var unbounded: [UnboundedField<Object>] = []
    var rules: [(fieldIndex: Int, rule: FieldRule<Object>)] = []
    var guarded: [Int] = []
    for index in 0..<fields.count {
      if let namePath, nameIndex == nil, fields[index].leads(to: namePath) { nameIndex = index }
      if let rule = fields[index].rule { rules.append((index, rule)) }
      if fields[index].isStored { stored.append(index) }
      if fields[index].isHeld, fields[index].type.isUnbounded {
        unbounded.append(
          UnboundedField(
            isName: index == nameIndex, read: fields[index].read, isSame: fields[index].isSame))
      }
      if fields[index].guardOfChanges != nil { guarded.append(index) }
    }
    self.nameIndex = nameIndex
    self.rules = rules
    self.guarded = guarded
    self.access = access
    self.stored = stored
    self.unbounded = unbounded
    self.operations = operations
    self.label = label
    self.make = make
    self.restoring = restoring
    self.isInternal = isInternal
    self.isSingle = isSingle
    self.formerNames = formerNames
    self.fields = fields
  }

  /// Returns a Boolean value that indicates whether any field satisfies a condition. A plain loop, as in the initializer.
  func hasField(where condition: (Field<Object>) -> Bool) -> Bool {
    for index in 0..<fields.count where condition(fields[index]) { return true }
    return false
  }

  /// Returns the field with a name; `nil` if there is none.
  public func field(named name: String) -> Field<Object>? {
    for index in 0..<fields.count where fields[index].name == name { return fields[index] }
    return nil
  }

  /// Returns the field with a key path; `nil` if none is declared.
  public func field(at path: PartialKeyPath<Object>) -> Field<Object>? {
    for index in 0..<fields.count where fields[index].leads(to: path) { return fields[index] }
    return nil
  }
}

/// A field of a schema whose values have no maximum size, such as a text.
@usableFromInline
struct UnboundedField<Object>: Sendable {
  /// A Boolean value that indicates whether the field holds the objects' names.
  @usableFromInline let isName: Bool
  let read: @Sendable (Object) -> Value
  @usableFromInline let isSame: @Sendable (Object, Object) -> Bool
}
