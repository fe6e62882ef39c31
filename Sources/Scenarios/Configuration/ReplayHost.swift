public import CommandLanguage

/// The interface of a program to a replay: it creates sessions, and reads their limits, screens and coverage.
///
/// ```swift
/// let host = ReplayHost { request in MySession(seed: request.seed ?? 1) }
/// ```
public struct ReplayHost: Sendable {
  /// Returns a fresh session. It is called on the thread that runs the session, and an error fails the scenario.
  public var makeSession: @Sendable (SessionRequest) throws -> any Session
  /// Resets a used session to the state in which `makeSession` would return it, and returns whether it could be reset.
  /// By default, sessions cannot be reset.
  public var resetSession: @Sendable (any Session, SessionRequest) -> Bool = { _, _ in false }
  /// The command that prints a digest of the state, for `# hash:` lines.
  public var hashCommand = "hash"
  /// A command that prints the screens and changes nothing. Its output is shown before and after a failed step.
  public var screenCommand: String?
  /// Returns whether the last command ended because it reached a limit. If the output of such a command differs, its
  /// scenario is not re-recorded.
  public var reachedLimit: @Sendable (any Session) -> Bool = { _ in false }
  /// Returns whether the last command ended because one of its checks failed. The output of such a command is only
  /// re-recorded in a review.
  public var failedCheck: @Sendable (any Session) -> Bool = { _ in false }
  /// Returns a command in which former names are replaced by present ones; `nil` if it has no former names. The result
  /// must have the same number of lines. The text in the `excluded` ranges must not be changed. The closure replaces
  /// these ranges by those of the same text in the result. By default, it returns `nil`.
  public var withPresentNames:
    @Sendable (_ session: any Session, _ command: [UInt8], _ excluded: inout [Range<Int>]) -> [UInt8]? = {
      _, _, _ in nil
    }
  /// Checks claims in a finding's header that its output cannot show, such as the state of a reopened store. The
  /// closure is called once for each scenario that has passed so far and has a cause or faults, with the seed and
  /// commands. Returns a description of the problem; `nil` if there is none. After `shouldStop` returns `true`, the
  /// closure must return soon, and its result is ignored.
  public var checkCause:
    @Sendable (
      _ header: ScenarioHeader, _ seed: UInt64?, _ commands: [[UInt8]], _ shouldStop: @escaping () -> Bool
    ) -> String? = { _, _, _, _ in nil }
  /// The coverage of the host; `nil` if the host does not count any.
  public var coverage: CoverageHost?

  /// Creates a host that makes a fresh session for each scenario.
  ///
  /// - Parameter makeSession: returns a session. The closure may be called on any thread, and on several threads at the
  ///   same time. An error fails the scenario.
  public init(makeSession: @escaping @Sendable (SessionRequest) throws -> any Session) {
    self.makeSession = makeSession
  }
}

/// The requirements for the session of one scenario.
public struct SessionRequest: Sendable {
  /// The scenario's path as it was given or found.
  public var path: FilePath
  /// The folder of ``path``.
  public var folder: FilePath
  /// The seed from `# seed:`, or that of the run; `nil` for the session's default.
  public var seed: UInt64?
  /// A Boolean value that indicates whether only allow-listed commands may run: no program, no network, no file
  /// outside the scenario's folder.
  public var isRestricted: Bool
  /// A Boolean value that indicates whether the session records its coverage.
  public var notesCoverage: Bool
  /// Opens the scenario's folder. In restricted mode, only files below it may be used.
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
