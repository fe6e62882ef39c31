/// An event while a watch waits.
public enum WatchEvent: Sendable, Equatable {
  /// It is time to look whether files changed.
  case look
  /// A key was pressed; the byte that the terminal sent for it.
  case key(UInt8)
  /// The user has enough.
  case end
}

/// The keys of a watch.
enum WatchKey: CaseIterable {
  case all, failed, review, quit

  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a"): self = .all
    case UInt8(ascii: "f"): self = .failed
    case UInt8(ascii: "r"): self = .review
    // With a terminal that passes them on, Ctrl-C and Ctrl-D end it, too.
    case UInt8(ascii: "q"), 0x03, 0x04: self = .quit
    default: return nil
    }
  }

  var help: String {
    switch self {
    case .all: "a all"
    case .failed: "f failed"
    case .review: "r review"
    case .quit: "q quit"
    }
  }
}

/// Replays again and again: what changed, or what a key asks for.
struct WatchLoop {
  private let run: ReplayRun
  private var watch = ReplayWatch()
  private var failed: Set<FilePath> = []
  private(set) var status = ReplayStatus.success

  init(_ run: ReplayRun) { self.run = run }

  /// Runs what the options choose; `false` when they cannot be followed, so that there is nothing to watch.
  mutating func start() -> Bool {
    do {
      try replay(try run.choose(), run)
      return true
    } catch {
      status = run.fail(error)
      return false
    }
  }

  /// Does what an event asks for; `false` when it ends the watch.
  mutating func take(_ event: WatchEvent) -> Bool {
    switch event {
    case .end: return false
    case .look:
      // While files are moved about, there may be none for a moment.
      if let chosen = try? chosen() { replayAgain(watch.changed(chosen.entries), run) }
    case .key(let byte):
      guard let key = WatchKey(byte) else {
        say(ReplayRun.watchKeys)
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
      try RunRules.check(run.setup)
      let left = entries.filter { failed.contains($0.path) }
      if left.isEmpty { say("none of these scenarios failed") }
      replayAgain(left, run)
    } catch {
      status = run.fail(error)
    }
  }

  private func chosen() throws(RunError) -> RunSelection.Chosen {
    var all = run
    // What failed and was mended is to be seen, too.
    all.options.onlyFailed = false
    return try RunSelection(all.setup).chosen()
  }

  private mutating func replayAgain(_ entries: [Selection.Entry], _ run: ReplayRun) {
    if entries.isEmpty { return }
    do throws(RunError) {
      try replay(.init(entries: entries), run)
    } catch {
      status = run.fail(error)
    }
  }

  private mutating func replay(_ chosen: RunSelection.Chosen, _ run: ReplayRun) throws(RunError) {
    watch.note(chosen.entries)
    let ran = try run.replay(chosen, keepsReads: true)
    watch.note(chosen.entries, reads: ran.reads)
    failed.subtract(ran.ran)
    failed.formUnion(ran.failed)
    status = ran.status
  }

  private func say(_ text: String) { run.system.output(Array("\(text)\n".utf8)) }
}

extension ReplayRun {
  /// The help for the keys of a watch, on one line.
  public static let watchKeys = WatchKey.allCases.map(\.help).joined(separator: " · ")

  /// Runs all, then what changed meanwhile or what a key asks for, until the user has enough.
  ///
  /// `a` runs all, `f` what failed when it last ran, `r` reviews that, `q` ends; another key shows
  /// ``watchKeys``.
  ///
  /// - Parameter next: returns when it is time to look again, or a key was pressed.
  /// - Returns: the status of the last run.
  public func watch(next: () -> WatchEvent) -> ReplayStatus {
    if options.reports.contains(where: { $0.file != nil }) {
      return fail(
        RunError(message: "--watch does not go with a report's file, which would hold a part of the run"))
    }
    var loop = WatchLoop(self)
    guard loop.start() else { return loop.status }
    while loop.status != .interrupted, loop.take(next()) {}
    return loop.status
  }

  /// Runs all, then, as long as `wait` returns `true`, what changed meanwhile.
  ///
  /// - Parameter wait: returns when it is time to look again; `false` ends the watch.
  /// - Returns: the status of the last run.
  public func watch(wait: () -> Bool) -> ReplayStatus { watch { wait() ? .look : .end } }
}
