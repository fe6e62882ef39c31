public import AutoUpdate
import TerminalText

/// The representation of one type's models in a journal.
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
  ///   - make: the model of what was kept. Where it throws, or returns `nil`, the object is set aside: see
  ///     ``SetAsideObject``. The error's description is the reason.
  public init<Model: Storable>(
    _ name: String, of type: Model.Type, formerly: [String] = [],
    identity: @escaping (Value) -> Model.ID?, id: @escaping (Model) -> Value,
    fields: @escaping (Model) -> [JournalField],
    differences: ((_ before: Model, _ after: Model) -> [JournalChange.FieldChange])? = nil,
    make: @escaping (Model.ID, JournalFields) throws -> Model?
  ) {
    self.name = name
    formerNames = formerly
    bind = { store in
      BoundKind(
        name, in: store, key: { JournalKey(kind: name, id: id($0)) }, identity: { identity($0.id) },
        fields: fields,
        differences: differences ?? { JournalChange.differences(from: fields($0), to: fields($1)) },
        make: { key, fields in
          guard let id = identity(key.id) else {
            throw UnreadableObject("its identity is none of the kind's")
          }
          guard let model = try make(id, JournalFields(fields)) else {
            throw UnreadableObject("it cannot be made of what the store holds")
          }
          return model
        })
    }
  }
}

/// The stored form of an object.
public struct JournalFields {
  /// The fields, in the order in which the journal has them.
  public let all: [JournalField]

  /// The fields that were kept of an object.
  public init(_ all: [JournalField]) { self.all = all }

  /// The value of the first of these names that there is: the present name, then those that it had before.
  public func value(of names: [String]) -> Value? {
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
  /// The changes of a commit to the kind's objects.
  let changes: (LoggedCommit) -> [JournalChange]
  /// The object as the store holds it.
  let current: (JournalKey) -> [JournalField]?
  /// Makes the store hold an object, or none of its key. Returns why the object cannot be made of its fields; then it
  /// changes nothing.
  let write: (Transaction, JournalObject) -> UntrustedText?
  /// All that the store holds.
  let keys: () -> [JournalKey]
  /// The change that leads from one state of an object to another, as far as either can be made.
  let change: (JournalKey, _ before: [JournalField]?, _ after: [JournalField]?) -> MadeChange
  /// The keys of the objects that the open transaction adds.
  let openInsertions: () -> [JournalKey]

  /// A change of a table, and why a state of the object cannot be made.
  struct MadeChange {
    var change: (any AnyChange)?
    var problemBefore: UntrustedText?
    var problemAfter: UntrustedText?
  }

  init<Model: Storable>(
    _ name: String, in store: DataStore, key: @escaping (Model) -> JournalKey,
    identity: @escaping (JournalKey) -> Model.ID?, fields: @escaping (Model) -> [JournalField],
    differences: @escaping (Model, Model) -> [JournalChange.FieldChange],
    make: @escaping (JournalKey, [JournalField]) throws -> Model
  ) {
    let table = store.table(of: Model.self)
    self.name = name
    self.table = table.number
    func model(_ key: JournalKey, _ fields: [JournalField]?, _ problem: inout UntrustedText?) -> Model? {
      guard let fields else { return nil }
      do { return try make(key, fields) } catch {
        problem = UntrustedText("\(error)")
        return nil
      }
    }
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
      var problem: UntrustedText?
      if let made = model(object.key, object.fields, &problem) {
        transaction.save(made, in: table)
      } else if object.fields == nil, let id = identity(object.key) {
        transaction.delete(id, from: table)
      }
      return problem
    }
    keys = { table.models.map(key) }
    change = { key, before, after in
      var made = MadeChange()
      let old = model(key, before, &made.problemBefore)
      let new = model(key, after, &made.problemAfter)
      if old != nil || new != nil { made.change = Change(before: old, after: new) }
      return made
    }
    openInsertions = {
      var keys: [JournalKey] = []
      table.forEachOpenChange { before, after in
        if before == nil, let after { keys.append(key(after)) }
      }
      return keys
    }
  }
}

/// The reason why an object cannot be made of its fields.
struct UnreadableObject: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
