import TerminalText
import Values

/// The inverse direction of a relation, as a read-only field:
///
///     Inverse("tasks", "what the person does", of: Card.self, by: \.owner)
///
/// The value is the list of the objects whose field refers to the object, in the order of their numbers: `Ann.tasks`,
/// `people where count(tasks) > 3`.
///
/// - Complexity: O(objects that refer to the object).
public struct Inverse<Object: Model>: FieldPart, Sendable {
  /// The declared field.
  public let field: Field<Object>

  /// Creates the inverse of a field.
  ///
  /// - Parameters:
  ///   - name: The name in expressions.
  ///   - summary: One line for help.
  ///   - type: The model that refers.
  ///   - path: The key path of the field that refers.
  ///   - column: The layout in rows. By default, rows do not show it.
  public init<Source: Model>(
    _ name: String, _ summary: String = "", of type: Source.Type,
    by path: any PartialKeyPath<Source> & Sendable, column: FieldLayout = .hidden
  ) {
    field = Field(
      computed: name, summary, type: .list(.reference(Source.self)), column,
      problem: { Self.problem(name, of: type, by: path) }
    ) { simulation, object in
      guard let objects = try? simulation.objects(type), let index = objects.fieldIndex(at: path),
        let relation = simulation.relations.relation(
          ofKind: objects.kindIndex, field: objects.schema.fields[index].name),
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
      return "the inverse “\(name)” needs a field of \(English.article(Source.kindName))"
    }
    if field.referencedKind == Object.kindName { return nil }
    let target = English.article(Object.kindName)
    return "the inverse “\(name)” needs a field that refers to \(target); “\(field.name)” does not"
  }
}
