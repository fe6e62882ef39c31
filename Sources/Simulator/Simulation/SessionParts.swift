import AutoUpdate
import CommandLanguage

/// The parts of a world for its sessions: made once, and shared by all of them.
struct SessionParts: Sendable {
  /// The services that are made when there is an interpreter, in order.
  var installs: [@Sendable (Simulation) -> Void] = []
  /// Makes the objects of each kind that is no model, in the order of the declared kinds.
  var kinds: [@Sendable (Simulation) -> BoundKind] = []
  /// Observers of the world's own that show nothing, by their names.
  var silentObservers: [String] = []
  /// Returns a property of an object besides its fields, by the object's name and the name after the dot.
  var children: [@Sendable (Simulation, String, Span<UInt8>) -> Value?] = []
  /// The targets of `why` besides objects and fields, and its answers: `nil` for another part's target.
  var whyTargets: [@Sendable (Simulation) -> [String]] = []
  var whyAnswers: [@Sendable (Simulation, _ target: String, _ row: String?) throws -> [String]?] = []
  /// Returns the reason why a change of one field made others change, in words.
  var reasons: [@Sendable (any AnyChange) -> String?] = []
  /// The number of kinds that the world declares; those of the services stand behind them.
  var ownKindCount = 0
  /// The changes of stores of earlier worlds, in the order of their declaration.
  var migrations: [Migration] = []
  /// The commands of the world's own by their names, each with the constraints that may refuse it.
  var refusals: [String: [String]] = [:]
  /// The constraints of the world's declaration.
  var constraints: [String] = []
  /// The bodies that the world runs at their time, in the order of their declaration.
  var schedules: [Schedule] = []
  /// The declared schedule of a name, or the one that had the name before.
  func schedule(named name: String) -> Schedule? {
    for schedule in schedules where schedule.name == name { return schedule }
    for schedule in schedules where schedule.formerNames.contains(name) { return schedule }
    return nil
  }
  /// The tick of the store as it was.
  var tickOfPast: @Sendable (Simulation, PastState) -> Int = { _, _ in 0 }
  /// Returns a Boolean value that indicates whether the history may not be moved now.
  var holdsHistory: @Sendable (Simulation) -> Bool = { _ in false }
  /// The name of the command that takes in what a feed says; `nil` in a world without feeds.
  var feedCommand: String?
  /// Returns the update from a line of a feed; `nil` in a world without feeds.
  var readFeed: (@Sendable (Simulation, FeedLine) throws(FeedProblem) -> FeedUpdate?)?
}
