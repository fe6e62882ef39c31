public import AutoUpdate

/// How the models of one type are kept by a journal.
///
/// ```swift
/// let heroes = JournalKind(
///   "hero", of: Hero.self, identity: { if case .text(let id) = $0 { id } else { nil } }, id: { .text($0.id) },
///   fields: { [JournalField("name", .text($0.name)), JournalField("hp", .number($0.hp))] },
///   make: { id, fields in Hero(id: id, name: fields.text("name"), hp: fields.number("hp") ?? 100) })
/// ```
///
/// Fields are kept by name, so that a later version of the program finds those that it knows, gives new ones a
/// default, and leaves out others.
public struct JournalKind {
  /// The kind's name in the journal.
  public let name: String
  /// Names that it had before.
  public let formerNames: [String]
  let bind: (DataStore) -> BoundKind

  /// A kind that keeps the models of one type under a name.
  ///
  /// - Parameters:
  ///   - name: the kind's name in the journal.
  ///   - type: the type of the models.
  ///   - formerly: names that the kind had before.
  ///   - identity: the identity that a value is; `nil` for any other value.
  ///   - id: the value of an identity.
  ///   - fields: all that is to be kept, always in one order.
  ///   - differences: the fields that differ between two states of an object; found by `fields` of both if left out.
  ///   - make: the model of what was kept; `nil` when it cannot be made.
  public init<Model: Storable>(
    _ name: String, of type: Model.Type, formerly: [String] = [],
    identity: @escaping (JournalValue) -> Model.ID?, id: @escaping (Model) -> JournalValue,
    fields: @escaping (Model) -> [JournalField],
    differences: ((_ before: Model, _ after: Model) -> [JournalChange.FieldChange])? = nil,
    make: @escaping (Model.ID, JournalFields) -> Model?
  ) {
    self.name = name
    formerNames = formerly
    bind = { store in
      BoundKind(
        name, in: store, key: { JournalKey(kind: name, id: id($0)) }, identity: { identity($0.id) },
        fields: fields,
        differences: differences ?? { JournalChange.differences(from: fields($0), to: fields($1)) },
        make: { key, fields in identity(key.id).flatMap { make($0, JournalFields(fields)) } })
    }
  }
}

/// What was kept of an object.
public struct JournalFields {
  /// The fields, in the order in which the journal has them.
  public let all: [JournalField]

  /// The fields that were kept of an object.
  public init(_ all: [JournalField]) { self.all = all }

  /// The value of the first of these names that there is: the present name, then those that it had before.
  public func value(of names: [String]) -> JournalValue? {
    for name in names {
      for field in all where field.name == name { return field.value }
    }
    return nil
  }

  /// A text, empty where there is none.
  public func text(_ names: String...) -> String {
    switch value(of: names) {
    case .text(let text), .word(let text): text
    default: ""
    }
  }

  /// A whole number; `nil` where there is none.
  public func number(_ names: String...) -> Int? {
    if case .number(let number) = value(of: names) { number } else { nil }
  }
}

/// A kind with its table, and the type of its models hidden.
final class BoundKind {
  let name: String
  let table: Int
  /// What a commit did to the kind's objects.
  let changes: (KeptCommit) -> [JournalChange]
  /// What the store holds of an object.
  let current: (JournalKey) -> [JournalField]?
  /// Makes the store hold an object, or none of its key; `false` when it cannot be made of its fields.
  let write: (Transaction, JournalObject) -> Bool
  /// All that the store holds.
  let keys: () -> [JournalKey]
  /// The change that leads from one state of an object to another; `nil` when one cannot be made.
  let change: (_ before: JournalObject?, _ after: JournalObject?) -> (any AnyChange)?

  init<Model: Storable>(
    _ name: String, in store: DataStore, key: @escaping (Model) -> JournalKey,
    identity: @escaping (JournalKey) -> Model.ID?, fields: @escaping (Model) -> [JournalField],
    differences: @escaping (Model, Model) -> [JournalChange.FieldChange],
    make: @escaping (JournalKey, [JournalField]) -> Model?
  ) {
    let table = store.table(of: Model.self)
    self.name = name
    self.table = table.number
    func model(_ object: JournalObject) -> Model? { object.fields.flatMap { make(object.key, $0) } }
    changes = { commit in
      var changes: [JournalChange] = []
      for row in table.changes(in: commit) {
        switch (row.before, row.after) {
        case (let before?, let after?):
          let fields = differences(before, after)
          if !fields.isEmpty { changes.append(JournalChange(key(after), .updated, fields)) }
        case (nil, let after?): changes.append(JournalChange(key(after), from: nil, to: fields(after)))
        case (let before?, nil): changes.append(JournalChange(key(before), from: fields(before), to: nil))
        case (nil, nil): break
        }
      }
      return changes
    }
    current = { key in identity(key).flatMap { table[$0] }.map(fields) }
    write = { transaction, object in
      if object.fields != nil {
        guard let made = model(object) else { return false }
        transaction.save(made, in: table)
      } else if let id = identity(object.key) {
        transaction.delete(id, from: table)
      }
      return true
    }
    keys = { table.models.map(key) }
    change = { before, after in
      let (old, new) = (before.flatMap(model), after.flatMap(model))
      if (before != nil) != (old != nil) || (after != nil) != (new != nil) { return nil }
      return Change(before: old, after: new)
    }
  }
}
