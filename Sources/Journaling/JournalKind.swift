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
  ///   - fieldNames: the names of all that `fields` gives; a field of another name is set aside, see ``SetAsideFields``. `nil`
  ///     leaves other fields to the journal.
  ///   - fields: all that is to be kept, always in one order.
  ///   - differences: the fields that differ between two states of an object; found by `fields` of both if left out.
  ///   - make: the model of what was kept. Where it throws, or returns `nil`, the object is set aside: see
  ///     ``SetAsideObject``. The error's description is the reason.
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

/// The stored form of an object.
public struct JournalFields {
  /// The fields, in the order in which the journal has them.
  public let all: [JournalField]
  /// Takes note of the fields that cannot be read; `nil` where such a field is a reason to set the object aside.
  private let unreadable: UnreadableFields?

  /// The fields that were kept of an object.
  public init(_ all: [JournalField]) { (self.all, unreadable) = (all, nil) }

  init(_ all: [JournalField], leavingOut unreadable: UnreadableFields) {
    (self.all, self.unreadable) = (all, unreadable)
  }

  /// Leaves a field out that cannot be read, so that the object is made without it.
  ///
  /// - Returns: whether the object may be made so; otherwise the field is a reason to set it aside.
  public func leaveOut(_ name: String) -> Bool {
    unreadable?.names.append(name)
    return unreadable != nil
  }

  /// The value of the first of these names that there is: the present name, then those that it had before.
  public func value(of names: [String]) -> Value? {
    for name in names { if let value = value(of: name) { return value } }
    return nil
  }

  /// The value of a name; `nil` where there is none.
  public func value(of name: String) -> Value? {
    for field in all where field.name == name { return field.value }
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

/// Fields of an object that cannot be read.
final class UnreadableFields {
  var names: [String] = []
}

/// A kind with its table, and the type of its models hidden.
final class BoundKind {
  let name: String
  let table: Int
  /// The changes of a commit to the kind's objects.
  let changes: (LoggedCommit) -> [JournalChange]
  /// The object as the store holds it.
  let current: (JournalKey) -> [JournalField]?
  /// Makes the store hold an object, or none of its key. Where the object cannot be made of its fields, it changes nothing.
  let write: (Transaction, JournalObject, _ isLenient: Bool) -> Leftovers
  /// All that the store holds.
  let keys: () -> [JournalKey]
  /// The change between two states of an object, as far as either can be made, in a walk through the history: the first state is
  /// the one to which the object's last change led, and is not made again.
  let change:
    (
      JournalKey, _ first: [JournalField]?, _ second: [JournalField]?, _ isInverted: Bool, _ isLenient: Bool
    ) -> MadeChange
  /// Ends a walk.
  let endWalk: () -> Void
  /// The keys of the objects that the open transaction adds.
  let openInsertions: () -> [JournalKey]

  /// The parts of an object's fields that are not in its model.
  struct Leftovers {
    /// The reason why no model can be made.
    var problem: UntrustedText?
    /// The names of the fields that cannot be read.
    var unreadable: [String] = []
    /// The fields that the kind does not have, and unreadable ones of a model that was made without them.
    var fields: [JournalField] = []
  }

  /// A change of a table, and what is not in the two states of the model.
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
        // A field that was taken away is there without a value.
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
    // The states to which the walk has led.
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

/// The reason why an object cannot be made of its fields.
struct UnreadableObject: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
