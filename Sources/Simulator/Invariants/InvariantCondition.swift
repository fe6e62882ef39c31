import AutoUpdate
import CommandLanguage

/// An invariant's condition, with what is known of it in every session of the world.
struct InvariantCondition: Sendable {
  let expression: Expression
  /// Whether it speaks of what the screens show.
  let mentionsViews: Bool
  /// Whether it can only change with the objects that it reads.
  let isAboutObjectsAlone: Bool
  /// Of a condition that speaks of each object of a kind alone: what finds those that break it.
  let finder: Finder?

  /// Finds the objects of one kind that break a condition, of those that the open transaction changed.
  struct Finder: Sendable {
    /// The bit of the kind.
    let kind: UInt64
    let bind: @Sendable (Simulation, Interpreter) -> (() throws -> [ObjectReference])?
  }

  init(_ expression: Expression, in simulation: Simulation, _ interpreter: Interpreter) {
    self.expression = expression
    mentionsViews = interpreter.mentions(.view, orRoots: simulation.stage.rootNames, in: expression)
    isAboutObjectsAlone = interpreter.isAboutObjectsAlone(expression)
    let schemas = simulation.schemas.schemas
    if isAboutObjectsAlone, let selection = interpreter.selectionToBeEmpty(in: expression),
      let place = schemas.indices.first(where: { simulation.kindID($0) == selection.kind }),
      // The last bit is that of several kinds.
      Simulation.bit(ofKind: place) != Simulation.bit(ofKind: .max),
      let bind = Self.finder(schemas[place], selection, interpreter)
    {
      finder = Finder(kind: Simulation.bit(ofKind: place), bind: bind)
    } else {
      finder = nil
    }
  }

  private static func finder(
    _ schema: some AnySchema, _ selection: Selection, _ interpreter: Interpreter
  ) -> (@Sendable (Simulation, Interpreter) -> (() throws -> [ObjectReference])?)? {
    finder(of: schema.schema, selection, interpreter)
  }

  private static func finder<M: Model>(
    of schema: Schema<M>, _ selection: Selection, _ interpreter: Interpreter
  ) -> (@Sendable (Simulation, Interpreter) -> (() throws -> [ObjectReference])?)? {
    guard let rows = interpreter.rows(of: selection, as: M.self), rows.isAboutRowAlone, !rows.hasLimit
    else { return nil }
    let find = schema.operations.chosenChanges
    // An object that is the same in all that the condition reads breaks it no more than before.
    let names = rows.conditionProperties
    let isSame = names.compactMap { schema.field(named: $0)?.isSame }
    guard isSame.count == names.count else { return nil }
    return { simulation, interpreter in
      guard let rows = interpreter.rows(of: selection, as: M.self),
        let objects = try? simulation.objects(M.self)
      else { return nil }
      return {
        let numbers = try find(objects.table, objects.allNumbers, isSame, rows)
        return numbers.map { ObjectReference(kind: selection.kind, id: $0) }
      }
    }
  }
}
