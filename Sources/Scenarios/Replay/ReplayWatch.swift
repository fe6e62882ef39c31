/// Tells which scenarios to replay again because a file of theirs was saved.
public struct ReplayWatch {
  private let replay: ReplayRun
  private var stamps: [String: [File]] = [:]

  private struct File: Equatable {
    var path: String
    var stamp: FileStamp?
  }

  public init(_ run: ReplayRun) { replay = run }

  /// The scenarios that are new or changed since the last call, or use a file that is; at the first call,
  /// all. In the order of a run. Reads what changed and looks at the rest: O(files).
  public mutating func changed() -> [String] {
    guard let chosen = try? RunSelection(replay).chosen() else { return [] }
    var loader = ScenarioLoader(files: replay.files, roots: replay.options.isRestricted ? chosen.roots : [])
    var changed: [String] = []
    var now: [String: [File]] = [:]
    for entry in chosen.entries {
      if let known = stamps[entry.path], known.allSatisfy({ $0.stamp == stamp($0.path) }) {
        now[entry.path] = known
        continue
      }
      changed.append(entry.path)
      var paths = [entry.path]
      if case .success(let scenario) = loader.load(entry) { paths = scenario.parts.map(\.path) }
      now[entry.path] = paths.map { File(path: $0, stamp: stamp($0)) }
    }
    stamps = now
    return changed
  }

  private func stamp(_ path: String) -> FileStamp? { try? replay.files.stamp(path) }
}

extension ReplayRun {
  /// Runs all, then, as long as `wait` returns `true`, what changed meanwhile.
  ///
  /// - Parameter wait: returns when it is time to look again; `false` ends the watch.
  /// - Returns: the status of the last run.
  public func watch(wait: () -> Bool) -> ReplayStatus {
    var watch = ReplayWatch(self)
    _ = watch.changed()
    var status = run()
    while status != .interrupted, wait() {
      let paths = watch.changed()
      if paths.isEmpty { continue }
      var again = self
      again.options.paths = paths
      // The choice was made; a shard of a part would be another part.
      again.options.shard = nil
      again.options.onlyFailed = false
      status = again.run()
    }
    return status
  }
}
