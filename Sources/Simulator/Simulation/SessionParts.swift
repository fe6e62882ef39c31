import AutoUpdate
import CommandLanguage

/// What the parts of a world give to each of its sessions: made once, and shared by all of them.
struct SessionParts: Sendable {
  /// What is made once there is an interpreter, in order.
  var installs: [@Sendable (Simulation) -> Void] = []
  /// Makes the objects of each kind that is no model, in the order of the declared kinds.
  var kinds: [@Sendable (Simulation) -> BoundKind] = []
  /// Observers of the world's own that show nothing, by their names.
  var silentObservers: [String] = []
  /// What objects have besides their fields: by what an object is called, and the name after the dot.
  var children: [@Sendable (Simulation, String, Span<UInt8>) -> Value?] = []
  /// What `why` can be asked about besides objects and fields, and what it answers: `nil` for another's target.
  var whyTargets: [@Sendable (Simulation) -> [String]] = []
  var whyAnswers: [@Sendable (Simulation, _ target: String, _ row: String?) throws -> [String]?] = []
  /// Why a change of one field made others change, in words.
  var reasons: [@Sendable (any AnyChange) -> String?] = []
  /// The tick of the store as it was.
  var tickOfPast: @Sendable (Simulation, PastState) -> Int = { _, _ in 0 }
  /// Whether the history may not be moved now.
  var holdsHistory: @Sendable (Simulation) -> Bool = { _ in false }
  /// What a line of a feed tells; `nil` in a world that takes in none.
  var readFeed: (@Sendable (Simulation, FeedLine) throws(FeedProblem) -> FeedUpdate?)?
}
