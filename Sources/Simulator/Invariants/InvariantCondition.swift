import AutoUpdate
import CommandLanguage

/// An invariant's condition, with what is known of it in every session of the world.
struct InvariantCondition: Sendable {
  let expression: Expression
  /// A Boolean value that indicates whether it reads the screens.
  let mentionsViews: Bool
  /// A Boolean value that indicates whether it can only change with what it reads of the world.
  let isAboutValuesAlone: Bool
  /// Of a condition that speaks of each object of a kind alone: what finds those that break it.
  let finder: Finder?

  /// Makes what finds the objects of one kind that break a condition, of those that the open transaction changed.
  typealias Finder = @Sendable (Simulation, Interpreter) -> (() throws -> [ObjectReference])?

  init(_ expression: Expression, in simulation: Simulation, _ interpreter: Interpreter) {
    self.expression = expression
    mentionsViews = interpreter.mentions(.view, orRoots: simulation.stage.rootNames, in: expression)
    isAboutValuesAlone = interpreter.isAboutValuesAlone(expression)
    let schemas = simulation.schemas.schemas
    if isAboutValuesAlone, let selection = interpreter.selectionToBeEmpty(in: expression),
      let place = schemas.indices.first(where: { simulation.kindID($0) == selection.kind })
    {
      finder = Self.finder(schemas[place], selection, interpreter)
    } else {
      finder = nil
    }
  }

  private static func finder<Declared: AnySchema>(
    _ declared: Declared, _ selection: Selection, _ interpreter: Interpreter
  ) -> Finder? {
    let schema = declared.schema
    guard let test = interpreter.test(of: selection), test.isAboutRowAlone, !test.hasLimit else { return nil }
    let find = schema.operations.chosenChanges
    // An object that is the same in all that the condition reads breaks it no more than before.
    let names = test.conditionProperties
    let fields = names.compactMap { schema.field(named: $0) }
    // A reference changes with its object: the row may break the condition while it stays as it is.
    guard fields.count == names.count, fields.allSatisfy({ $0.type.kind == nil }) else {
      return nil
    }
    let isSame = fields.map(\.isSame)
    return { simulation, interpreter in
      guard let test = ObjectTest<Declared.Object>(selection, interpreter),
        let objects = try? simulation.objects(Declared.Object.self)
      else { return nil }
      return {
        let numbers = try find(objects.table, objects.allNumbers, isSame, test)
        return numbers.map { ObjectReference(kind: selection.kind, id: $0) }
      }
    }
  }
}
