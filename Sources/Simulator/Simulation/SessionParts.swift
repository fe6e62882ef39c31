import AutoUpdate
import CommandLanguage

/// The parts of a world that its sessions use: created once and shared by all of them.
struct SessionParts: Sendable {
  /// Closures that install services once the session has an interpreter, in order.
  var installs: [@Sendable (Simulation) -> Void] = []
  /// Closures that create the objects of each kind that is not a model, in the order of the declared kinds.
  var kinds: [@Sendable (Simulation) -> BoundKind] = []
  /// The names of the world's own observers that print nothing.
  var silentObservers: [String] = []
  /// Closures that return a property of an object in addition to its fields, by the object's name and the name after
  /// the dot.
  var children: [@Sendable (Simulation, String, Span<UInt8>) -> Value?] = []
  /// The closures that return the targets of `why` other than objects and fields, and the answers for them:
  /// `nil` for another part's target.
  var whyTargets: [@Sendable (Simulation) -> [String]] = []
  var whyAnswers: [@Sendable (Simulation, _ target: String, _ row: String?) throws -> [String]?] = []
  /// Closures that return the reason, in words, why a change of one field changed others.
  var reasons: [@Sendable (any AnyChange) -> String?] = []
  /// The number of kinds that the world declares; the services' kinds follow them.
  var ownKindCount = 0
  /// The migrations of stores from earlier versions of the world, in the order of their declaration.
  var migrations: [Migration] = []
  /// The constraints that may refuse each of the world's own commands, by the command's name.
  var refusals: [String: [String]] = [:]
  /// The names of the constraints that the world declares.
  var constraints: [String] = []
  /// The declared schedules, in order.
  var schedules: [Schedule] = []
  /// Returns the schedule with a name, or the one that had the name before; `nil` if there is none.
  func schedule(named name: String) -> Schedule? {
    for schedule in schedules where schedule.name == name { return schedule }
    for schedule in schedules where schedule.formerNames.contains(name) { return schedule }
    return nil
  }
  /// Returns the tick of a past state of the store.
  var tickOfPast: @Sendable (Simulation, PastState) -> Int = { _, _ in 0 }
  /// Returns a Boolean value that indicates whether moves through the history are forbidden at present.
  var holdsHistory: @Sendable (Simulation) -> Bool = { _ in false }
  /// The name of the command that receives the values of a feed; `nil` in a world without feeds.
  var feedCommand: String?
  /// Returns the update from a line of a feed; `nil` in a world without feeds.
  var readFeed: (@Sendable (Simulation, FeedLine) throws(FeedProblem) -> FeedUpdate?)?
}
