import AutoUpdate
import Journaling
public import Values

/// A change of the objects in a store of an earlier version: `Migration("stones to kilos") { world in … }`.
///
/// `store migrate` runs it once in each store, in the order of the declarations. The migration is one transaction and
/// one step of the history, and cannot be undone. A store that the present program creates does not need the migration.
///
///     Migration("stones to kilos") { world in
///       for person in world.all(Person.self) {
///         guard case .number(let stones) = world.former("weight", of: person) else { continue }
///         try world.change(person) { $0.kilos = stones * 635 / 100 }
///       }
///     }
///
/// Values that a migration reads with ``Simulation/former(_:of:)`` and ``Simulation/formerObjects(of:)`` count as
/// resolved and are dropped. Ranges, constraints and references are checked as for new objects. Transitions and guards
/// are not checked.
public struct Migration: WorldPart {
  /// The name under which a store records that the migration has run.
  public let name: String
  let body: @Sendable (Simulation) throws -> Void

  /// Creates a migration. The name must be unique and must never change.
  ///
  /// - Parameters:
  ///   - name: A description in a few words.
  ///   - body: Changes the objects with the world's `add`, `change` and `remove`, like a command.
  public init(_ name: String, run body: @escaping @Sendable (Simulation) throws -> Void) {
    self.name = name
    self.body = body
  }

  public func declare(in declarations: inout Declarations) {
    if name.isEmpty { declarations.problems.append("a migration has an empty name") }
    if declarations.migrations.contains(where: { $0.name == name }) {
      declarations.problems.append("two migrations are called “\(name)”")
    }
    declarations.migrations.append(self)
  }

  var cause: String { "migration “\(name)”" }
}

/// An object of a kind that the program no longer has.
public struct FormerObject: Sendable {
  /// The identity of the object.
  public let id: Value
  private let fields: [JournalField]

  init(_ key: JournalKey, _ fields: [JournalField]) {
    id = key.id
    self.fields = fields
  }

  /// Returns the value of a field; none if the object has no such field.
  public subscript(field: String) -> Value { fields.first { $0.name == field }?.value ?? .none }
}

/// The data of the earlier schema, for a running migration.
extension Simulation {
  /// Returns the stored value of an object's field that the program no longer has, or has with another type. Returns
  /// none if there is no such value or no ``Migration`` is running.
  public func former<M: Model>(_ field: String, of object: M) -> Value {
    guard let replica = migrating.replica else { return .none }
    let key = JournalKey(kind: M.kindName, id: object.id.fieldValue)
    guard let value = replica.fields(of: key)?.value(of: field) else { return .none }
    migrating.noteRead(field, of: key)
    return value
  }

  /// Returns the store's objects of a kind that the program no longer has, in the order of their numbers. Returns none
  /// if no ``Migration`` is running.
  public func formerObjects(of kind: String) -> [FormerObject] {
    guard let replica = migrating.replica else { return [] }
    let objects = replica.setAside.filter { $0.id.kind == kind && schemas.index(named: kind) == nil }
    for object in objects { migrating.noteRead(object.id) }
    return objects.sorted { ValueType.number.order($0.id.id, $1.id.id) < 0 }
      .map { FormerObject($0.id, $0.fields) }
  }

  var migrating: MigrationState { service { _ in MigrationState() } }
}

/// The state of a running migration: the objects, and the former data that it has read.
final class MigrationState: SessionService {
  var replica: JournalReplica?
  private var fields: [(key: JournalKey, name: String)] = []
  private var objects: [JournalKey] = []
  private var known: Set<Read> = []

  private struct Read: Hashable {
    let key: JournalKey
    let field: String?
  }

  func reset() {
    replica = nil
    (fields, objects, known) = ([], [], [])
  }

  func noteRead(_ field: String, of key: JournalKey) {
    if known.insert(Read(key: key, field: field)).inserted { fields.append((key, field)) }
  }

  func noteRead(_ key: JournalKey) {
    if known.insert(Read(key: key, field: nil)).inserted { objects.append(key) }
  }

  /// Drops the former data that was read, which counts as resolved.
  func releaseRead() throws {
    for (key, name) in fields { try replica?.release(name, of: key) }
    for key in objects { try replica?.release(key) }
    (fields, objects, known) = ([], [], [])
  }
}
