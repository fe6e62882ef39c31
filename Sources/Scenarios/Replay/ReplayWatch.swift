/// An event while a watch waits.
public enum WatchEvent: Sendable, Equatable {
  /// It is time to check whether files have changed.
  case look
  /// A key was pressed, and the terminal sent this byte.
  case key(UInt8)
  /// The watch ends.
  case end
}

/// The keys of a watch: `a`, `f`, `r` and `q`.
enum WatchKey: UInt8 {
  case all = 0x61
  case failed = 0x66
  case review = 0x72
  case quit = 0x71
}

/// A loop that replays scenarios when they have changed, or when a key requests it.
struct WatchLoop {
  private let run: ReplayRun
  private var watch = ReplayWatch()
  private var failed: Set<FilePath> = []
  private(set) var status = ReplayStatus.success

  init(_ run: ReplayRun) { self.run = run }

  /// Runs the scenarios that the options select. Returns `false` if the options are invalid, so that the watch ends.
  mutating func start() -> Bool {
    do {
      try replay(try run.choose(), run)
      return true
    } catch {
      status = run.fail(error)
      return false
    }
  }

  /// Handles an event. Returns `false` if it ends the watch.
  mutating func take(_ event: WatchEvent) -> Bool {
    switch event {
    case .end: return false
    case .look:
      // While files are being moved, there may briefly be none, which is not an error.
      if let chosen = try? chosen() { replayAgain(watch.changed(chosen.entries), run) }
    case .key(let byte):
      // Ctrl-C and Ctrl-D end the watch too, if the terminal delivers them as keys.
      guard let key = [3, 4].contains(byte) ? .quit : WatchKey(rawValue: byte) else {
        show(ReplayRun.watchKeys)
        break
      }
      if key == .quit { return false }
      follow(key)
    }
    return status != .interrupted
  }

  private mutating func follow(_ key: WatchKey) {
    do {
      let entries = try chosen().entries
      if key == .all { return replayAgain(entries, run) }
      var run = run
      if key == .review { run.options.blessing = .review }
      try RunRules.check(run)
      let left = entries.filter { failed.contains($0.path) }
      if left.isEmpty { show("none of these scenarios failed") }
      replayAgain(left, run)
    } catch {
      status = run.fail(error)
    }
  }

  private func chosen() throws(RunError) -> ReplayRun.Chosen {
    var all = run
    // Scenarios that did not fail last time are included, since they may have changed.
    all.options.onlyFailed = false
    return try all.chosen()
  }

  private mutating func replayAgain(_ entries: [Selection.Entry], _ run: ReplayRun) {
    if entries.isEmpty { return }
    do throws(RunError) {
      try replay(.init(entries: entries), run)
    } catch {
      status = run.fail(error)
    }
  }

  private mutating func replay(_ chosen: ReplayRun.Chosen, _ run: ReplayRun) throws(RunError) {
    watch.note(chosen.entries)
    let ran = try run.replay(chosen, keepsReads: true)
    watch.note(chosen.entries, reads: ran.reads)
    failed.subtract(ran.ran)
    failed.formUnion(ran.failed)
    status = ran.status
  }

  private func show(_ text: String) { run.system.output(Array("\(text)\n".utf8)) }
}

extension ReplayRun {
  /// The help for the keys of a watch, on one line.
  public static let watchKeys = "a all · f failed · r review · q quit"

  /// Runs all scenarios that the options select. Then runs scenarios that change or that a key requests, until the
  /// watch ends.
  ///
  /// `a` runs all, `f` runs those that failed in their last run, `r` reviews those, and `q` ends the watch. Other keys
  /// show ``watchKeys``.
  ///
  /// - Parameter next: waits for the next event and returns it.
  /// - Returns: the status of the last run.
  public func watch(next: () -> WatchEvent) -> ReplayStatus {
    if options.reports.contains(where: { $0.file != nil }) {
      return fail(
        RunError(
          message: "--watch cannot be used with a report file, which would have only a part of the run"))
    }
    var loop = WatchLoop(self)
    guard loop.start() else { return loop.status }
    while loop.status != .interrupted, loop.take(next()) {}
    return loop.status
  }
}

/// The file stamps that determine which scenarios to replay again because a file was saved.
public struct ReplayWatch {
  private var known: [FilePath: Known] = [:]

  /// The files of a scenario, including those that its commands read.
  private struct Known {
    var files: [(name: FilePath, stamp: FileStamp?)]

    init(_ entry: Selection.Entry, _ names: [FilePath]) {
      let all = names.contains(entry.name) ? names : [entry.name] + names
      files = all.map { ($0, ReplayWatch.stamp(entry, $0)) }
    }

    func isCurrent(_ entry: Selection.Entry) -> Bool {
      files.allSatisfy { $0.stamp == ReplayWatch.stamp(entry, $0.name) }
    }
  }

  init() {}

  /// Returns the scenarios that are new or depend on a file that has changed. O(files).
  func changed(_ entries: [Selection.Entry]) -> [Selection.Entry] {
    entries.filter { entry in !(known[entry.path]?.isCurrent(entry) ?? false) }
  }

  /// Records the stamps of the scenarios' known files before a run reads them, so that changes during the run are
  /// detected.
  mutating func note(_ entries: [Selection.Entry]) {
    for entry in entries { known[entry.path] = Known(entry, known[entry.path]?.files.map(\.name) ?? []) }
  }

  /// Records the stamps of further files that a run has read.
  mutating func note(_ entries: [Selection.Entry], reads: [FilePath: [FilePath]]) {
    for entry in entries {
      guard let names = reads[entry.path], let old = known[entry.path] else { continue }
      var new = Known(entry, names)
      for (index, file) in new.files.enumerated() {
        if let before = old.files.first(where: { $0.name == file.name }) { new.files[index] = before }
      }
      known[entry.path] = new
    }
  }

  private static func stamp(_ entry: Selection.Entry, _ name: FilePath) -> FileStamp? {
    try? entry.root.files.stamp(name)
  }
}
