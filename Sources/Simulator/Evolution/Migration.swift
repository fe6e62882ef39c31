import AutoUpdate
import Journaling
public import Values

/// A change of the objects of an earlier version's store: `Migration("stones to kilos") { world in … }`.
///
/// It runs once in each store, by `store migrate`, in the order of the declarations, as one transaction and one step of the
/// history, which no undo goes back behind. A store that the program makes needs none.
///
///     Migration("stones to kilos") { world in
///       for person in world.all(Person.self) {
///         guard case .number(let stones) = world.former("weight", of: person) else { continue }
///         try world.change(Reference(to: person)) { $0.kilos = stones * 635 / 100 }
///       }
///     }
///
/// The values that it reads by ``Simulation/former(_:of:)`` and ``Simulation/formerObjects(of:)`` count as resolved: afterwards the
/// objects have the fields of their models. Ranges, constraints and references are checked as for new objects; transitions and guards are not asked.
public struct Migration: WorldPart {
  /// The name by which a store knows that it has run.
  public let name: String
  let body: @Sendable (Simulation) throws -> Void

  /// A migration with a name that no other one has, and that stays the same.
  ///
  /// - Parameters:
  ///   - name: what it does, in a few words.
  ///   - body: writes by the world's `add`, `change` and `remove`, as a command does.
  public init(_ name: String, run body: @escaping @Sendable (Simulation) throws -> Void) {
    self.name = name
    self.body = body
  }

  public func declare(in declarations: inout Declarations) {
    if name.isEmpty { declarations.problems.append("a migration has an empty name") }
    if declarations.session.migrations.contains(where: { $0.name == name }) {
      declarations.problems.append("two migrations are called “\(name)”")
    }
    declarations.session.migrations.append(self)
  }

  /// The cause of its step.
  var cause: String { "migration “\(name)”" }
}

/// An object of a kind that the program does not have any more.
public struct FormerObject: Sendable {
  /// The identity of the object.
  public let id: Value
  private let fields: [JournalField]

  init(_ key: JournalKey, _ fields: [JournalField]) {
    id = key.id
    self.fields = fields
  }

  /// The value of a field; none where the object has no such field.
  public subscript(field: String) -> Value { fields.first { $0.name == field }?.value ?? .none }
}

/// The values of the earlier schema, for a running migration.
extension Simulation {
  /// The value that the store holds of an object under a name, or of a type, that its field does not have any more. None where it
  /// holds no such value, and outside of a ``Migration``.
  public func former<M: Model>(_ field: String, of object: M) -> Value {
    guard let replica = migrating.replica else { return .none }
    let key = JournalKey(kind: M.kindName, id: object.id.fieldValue)
    guard let value = replica.fields(of: key)?.value(of: field) else { return .none }
    migrating.noteRead(field, of: key)
    return value
  }

  /// The objects that the store holds of a kind that the program does not have any more, in the order of their numbers. None outside
  /// of a ``Migration``.
  public func formerObjects(of kind: String) -> [FormerObject] {
    guard let replica = migrating.replica else { return [] }
    let objects = replica.setAside.filter { $0.id.kind == kind && schemas.place(named: kind) == nil }
    for object in objects { migrating.noteRead(object.id) }
    return objects.sorted { ValueType.number.order($0.id.id, $1.id.id) < 0 }
      .map { FormerObject($0.id, $0.fields) }
  }

  /// The state of a running migration.
  var migrating: MigrationState { service { _ in MigrationState() } }
}

/// The objects that a migration runs on, and what it has read.
final class MigrationState: SessionService {
  /// The objects of the store; `nil` where no migration runs.
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

  /// Drops from the replica what was read: it is resolved.
  func releaseRead() throws {
    for (key, name) in fields { try replica?.release(name, of: key) }
    for key in objects { try replica?.release(key) }
    (fields, objects, known) = ([], [], [])
  }
}
