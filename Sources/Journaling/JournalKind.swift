public import AutoUpdate
package import TerminalText

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
  let bind: (DataStore) -> BoundKind

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
  ///   - make: creates the model from its stored fields. If it throws or returns `nil`, the object is set aside; see
  ///     ``SetAsideObject``. The description of the error is the reason.
  public init<Model: Storable>(
    _ name: String, of type: Model.Type, formerly: [String] = [],
    identity: @escaping (Value) -> Model.ID?, id: @escaping (Model) -> Value,
    fieldNames: Set<String>? = nil, fields: @escaping (Model) -> [JournalField],
    differences: ((_ before: Model, _ after: Model) -> [JournalChange.FieldChange])? = nil,
    make: @escaping (Model.ID, JournalFields) throws -> Model?
  ) {
    self.name = name
    formerNames = formerly
    bind = { store in
      BoundKind(
        name, in: store, key: { JournalKey(kind: name, id: id($0)) }, identity: { identity($0.id) },
        fieldNames: fieldNames, fields: fields,
        differences: differences ?? { JournalChange.differences(from: fields($0), to: fields($1)) },
        make: { key, fields in
          guard let id = identity(key.id) else {
            throw UnreadableObject("its identity is not one of the kind")
          }
          guard let model = try make(id, fields) else {
            throw UnreadableObject("it cannot be created from the stored values")
          }
          return model
        })
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

final class UnreadableFields {
  var names: [String] = []
}

/// A kind that is bound to the table of a store, without the static type of its models.
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
  /// Returns the change between two states of an object during a walk through the history, as far as models can be
  /// created from them. `first` is the object's state after its previous change in the walk; its model is reused.
  let change:
    (
      JournalKey, _ first: [JournalField]?, _ second: [JournalField]?, _ isInverted: Bool, _ isLenient: Bool
    ) -> MadeChange
  /// Ends a walk, and releases the models that it created.
  let endWalk: () -> Void
  /// Returns the keys of the objects that the open transaction adds.
  let openInsertions: () -> [JournalKey]

  /// The parts of an object's fields that its model does not hold.
  struct Leftovers {
    /// The reason why no model can be created.
    var problem: UntrustedText?
    /// The names of unreadable fields.
    var unreadable: [String] = []
    /// The fields that the kind does not have, and unreadable fields of a model that was created without them.
    var fields: [JournalField] = []
  }

  /// A change of a table, and the leftovers of the two states.
  struct MadeChange {
    var change: (any AnyChange)?
    var before = Leftovers()
    var after = Leftovers()
  }

  init<Model: Storable>(
    _ name: String, in store: DataStore, key: @escaping (Model) -> JournalKey,
    identity: @escaping (JournalKey) -> Model.ID?, fieldNames: Set<String>?,
    fields: @escaping (Model) -> [JournalField],
    differences: @escaping (Model, Model) -> [JournalChange.FieldChange],
    make: @escaping (JournalKey, JournalFields) throws -> Model
  ) {
    let table = store.table(of: Model.self)
    self.name = name
    self.table = table.number
    func model(
      _ key: JournalKey, _ fields: [JournalField]?, _ isLenient: Bool, _ leftovers: inout Leftovers
    ) -> Model? {
      guard let fields else { return nil }
      let unreadable = UnreadableFields()
      var model: Model?
      do {
        model = try make(
          key, isLenient ? JournalFields(fields, leavingOut: unreadable) : JournalFields(fields))
      } catch {
        leftovers.problem = UntrustedText("\(error)")
        _ = try? make(key, JournalFields(fields, leavingOut: unreadable))
      }
      leftovers.unreadable = unreadable.names
      if let fieldNames {
        // A removed field may still be stored without a value.
        leftovers.fields = fields.filter {
          $0.value != .none && !fieldNames.contains($0.name) || unreadable.names.contains($0.name)
        }
      }
      return model
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
    write = { transaction, object, isLenient in
      var leftovers = Leftovers()
      if let made = model(object.key, object.fields, isLenient, &leftovers) {
        transaction.save(made, in: table)
      } else if object.fields == nil, let id = identity(object.key) {
        transaction.delete(id, from: table)
      }
      return leftovers
    }
    keys = { table.models.map(key) }
    // The states that the walk has reached.
    var reached: [Value: (model: Model?, leftovers: Leftovers, isLenient: Bool)] = [:]
    change = { key, first, second, isInverted, isLenient in
      var (from, to) = (Leftovers(), Leftovers())
      let old: Model?
      if let known = reached[key.id], known.isLenient == isLenient {
        (old, from) = (known.model, known.leftovers)
      } else {
        old = model(key, first, isLenient, &from)
      }
      let new = model(key, second, isLenient, &to)
      reached[key.id] = (new, to, isLenient)
      var made = MadeChange()
      (made.before, made.after) = isInverted ? (to, from) : (from, to)
      if old != nil || new != nil {
        made.change = isInverted ? Change(before: new, after: old) : Change(before: old, after: new)
      }
      return made
    }
    endWalk = { reached = [:] }
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
package struct UnreadableObject: Error, CustomStringConvertible {
  package let message: UntrustedText
  package var description: String { "\(message)" }

  package init(_ message: UntrustedText) { self.message = message }
}
