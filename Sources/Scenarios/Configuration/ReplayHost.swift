public import CommandLanguage

/// What a program brings to have its scenarios replayed: sessions, and what it knows about them.
///
/// ```swift
/// let host = ReplayHost { request in MySession(seed: request.seed ?? 1) }
/// ```
public struct ReplayHost: Sendable {
  /// Makes a fresh session. Called on the thread that will run it; an error fails the scenario.
  public var makeSession: @Sendable (SessionRequest) throws -> any Session
  /// The command that prints a digest of the state, for `# hash:` lines.
  public var hashCommand = "hash"
  /// A command without effect that prints what the screens hold; shown before and after a failed step.
  public var screenCommand: String?
  /// Whether the last command ended because it reached a limit; such a scenario is never re-recorded.
  public var reachedLimit: @Sendable (any Session) -> Bool = { _ in false }
  /// Whether the last command ended because something that it checks does not hold; such an output is only
  /// re-recorded by somebody who looks at it.
  public var failedCheck: @Sendable (any Session) -> Bool = { _ in false }
  /// What a full set of scenarios would exercise, if the host counts it.
  public var coverage: CoverageHost?

  /// A host that makes a fresh session for each scenario.
  ///
  /// - Parameter makeSession: called on any thread, several at a time; what it throws is a failure of the
  ///   scenario.
  public init(makeSession: @escaping @Sendable (SessionRequest) throws -> any Session) {
    self.makeSession = makeSession
  }
}

/// What the session of one scenario is to be.
public struct SessionRequest: Sendable {
  /// The scenario's path as it was given or found.
  public var path: FilePath
  /// The scenario's folder, as the path was given or found.
  public var folder: FilePath
  /// From `# seed:`, or the run's own; the session's default otherwise.
  public var seed: UInt64?
  /// Whether only allow-listed commands may run: no program, no network, no file outside its folder.
  public var isRestricted: Bool
  /// Whether the session is to note what it exercises.
  public var notesCoverage: Bool
  /// Opens the scenario's folder: in restricted mode, no file but those below it may be reached.
  public var openFolder: @Sendable () throws(FileFailure) -> any ScenarioFiles

  /// What a session for a scenario has to keep to.
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
