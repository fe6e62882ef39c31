import CommandLanguage
import Posix
import Scenarios
import Simulator
import TerminalText

/// The steps of a store as a scenario, for a session that did not run all of them itself.
enum StoredHistory {
  /// Runs the lines of the store's steps in a fresh session, and moves to the present one if steps are undone.
  ///
  /// - Returns: the recorded transcript; `nil` for a session that ran all steps itself, whose own transcript contains
  ///   more.
  /// - Throws: the reason why the steps cannot be a scenario, or the error of opening the store again.
  static func of<World: ProgramWorld>(
    _ session: CommandSession, of world: World, _ settings: ProgramSettings, _ streams: ProgramStreams
  ) throws -> StoredTranscript? {
    guard let simulation = session.host as? Simulation, simulation.persistence.hasOthersSteps else {
      return nil
    }
    // The history of a session may have fewer steps than its store. Then the steps are read from the store.
    try simulation.persistence.flush()
    let (lines, seed) =
      simulation.persistence.hasFirstStep
      ? try lines(of: simulation, in: world, streams) : try lines(of: settings, of: world, streams)
    let fresh = try self.session(of: world, seed: seed, streams)
    let recording = Recording(seed: seed)
    var output: [UInt8] = []
    for line in lines {
      output.removeAll(keepingCapacity: true)
      _ = fresh.run(fresh.read(line.utf8.span), into: &output, hooks: [recording])
    }
    return StoredTranscript(
      transcript: recording.transcript, commandCount: recording.commandCount,
      isSame: recording.lostCount == 0 && (fresh.host as? Simulation)?.digest == simulation.digest)
  }

  /// Returns the lines of a store's steps, and their seed. The store is not changed.
  static func lines<World: ProgramWorld>(
    of settings: ProgramSettings, of world: World, _ streams: ProgramStreams
  ) throws -> (lines: [String], seed: UInt64?) {
    let session = try world.makeSession(seed: nil)
    guard let simulation = session.host as? Simulation else { return ([], nil) }
    simulation.keepWholeHistory()
    let store = try StoreSession.open(
      settings, for: session, of: world, .step, streams, createsMissing: false)
    defer { store?.close(streams) }
    return try lines(of: simulation, in: world, streams)
  }

  private static func lines<World: ProgramWorld>(
    of simulation: Simulation, in world: World, _ streams: ProgramStreams
  ) throws -> (lines: [String], seed: UInt64?) {
    let seed = simulation.persistence.seed
    let trial = try session(of: world, seed: seed, streams)
    trial.printsDiagnostics = false
    trial.world.keepWholeHistory()
    guard let lines = simulation.persistence.linesOfSteps(tryingIn: trial) else {
      throw Explanation(
        "the store's history is not a complete scenario: its first steps were dropped, or a migration changed their results"
      )
    }
    return (lines, seed)
  }

  /// Returns a fresh session with the restrictions of a replay.
  private static func session<World: ProgramWorld>(
    of world: World, seed: UInt64?, _ streams: ProgramStreams
  ) throws -> CommandSession {
    let session = try world.makeSession(seed: seed)
    session.files = SessionFileAccess(streams)
    session.restrict(to: world.table.restriction(in: "a replay", isAllowed: world.isAllowedInReplay))
    return session
  }
}

/// The steps of a store as a scenario.
struct StoredTranscript {
  let transcript: [UInt8]
  let commandCount: Int
  /// A Boolean value that indicates whether a replay of the commands from the beginning leads to the current state.
  let isSame: Bool
}
