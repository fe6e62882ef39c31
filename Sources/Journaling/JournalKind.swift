public import AutoUpdate
public import TerminalText

/// The representation of one type's models in a journal.
///
/// ```swift
/// let heroes = JournalKind(
///   "hero", of: Hero.self, identity: { if case .text(let id) = $0 { id } else { nil } }, id: { .text($0.id) },
///   fields: { [JournalField("name", .text($0.name)), JournalField("hp", .number($0.hp))] },
///   make: { id, fields in Hero(id: id, name: fields.text("name"), hp: fields.number("hp") ?? 100) })
/// ```
///
/// Fields are stored by name. A later version of the program finds the fields that it knows, gives new fields a
/// default, and ignores others.
public struct JournalKind {
  /// The kind's name in the journal.
  public let name: String
  /// The kind's former names.
  public let formerNames: [String]
  @usableFromInline let bind: (DataStore) -> BoundKind

  /// Creates a kind for the models of one type.
  ///
  /// - Parameters:
  ///   - name: the kind's name in the journal.
  ///   - type: the type of the models.
  ///   - formerly: the kind's former names.
  ///   - identity: returns the identity that a value represents; `nil` for any other value.
  ///   - id: returns the value of a model's identity.
  ///   - fieldNames: the names of all fields that `fields` returns. A field with another name is set aside; see
  ///     ``SetAsideFields``. If `nil`, other fields stay in the journal only.
  ///   - fields: returns the fields to store, always in the same order.
  ///   - differences: returns the fields that differ between two states of an object; by default compares the results
  ///     of `fields`.
  ///   - update: changes an object to the state after a change, or before it if `isInverted` is true, with the same
  ///     result as `make`. Returns `false` if `make` must be called. By default, `make` is called for each state.
  ///   - make: creates the model from its stored fields. If it throws or returns `nil`, the object is set aside; see
  ///     ``SetAsideObject``. The description of the error is the reason.
  // Inlinable, so that loading is compiled for the model's type where that type is known.
  @inlinable
  public init<Model: Storable>(
    _ name: String, of type: Model.Type, formerly: [String] = [],
    identity: @escaping (Value) -> Model.ID?, id: @escaping (Model) -> Value,
    fieldNames: Set<String>? = nil, fields: @escaping (Model) -> [JournalField],
    differences: ((_ before: Model, _ after: Model) -> [JournalChange.FieldChange])? = nil,
    update: ((inout Model, _ change: JournalChange, _ isInverted: Bool) -> Bool)? = nil,
    make: @escaping (Model.ID, JournalFields) throws -> Model?
  ) {
    self.name = name
    formerNames = formerly
    bind = { store in
      let table = store.table(of: Model.self)
      let models = StoredModels<Model>(fieldNames: fieldNames, update: update) { key, fields in
        guard let id = identity(key.id) else {
          throw UnreadableObject("its identity is not one of the kind")
        }
        guard let model = try make(id, fields) else {
          throw UnreadableObject("it cannot be created from the stored values")
        }
        return model
      }
      return BoundKind(
        name, table, key: { JournalKey(kind: name, id: id($0)) }, identity: { identity($0.id) },
        fields: fields,
        differences: differences ?? { JournalChange.differences(from: fields($0), to: fields($1)) },
        write: { transaction, object, isLenient in
          var leftovers = Leftovers()
          if let model = models.model(object.key, object.fields, isLenient, &leftovers) {
            transaction.save(model, in: table)
          } else if object.fields == nil, let id = identity(object.key.id) {
            transaction.delete(id, from: table)
          }
          return leftovers
        },
        walk: { models.walk(in: table) })
    }
  }
}

/// The stored fields of an object.
public struct JournalFields {
  /// The fields in the order in which the journal stores them.
  public let all: [JournalField]
  /// The names of unreadable fields; `nil` if an unreadable field is a reason to set the object aside.
  private let unreadable: UnreadableFields?

  /// Creates the stored fields of an object.
  public init(_ all: [JournalField]) { (self.all, unreadable) = (all, nil) }

