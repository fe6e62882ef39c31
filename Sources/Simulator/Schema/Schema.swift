import AutoUpdate

/// The schema of a kind of models: its name, the names of its objects, and their fields. Declared once.
///
/// It is made once in a process and shared by all sessions.
public final class Schema<Object: Model>: Sendable {
  /// The name of one: `card`.
  public let name: String
  /// The name of all: `cards`. Empty for a kind that no selection chooses from.
  public let plural: String
  /// The help text of the kind.
  public let summary: String
  /// The fields, in the order in which they are shown.
  public let fields: [Field<Object>]
  /// Returns the name of an object; `nil` for objects without names.
  public let nameOf: (@Sendable (Object) -> String)?
  /// Returns a Boolean value that indicates whether both objects exist and have the same name.
  @usableFromInline let hasSameName: @Sendable (Object?, Object?) -> Bool
  /// The name's field, if the name is one.
  public var nameField: Field<Object>? { namePlace.map { fields[$0] } }
  /// Makes an object of a fresh number and a name; `nil` when `add` is refused.
  public let make: (@Sendable (_ number: Int, _ name: String) -> Object)?
  /// Returns the label of an object without a name: `message 3`, `clock`.
  let label: (@Sendable (Object) -> String)?
  /// A Boolean value that indicates whether the kind is internal to the session, and not shown to people.
  public let isInternal: Bool
  /// A Boolean value that indicates whether there is one object of the kind, so that no setting limits the number.
  public let isSingle: Bool
  /// The commands that may add, change and remove its objects.
  public let access: FieldAccess
  /// The places of the fields that have a guard.
  let guarded: [Int]
  /// The way to restore its objects from a journal; `nil` if ``make`` and the fields are enough.
  let restoring: Restoring<Object>?
  /// Names that the kind had before.
  public let formerNames: [String]
  /// The rules of the fields that have one, with the fields' places.
  @usableFromInline let rules: [(place: Int, rule: FieldRule<Object>)]
  /// The places of the fields that say what an object is.
  @usableFromInline let stored: [Int]
  /// The places of the fields whose values are parts of the model and may be of any length.
  let unbounded: [Int]
  /// The place of the name's field.
  @usableFromInline let namePlace: Int?

  /// The operations for commits, rows and views, specialized for the model's type where the schema is declared.
  let operations: TypedOperations<Object>

  /// A kind whose objects have names.
  ///
  /// - Parameters:
  ///   - name: the word for one object: `card`.
  ///   - plural: the word by which selections name the kind: `cards`.
  ///   - summary: one line about the kind, for help.
  ///   - named: the name by which commands and expressions know an object; it is unique in the world.
  ///   - new: makes an object for `add`.
  ///   - access: which commands may add, change and remove its objects.
  ///   - restoring: how an object comes back from a journal, where `new` and the fields do not tell.
  ///   - formerly: names that the kind had before.
  ///   - fields: the fields, in the order in which rows and tables show them.
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

  /// A kind whose objects have no names.
  ///
  /// - Parameters:
  ///   - name: the word for one object: `card`.
  ///   - plural: the word by which selections name the kind: `cards`.
  ///   - summary: one line about the kind, for help.
  ///   - label: how an object is called in the history; its kind and number if left out.
  ///   - new: makes an object for `add`; its name is empty.
  ///   - isInternal: whether it serves the session alone, and is left out wherever people read.
  ///   - isSingle: whether there is one object of the kind.
  ///   - access: which commands may add, change and remove its objects.
  ///   - restoring: how an object comes back from a journal, where `new` and the fields do not tell.
  ///   - formerly: names that the kind had before.
  ///   - fields: the fields, in the order in which rows and tables show them.
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
    // Places in plain loops: a program declares its kinds at each start, and the runtime makes the types of sequences of
    // their fields one by one.
    var (namePlace, stored, unbounded): (Int?, [Int], [Int]) = (nil, [], [])
    var rules: [(place: Int, rule: FieldRule<Object>)] = []
    var guarded: [Int] = []
    for place in 0..<fields.count {
      if let namePath, namePlace == nil, fields[place].leads(to: namePath) { namePlace = place }
      if let rule = fields[place].rule { rules.append((place, rule)) }
      if fields[place].isStored { stored.append(place) }
      if fields[place].isHeld, fields[place].type.isUnbounded { unbounded.append(place) }
      if fields[place].guardOfChanges != nil { guarded.append(place) }
    }
    self.namePlace = namePlace
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

  /// The field of a name; `nil` when there is none.
  public func field(named name: String) -> Field<Object>? {
    for place in 0..<fields.count where fields[place].name == name { return fields[place] }
    return nil
  }

  /// The field that a key path leads to; `nil` when none is declared.
  public func field(at path: PartialKeyPath<Object>) -> Field<Object>? {
    for place in 0..<fields.count where fields[place].leads(to: path) { return fields[place] }
    return nil
  }
}
