import CommandLanguage

/// The session of a job. It is reset for each walk and each attempt, which is faster than creating it again.
final class JobSession {
  let world: ExploredWorld
  let seed: UInt64
  /// The lines that every session runs first.
  let prefix: [String]
  /// The condition to search for.
  let goal: ExplorationOptions.Goal?
  private var runner: LineRunner?

  init(_ world: ExploredWorld, seed: UInt64, prefix: [String], goal: ExplorationOptions.Goal? = nil) {
    self.world = world
    self.seed = seed
    self.prefix = prefix
    self.goal = goal
  }

  convenience init(_ world: ExploredWorld, _ options: ExplorationOptions) {
    self.init(world, seed: options.seed, prefix: options.prefix, goal: options.goal)
  }

  /// Returns the runner of the session, after the lines that every session runs first.
  ///
  /// - Parameter isFresh: whether to create a new session even if the last one can be reset.
  /// - Throws: the error of creating a session.
  func begin(isFresh: Bool = false) throws -> LineRunner {
    let runner: LineRunner
    if !isFresh, let known = self.runner, known.reset(seed: seed) {
      runner = known
    } else {
      runner = try LineRunner(world, seed: seed)
      self.runner = runner
    }
    for line in prefix { _ = runner.run(line) }
    if let goal, let problem = runner.lookFor(goal) { throw ExplorationError(problem) }
    return runner
  }
}
