import AutoUpdate
import CommandLanguage

/// An invariant that has been read, with what is known of when it has to be asked again.
final class InvariantRule {
  let name: String
  let condition: Expression
  /// A Boolean value that indicates whether it reads the screens, which follow the commit: then it is checked after
  /// the command.
  var isOfViews: Bool
  /// A Boolean value that indicates whether a commit has been checked against it.
  var isChecked = false
  private let isAboutValuesAlone: Bool
  /// The reads of all its evaluations; `nil` before the first.
  private var reads: Reads?
  /// Of a condition that speaks of each object of a kind alone: finds the objects that break it, of those that the open
  /// transaction changed.
  private let findBreakers: (() throws -> [ObjectReference])?
  private var hasReads = false

  /// A Boolean value that indicates whether the condition speaks of each object alone, held before, and holds of the
  /// objects that the open transaction changed.
  var holdsOfChanges: Bool {
    guard hasReads, let findBreakers, let breakers = try? findBreakers() else { return false }
    return breakers.isEmpty
  }

  init(
    _ name: String, _ condition: InvariantCondition, in simulation: Simulation, _ interpreter: Interpreter
  ) {
    self.name = name
    self.condition = condition.expression
    isOfViews = condition.mentionsViews
    isAboutValuesAlone = condition.isAboutValuesAlone
    findBreakers = condition.finder.flatMap { $0(simulation, interpreter) }
  }

  /// It is asked of all objects the next time.
  func forgetReads() {
    reads = nil
    hasReads = false
  }

  /// The objects that break it, or an empty list when it is broken by none in particular; `nil` when it holds.
  ///
  /// Throws ``ViewRead`` when it asks what the screens show.
  ///
  /// - Complexity: O(changes) of the open transaction when the condition speaks of each object alone, and of those it
  ///   is asked only where a field that it reads has changed; nothing when nothing changed that the condition reads.
  func breakers(in simulation: Simulation, _ interpreter: Interpreter) throws -> [ObjectReference]? {
    if let reads, isAboutValuesAlone, !simulation.store.isOpenTransactionAbout(reads) { return nil }
    if reads != nil, let findBreakers {
      let breakers = try findBreakers()
      return breakers.isEmpty ? nil : breakers
    }
    // What an earlier state read counts as well: the session may go back to it.
    var read = reads ?? Reads()
    let holds = Result { try simulation.store.note(&read) { try interpreter.isTrue(condition) } }
    if simulation.stage.isRead(in: read) { throw ViewRead() }
    if try !holds.get() { return try interpreter.objects(in: condition) }
    reads = read
    hasReads = true
    return nil
  }
}

/// An invariant asked what the screens show, which follows the commit.
struct ViewRead: Error {}
