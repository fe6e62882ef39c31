/// Replays a transcript that is about to be kept, to tell whether it gives the same again.
public struct TranscriptCheck: Sendable {
  private let host: ReplayHost
  private let files: any ScenarioFiles
  private let system: ReplaySystem
  private let options: ReplayOptions

  /// A check by sessions of a host.
  ///
  /// - Parameters:
  ///   - host: makes the sessions.
  ///   - files: where the transcript is to stand, and what it uses.
  ///   - system: its clock bounds the time of a check.
  public init(host: ReplayHost, files: any ScenarioFiles, system: ReplaySystem) {
    var options = ReplayOptions()
    options.timeoutMilliseconds = system.clock == nil ? nil : 10_000
    self.host = host
    self.files = files
    self.system = system
    self.options = options
  }

  /// Returns the first difference when the transcript is replayed as the file at `path`; `nil` if there is none.
  public func firstFailure(of transcript: [UInt8], at path: FilePath) -> StepFailure? {
    do throws(FileFailure) {
      let root = Selection.Root(path: path.folder, files: try files.below(path.folder))
      let entry = Selection.Entry(path: path, name: path.name, root: root)
      var player = ScenarioPlayer(host: host, system: system, options: options)
      return player.pass(LoadedScenario(entry, transcript: Transcript(transcript))).failures.first
    } catch {
      return StepFailure(place: .init(path: path, line: 0), kind: .finding(error.description))
    }
  }
}
