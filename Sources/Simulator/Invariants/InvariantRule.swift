import AutoUpdate
import CommandLanguage

/// An invariant that has been read, with what is known of when it has to be asked again.
final class InvariantRule {
  let name: String
  let condition: Expression
  /// Whether it asks what the screens show, which follows the commit: then it is asked when the command has ended.
  var isOfViews: Bool
  /// Whether a commit has been checked against it.
  var isChecked = false
  /// Whether it can only change with the objects that it reads.
  private let isAboutObjectsAlone: Bool
  /// The kinds that it read when it was last asked; `nil` before.
  private var reads: UInt64?
  /// Whether a row was seen that refers to another object of its own kind, and so may break it while it stays as it is.
  private var refersToOwnKind = false
  /// Of a condition that speaks of each object of a kind alone: the kind's bit, and the objects that break it of those
  /// that the open transaction changed.
  private let breakersOfKind: (kind: UInt64, find: () throws -> [ObjectReference])?

  init(_ name: String, _ condition: Expression, in simulation: Simulation, _ interpreter: Interpreter) {
    self.name = name
    self.condition = condition
    isOfViews = interpreter.mentions(.view, orRoots: simulation.stage.rootNames, in: condition)
    isAboutObjectsAlone = interpreter.isAboutObjectsAlone(condition)
    let schemas = simulation.schemas.schemas
    if isAboutObjectsAlone, let selection = interpreter.selectionToBeEmpty(in: condition),
      let place = schemas.indices.first(where: { simulation.kindID($0) == selection.kind }),
      // The last bit is that of several kinds.
      Simulation.bit(ofKind: place) != Simulation.bit(ofKind: .max),
      let find = Self.finder(schemas[place], selection, in: simulation, interpreter)
    {
      breakersOfKind = (Simulation.bit(ofKind: place), find)
    } else {
      breakersOfKind = nil
    }
  }

  /// It is asked of all objects the next time.
  func forgetReads() { reads = nil }

  private static func finder(
    _ schema: some AnySchema, _ selection: Selection, in simulation: Simulation, _ interpreter: Interpreter
  ) -> (() throws -> [ObjectReference])? {
    finder(of: schema.schema, selection, in: simulation, interpreter)
  }

  private static func finder<M: Model>(
    of schema: Schema<M>, _ selection: Selection, in simulation: Simulation, _ interpreter: Interpreter
  ) -> (() throws -> [ObjectReference])? {
    guard let rows = interpreter.rows(of: selection, as: M.self), rows.isAboutRowAlone, rows.limit == nil,
      let objects = try? simulation.objects(M.self)
    else { return nil }
    let find = schema.operations.chosenChanges
    // An object that is the same in all that the condition reads breaks it no more than before.
    let names = rows.conditionProperties
    let isSame = names.compactMap { schema.field(named: $0)?.isSame }
    guard isSame.count == names.count else { return nil }
    return {
      let numbers = try find(objects.table, objects.allNumbers, isSame, rows)
      return numbers.map { ObjectReference(kind: selection.kind, id: $0) }
    }
  }

  /// The objects that break it, or an empty list when it is broken by none in particular; `nil` when it holds.
  ///
  /// - Complexity: O(changes) of the open transaction when the condition speaks of each object alone, and of those it
  ///   is asked only where a field that it reads has changed; nothing when no kind changed that the condition reads.
  func breakers(in simulation: Simulation, _ interpreter: Interpreter) throws -> [ObjectReference]? {
    if let reads, isAboutObjectsAlone, reads & simulation.touchedKinds == 0 { return nil }
    let outer = simulation.readKinds
    simulation.readKinds = 0
    simulation.referredKinds = 0
    defer {
      simulation.readKinds |= outer
      if let breakersOfKind, simulation.referredKinds & breakersOfKind.kind != 0 { refersToOwnKind = true }
    }
    // A row that stays may break it, too, once a row was seen that refers to other objects.
    if let known = reads, let breakersOfKind, known & ~breakersOfKind.kind == 0, !refersToOwnKind {
      let breakers = try breakersOfKind.find()
      reads = known | simulation.readKinds
      return breakers.isEmpty ? nil : breakers
    }
    if try !interpreter.isTrue(condition) { return try interpreter.objects(in: condition) }
    // What an earlier state read counts as well: the session may go back to it.
    reads = (reads ?? 0) | simulation.readKinds
    return nil
  }
}
