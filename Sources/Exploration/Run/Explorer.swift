import CommandLanguage
import Synchronization
import TerminalText

/// Explores a world: runs generated commands in sessions, and looks for faults.
///
/// ```swift
/// let result = try Explorer(world, options, system).run()
/// ```
public struct Explorer: Sendable {
  private let world: ExploredWorld
  private let options: ExplorationOptions
  private let system: ExplorationSystem

  /// An explorer that is ready to ``run()``.
  ///
  /// - Throws: an ``ExplorationError`` when there is nothing to explore, or a fault at once; what making a
  ///   session throws.
  public init(
    _ world: ExploredWorld, _ options: ExplorationOptions, _ system: ExplorationSystem = ExplorationSystem()
  ) throws {
    var options = options
    if options.stepCountMax == nil, options.timeNsMax == nil, !options.isExhaustive {
      options.stepCountMax = ExplorationOptions.usualStepCount
    }
    options.jobCount = max(1, options.jobCount)
    self.options = options
    self.system = system
    var world = world
    for name in options.commandNames where !world.commands.contains(where: { $0.name == name }) {
      let near = NearNames.nearest(to: name, among: world.commands.map(\.name))
      throw ExplorationError(
        "there is no command \(Quoting.message(name)) to explore" + (near.map { ", but “\($0)”" } ?? ""))
    }
    if !options.commandNames.isEmpty {
      world.commands.removeAll { !options.commandNames.contains($0.name) }
    }
    self.world = world
    try check()
  }

  /// The kinds of errors about commands and kinds that another world may have.
  private static let kindsOfStrangers = [
    "unknownCommand", "unknownFunction", "unknownName", "notASelection",
  ]

  private func check() throws {
    if world.commands.isEmpty { throw ExplorationError("no command may be explored") }
    let explored = try world.makeSession(options.seed)
    let runner = LineRunner(explored)
    for (place, line) in options.prefix.enumerated() {
      _ = runner.run(line)
      // What else fails may be meant to.
      if !options.failingPlaces.contains(place), let problem = explored.failure,
        Self.kindsOfStrangers.contains(problem.kind ?? "")
      {
        throw ExplorationError("this world cannot begin with \(Quoting.message(line)): \(problem.message)")
      }
    }
    explored.beginChecking(options.checks)
    if let fault = explored.faultNow() {
      throw ExplorationError("before the first step: \(fault.message)")
    }
    for kind in options.symmetricKinds {
      if let why = explored.countAsOne(objectsOf: kind) { throw ExplorationError(why) }
    }
    if Composer(world.commands).all(in: explored).allSatisfy(\.isExpectedToFail) {
      throw ExplorationError("no command has candidates for all that it needs, so nothing can be tried")
    }
  }

  /// Explores until there is no step or time left, or all is visited.
  ///
  /// - Throws: what making a session throws.
  public func run() throws -> ExplorationResult {
    let board = Board(options, system, world)
    let failure = Mutex<(any Error)?>(nil)
    let complete = Mutex(options.isExhaustive)
    let states = SharedStates(jobCount: options.jobCount)
    let work = SharedWork()
    system.concurrently(options.jobCount) { job in
      do {
        if options.isExhaustive {
          let isWhole = try ExhaustiveSearch(world, board, states, work, job: job).run()
          if !isWhole { complete.withLock { $0 = false } }
        } else {
          try Walker(world, board, job: job).run()
        }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    if options.isExhaustive {
      let counts = states.counts
      board.addStates(counts.states, byteCount: counts.bytes)
    }
    return board.result(isComplete: complete.withLock { $0 })
  }
}