  @usableFromInline
  init(_ all: [JournalField], leavingOut unreadable: UnreadableFields) {
    (self.all, self.unreadable) = (all, unreadable)
  }

  /// Ignores an unreadable field, so that the object is created without it.
  ///
  /// - Returns: `true` if the object may be created without the field, `false` if the field is a reason to set it
  ///   aside.
  public func leaveOut(_ name: String) -> Bool {
    unreadable?.names.append(name)
    return unreadable != nil
  }

  /// Returns the value of the first of these names that exists: the current name, then former ones.
  public func value(of names: [String]) -> Value? {
    for name in names { if let value = value(of: name) { return value } }
    return nil
  }

  /// Returns the value of a field; `nil` if there is none.
  public func value(of name: String) -> Value? {
    for field in all where field.name == name { return field.value }
    return nil
  }

  /// Returns the text of the first of these fields that exists; empty if there is none or it is not a text.
  public func text(_ names: String...) -> String {
    switch value(of: names) {
    case .text(let text), .word(let text): text
    default: ""
    }
  }

  /// Returns the whole number of the first of these fields that exists; `nil` if there is none or it is not a whole
  /// number.
  public func number(_ names: String...) -> Int? {
    if case .number(let number) = value(of: names) { number } else { nil }
  }
}

@usableFromInline
final class UnreadableFields {
  @usableFromInline var names: [String] = []

  @usableFromInline
  init() {}
}

/// The parts of an object's fields that its model does not hold.
@usableFromInline
struct Leftovers {
  /// The reason why no model can be created.
  @usableFromInline var problem: UntrustedText?
  /// The names of unreadable fields.
  @usableFromInline var unreadable: [String] = []
  /// The fields that the kind does not have, and unreadable fields of a model that was created without them.
  @usableFromInline var fields: [JournalField] = []

  @usableFromInline
  init() {}

  init(problem: UntrustedText) { self.problem = problem }

  @usableFromInline var isEmpty: Bool { problem == nil && unreadable.isEmpty && fields.isEmpty }
}

/// A kind that is bound to the table of a store, without the static type of its models.
@usableFromInline
final class BoundKind {
  let name: String
  let table: Int
  /// Returns the changes of a commit to the kind's objects.
  let changes: (LoggedCommit) -> [JournalChange]
  /// Returns the fields of an object in the store; `nil` if it does not exist.
  let current: (JournalKey) -> [JournalField]?
  /// Saves an object in the store, or deletes it if it has no fields. Changes nothing if the object cannot be created
  /// from its fields.
  let write: (Transaction, JournalObject, _ isLenient: Bool) -> Leftovers
  /// Returns the keys of all objects of the kind in the store.
  let keys: () -> [JournalKey]
  /// Begins a walk through the history.
  let walk: () -> ModelWalk
  /// Returns the keys of the objects that the open transaction adds.
  let openInsertions: () -> [JournalKey]

  @usableFromInline
  init<Model: Storable>(
    _ name: String, _ table: Table<Model>, key: @escaping (Model) -> JournalKey,
    identity: @escaping (JournalKey) -> Model.ID?, fields: @escaping (Model) -> [JournalField],
    differences: @escaping (Model, Model) -> [JournalChange.FieldChange],
    write: @escaping (Transaction, JournalObject, Bool) -> Leftovers, walk: @escaping () -> ModelWalk
  ) {
    self.name = name
    self.table = table.number
    self.write = write
    self.walk = walk
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
    keys = { table.models.map(key) }
    openInsertions = {
      var keys: [JournalKey] = []
      table.forEachOpenChange { before, after in
        if before == nil, let after { keys.append(key(after)) }
      }
      return keys
    }
  }
}

/// The reason why an object cannot be created from its fields.
@usableFromInline
package struct UnreadableObject: Error, CustomStringConvertible {
  package let message: UntrustedText
  @usableFromInline package var description: String { "\(message)" }

  @usableFromInline
  package init(_ message: UntrustedText) { self.message = message }
}
