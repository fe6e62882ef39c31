import Synchronization
import Values

/// The other direction of a relation, as a field that is only read:
///
///     Inverse("tasks", "what the person does", of: Card.self, by: \.owner)
///
/// Its value is the list of the objects whose field refers to the object, in the order of their numbers: `Ann.tasks`,
/// `people where count(tasks) > 3`.
///
/// - Complexity: O(objects that refer to the object).
public struct Inverse<Object: Model>: FieldPart, Sendable {
  /// The field of the schema.
  public let field: Field<Object>

  /// The objects of a kind whose field refers to an object.
  ///
  /// - Parameters:
  ///   - name: how expressions call it.
  ///   - summary: one line about it, for help.
  ///   - type: the model that refers.
  ///   - path: the field that refers.
  ///   - column: how rows show it; they do not if left out.
  public init<Source: Model>(
    _ name: String, _ summary: String = "", of type: Source.Type,
    by path: any PartialKeyPath<Source> & Sendable, column: FieldLayout = .hidden
  ) {
    let place = LazyPlace()
    field = Field(
      computed: name, summary, type: .list(.reference(Source.self)), column,
      problem: { Self.problem(name, of: type, by: path) }
    ) { simulation, object in
      guard let relation = place.relation(in: simulation, of: type, by: path),
        let number = relation.target.number(of: object.id.fieldValue)
      else { return .list([]) }
      return .list(
        relation.referrers(of: number).compactMap { number in
          relation.source.fieldID(of: number).map { .reference(kind: Source.kindName, id: $0) }
        })
    }
  }

  private static func problem<Source: Model>(
    _ name: String, of type: Source.Type, by path: any PartialKeyPath<Source> & Sendable
  ) -> String? {
    guard let field = Source.schema.field(at: path) else {
      return "the inverse “\(name)” is of a value that is not a field of a \(Source.kindName)"
    }
    if field.referencedKind == Object.kindName { return nil }
    return "the inverse “\(name)” is of “\(field.name)”, which refers to no \(Object.kindName)"
  }
}

/// The name of a field, which takes long to find by its path.
private final class LazyPlace: Sendable {
  private let name = Mutex<String?>(nil)

  func relation<Source: Model>(
    in simulation: Simulation, of type: Source.Type, by path: any PartialKeyPath<Source> & Sendable
  ) -> Relation? {
    let known = name.withLock { $0 }
    guard let name = known ?? Source.schema.field(at: path)?.name,
      let place = simulation.schemas.place(of: type)
    else { return nil }
    if known == nil { self.name.withLock { $0 = name } }
    return simulation.relations.relation(ofKind: place, field: name)
  }
}
