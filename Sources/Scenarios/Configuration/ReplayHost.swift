public import CommandLanguage

/// The program's part in a replay: it makes sessions, and knows their limits, screens and coverage.
///
/// ```swift
/// let host = ReplayHost { request in MySession(seed: request.seed ?? 1) }
/// ```
public struct ReplayHost: Sendable {
  /// Makes a fresh session. Called on the thread that will run it; an error fails the scenario.
  public var makeSession: @Sendable (SessionRequest) throws -> any Session
  /// Makes a session that an earlier scenario used what `makeSession` would make; whether it could. None by default.
  public var resetSession: @Sendable (any Session, SessionRequest) -> Bool = { _, _ in false }
  /// The command that prints a digest of the state, for `# hash:` lines.
  public var hashCommand = "hash"
  /// A command without effect that prints what the screens hold; shown before and after a failed step.
  public var screenCommand: String?
  /// Returns a Boolean value that indicates whether the last command ended because it reached a limit; such a
  /// scenario is never re-recorded.
  public var reachedLimit: @Sendable (any Session) -> Bool = { _ in false }
  /// Returns a Boolean value that indicates whether the last command ended because one of its checks failed; such
  /// output is only re-recorded in a review.
  public var failedCheck: @Sendable (any Session) -> Bool = { _ in false }
  /// Returns a command with the present names of what was called otherwise when it was recorded; `nil` where it has none. None by
  /// default.
  public var withPresentNames: @Sendable (any Session, [UInt8]) -> [UInt8]? = { _, _ in nil }
  /// The coverage of the host; `nil` if it counts none.
  public var coverage: CoverageHost?

  /// A host that makes a fresh session for each scenario.
  ///
  /// - Parameter makeSession: called on any thread, several at a time; what it throws is a failure of the
  ///   scenario.
  public init(makeSession: @escaping @Sendable (SessionRequest) throws -> any Session) {
    self.makeSession = makeSession
  }
}

/// The requirements for the session of one scenario.
public struct SessionRequest: Sendable {
  /// The scenario's path as it was given or found.
  public var path: FilePath
  /// The scenario's folder, as the path was given or found.
  public var folder: FilePath
  /// From `# seed:`, or the run's own; the session's default otherwise.
  public var seed: UInt64?
  /// A Boolean value that indicates whether only allow-listed commands may run: no program, no network, no file
  /// outside the scenario's folder.
  public var isRestricted: Bool
  /// A Boolean value that indicates whether the session notes what it exercises.
  public var notesCoverage: Bool
  /// Opens the scenario's folder: in restricted mode, no file but those below it may be reached.
  public var openFolder: @Sendable () throws(FileFailure) -> any ScenarioFiles

  /// Creates the requirements for the session of a scenario.
  public init(
    path: FilePath, folder: FilePath, seed: UInt64?, isRestricted: Bool, notesCoverage: Bool = false,
    openFolder: @escaping @Sendable () throws(FileFailure) -> any ScenarioFiles
  ) {
    self.path = path
    self.folder = folder
    self.seed = seed
    self.isRestricted = isRestricted
    self.notesCoverage = notesCoverage
    self.openFolder = openFolder
  }
}
