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

  init(
    _ name: String, _ condition: InvariantCondition, in simulation: Simulation, _ interpreter: Interpreter
  ) {
    self.name = name
    self.condition = condition.expression
    isOfViews = condition.mentionsViews
    isAboutObjectsAlone = condition.isAboutObjectsAlone
    breakersOfKind = condition.finder.flatMap { finder in
      finder.bind(simulation, interpreter).map { (finder.kind, $0) }
    }
  }

  /// It is asked of all objects the next time.
  func forgetReads() { reads = nil }

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
