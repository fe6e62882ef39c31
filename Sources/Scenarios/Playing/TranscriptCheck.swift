/// A check that a replay of a transcript gives the same output.
public struct TranscriptCheck: Sendable {
  private let host: ReplayHost
  private let files: any ScenarioFiles
  private let system: ReplaySystem
  private let options: ReplayOptions

  /// Creates a check with sessions of a host.
  ///
  /// - Parameters:
  ///   - host: creates the sessions.
  ///   - files: the files that the transcript may use.
  ///   - system: provides a clock, which limits the time of a check.
  public init(host: ReplayHost, files: any ScenarioFiles, system: ReplaySystem) {
    var options = ReplayOptions()
    options.timeoutMilliseconds = system.clock == nil ? nil : 10_000
    self.host = host
    self.files = files
    self.system = system
    self.options = options
  }

  /// Replays the transcript as the file at `path`, and returns the first failure; `nil` if there is none.
  public func firstFailure(of transcript: [UInt8], at path: FilePath) -> StepFailure? {
    do throws(FileFailure) {
      let root = Selection.Root(path: path.folder, files: try files.below(path.folder))
      let entry = Selection.Entry(path: path, name: path.name, root: root)
      var player = ScenarioPlayer(host: host, system: system, options: options)
      return player.pass(LoadedScenario(entry, transcript: Transcript(transcript))).failures.first
    } catch {
      return StepFailure(location: .init(path: path, line: 0), kind: .finding(error.description))
    }
  }
}
