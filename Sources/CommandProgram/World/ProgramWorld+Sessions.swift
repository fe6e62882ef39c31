import CommandLanguage
import Exploration
import Posix
import Scenarios

extension ProgramWorld {
  /// Returns a fresh session. Its nesting is limited by the stack of the program's threads.
  func makeSession(seed: UInt64?) throws -> CommandSession {
    let session = CommandSession(try makeHost(seed: seed), table)
    session.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
    return session
  }

  /// Returns the host that creates the world's sessions for a replay.
  ///
  /// - Parameter hasCoverage: whether sessions record their coverage.
  func replayHost(_ streams: ProgramStreams, hasCoverage: Bool) -> ReplayHost {
    let restriction = table.restriction(in: "a replay", isAllowed: isAllowedInReplay)
    let coverage = hasCoverage ? coverage(isAllowed: isAllowedInReplay) : nil
    let prepare: @Sendable (CommandSession, SessionRequest) -> Void = { session, request in
      session.interpreter.budget.stackBytes = PosixThreads.sessionStackByteCount
      session.files =
        request.isRestricted
        ? SessionFileAccess(streams, confinedTo: request.openFolder) : SessionFileAccess(streams)
      if request.isRestricted { session.restrict(to: restriction) }
      if request.notesCoverage { coverage?.begin(session) }
    }
    var host = ReplayHost { request in
      let session = try makeSession(seed: request.seed)
      prepare(session, request)
      return session
    }
    host.resetSession = { session, request in
      guard let session = session as? CommandSession, session.reset(seed: request.seed) else { return false }
      prepare(session, request)
      return true
    }
    host.screenCommand = screenCommand
    host.hashCommand = hashCommand
    host.reachedLimit = { ($0 as? CommandSession)?.reachedLimit != nil }
    host.failedCheck = { ($0 as? CommandSession)?.failedCheck ?? false }
    host.withPresentNames = { session, command, excluded in
      (session as? CommandSession)?.withPresentNames(command, excluding: &excluded)
    }
    let plain = host
    host.checkCause = { header, seed, commands, shouldStop in
      explored(replay: plain)?.sessionProblem(header, seed: seed, commands, shouldStop: shouldStop)
    }
    host.coverage = coverage.map { coverage in
      CoverageHost(dimensions: coverage.dimensions) { session in
        (session as? CommandSession).map(coverage.exercised) ?? []
      }
    }
    return host
  }

  /// Returns a check that a replay of a saved transcript gives the same output.
  func transcriptCheck(_ streams: ProgramStreams) -> TranscriptCheck {
    var system = ReplaySystem { _ in }
    system.clock = { PosixThreads.now() }
    return TranscriptCheck(
      host: replayHost(streams, hasCoverage: false), files: PosixFiles(), system: system)
  }
}
