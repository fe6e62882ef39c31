import Exploration
import Posix
import Scenarios
import Simulator
import TerminalText

/// A supervisor that explores in a separate process, so that a trap or a hang is a finding and does not end the
/// exploration.
///
/// After a trap or a hang, another process runs the remaining steps with another seed.
struct ExploreSupervisor {
  let world: ExploredWorld
  let options: ExplorationOptions
  let settings: ProgramSettings
  let streams: ProgramStreams

  private static let processCountMax = 20
  /// The number of ended processes after which a command is no longer tried.
  private static let endCountMax = 2
  /// The processor time, in nanoseconds, after which a process that tries lines counts as hung.
  private static let tryNs: UInt64 = 1_000_000_000
  /// The maximum number of attempts that hang while a finding is shrunk.
  private static let hangingTryCountMax = 60

  /// The state between two processes.
  private struct Progress {
    var found: [ExploreFound] = []
    /// The number of processes that crashed or hung.
    var endCount = 0
    var stepCount = 0
    /// The number of times that each command ended a process.
    var ends: [String: Int] = [:]
  }

  func run() -> ReplayStatus {
    let journal = WorkerProcess.temporaryName
    let foundFile = ExploreVariables.foundFile(of: journal)
    func removeFiles() { for file in [journal, foundFile] { WorkerProcess.remove(file) } }
    defer { removeFiles() }
    let start = PosixThreads.now()
    var progress = Progress()
    if let states = settings.explore.states {
      progress.found = ExploreFound.all(in: Self.text(of: StatesFolder.foundFile(in: states)))
    }
    while progress.endCount < Self.processCountMax {
      let elapsedNs = PosixThreads.now() &- start
      guard let words = words(progress, elapsedNs: elapsedNs) else { break }
      WorkerProcess.remove(foundFile)
      guard
        let watchdog = LineJournal.Watchdog(
          journal, jobCount: options.jobCount, limitNs: lineNs),
        let ending = WorkerProcess.run(
          words, variables: variables(journal, progress, elapsedNs: elapsedNs), isHung: watchdog.isHung)
      else { return streams.fail("the exploring process cannot be started", .failure) }
      if case .code(let code) = ending {
        // Without the commands that ended earlier processes, there may be nothing left to explore, which is not wrong
        // usage.
        let isAnother = progress.endCount > 0 && code == ReplayStatus.usage.rawValue
        return isAnother ? end(progress) : ReplayStatus(rawValue: code) ?? .failure
      }
      progress.found += ExploreFound.all(in: Self.text(of: foundFile))
      progress.stepCount += LineJournal.stepCount(in: journal)
      if ending.isBrokenPipe {
        removeFiles()
        ProcessState.endByBrokenPipe()
      }
      if Interruption.isThere { return end(progress) }
      note(ending, LineJournal.lines(in: journal), &progress)
      progress.endCount += 1
      // Another process would try fewer commands, and so would have other states.
      if settings.explore.states != nil { break }
    }
    return end(progress)
  }

  private static func text(of file: FilePath) -> String {
    (try? PosixFiles().read(file, byteCountMax: 1 << 24)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns the arguments of the next process; `nil` if no steps or no time are left.
  private func words(_ progress: Progress, elapsedNs: UInt64) -> [[UInt8]]? {
    if progress.endCount == 0 { return ProcessState.words }
    let (names, without) = (options.commandNames, without(progress))
    if !names.isEmpty, names.allSatisfy(without.contains) { return nil }
    var words = ["--seed=\(seed(progress))"]
    if let most = options.bounded.stepCountMax {
      guard progress.stepCount < most else { return nil }
      words.append("--steps=\(most - progress.stepCount)")
    }
    if let most = options.timeNsMax {
      guard elapsedNs < most else { return nil }
      words.append("--for=\(max(1, (most - elapsedNs) / 1_000_000_000))")
    }
    return ProcessState.words + words.map { Array($0.utf8) }
  }

  /// Returns the seed of the current process. After the greatest number that `--seed` accepts comes 0.
  private func seed(_ progress: Progress) -> UInt64 {
    (options.seed &+ UInt64(progress.endCount)) & UInt64(Int.max)
  }

  private func variables(
    _ journal: FilePath, _ progress: Progress, elapsedNs: UInt64
  ) -> [(String, String)] {
    [
      (ExploreVariables.journal, journal.text),
      (ExploreVariables.found, progress.found.map(\.text).joined(separator: "\n")),
      (ExploreVariables.without, without(progress).joined(separator: " ")),
      (ExploreVariables.earlierSteps, "\(progress.stepCount)"),
      (ExploreVariables.earlierTime, "\(progress.endCount > 0 ? elapsedNs : 0)"),
    ]
  }

  /// Returns the names of the commands that ended too many processes.
  private func without(_ progress: Progress) -> [String] {
    let most = options.isExhaustive ? 1 : Self.endCountMax
    return progress.ends.filter { $0.value >= most }.keys.sorted()
  }

  private func end(_ progress: Progress) -> ReplayStatus {
    let text = ExploreText(options: options, usesColour: settings.usesColour)
    streams.show(text.lines(progress.found))
    let isInterrupted = Interruption.isThere
    if progress.endCount > 0 || isInterrupted {
      let ended = text.ended(progress.endCount, steps: progress.stepCount, isInterrupted: isInterrupted)
      streams.show(ended)
    }
    let problem = ExploreReports(settings: settings, replay: world.replay).write(
      progress.found, "seed \(options.seed)", durationNs: nil)
    if let problem { return streams.fail(problem) }
    return isInterrupted ? .interrupted : .failure
  }

  /// The time after which a line of the search counts as endless.
  private var lineNs: UInt64 { settings.explore.lineSeconds * 1_000_000_000 }

  // MARK: Traps and hangs

  /// Records the trap or hang that ended a process, with its lines shrunk.
  private func note(_ ending: ProcessEnding, _ jobs: [[String]], _ progress: inout Progress) {
    let seed = seed(progress)
    var hangCount = 0
    var known: [[String]: Bool] = [:]
    func isStill(_ lines: [String]) -> Bool {
      if let known = known[lines] { return known }
      if hangCount >= Self.hangingTryCountMax { return false }
      let found = self.ending(of: lines, seed)
      if found == .hung { hangCount += 1 }
      known[lines] = Self.isSame(found, ending)
      return Self.isSame(found, ending)
    }
    let running = jobs.filter { !$0.isEmpty }
    let shown = running.first(where: isStill)
    let shrunk = shown.map { lines in
      TrapShrinking.shrunk(lines, in: world, seed: seed, prefix: options.prefix, isStill: isStill)
    }
    // An attempt is stopped sooner than a line of the search, so its lines might end within the limit of the search.
    let lines = [shrunk, shown].lazy.compactMap { $0 }.first { isConfirmed($0, ending, seed) }
    let last = (lines ?? running.first)?.last ?? ""
    let command = String(last.prefix { $0 != " " })
    var fault = FoundFault(
      fault: fault(ending, last, isConfirmed: lines != nil), lines: lines ?? running.first ?? [], seed: seed,
      stepCount: 0,
      prefix: options.prefix)
    fault.cause.subject = command
    fault.isRepeatable = lines != nil
    progress.ends[command, default: 0] += 1
    if progress.found.contains(where: { $0.cause == fault.cause }) { return }
    let files = ExploreFiles(settings: settings, streams: streams)
    let found = files.write(fault, world, ExploreText(options: options, usesColour: settings.usesColour))
    progress.found.append(found)
    if let states = settings.explore.states { files.append(found, to: StatesFolder.foundFile(in: states)) }
  }

  /// Returns a Boolean value that indicates whether lines that seem to hang also exceed the time limit of a line of the
  /// search. Lines that end in another way are always confirmed.
  private func isConfirmed(_ lines: [String], _ ending: ProcessEnding, _ seed: UInt64) -> Bool {
    guard case .hung = ending else { return true }
    return Self.isSame(self.ending(of: lines, seed, limitNs: lineNs), ending)
  }

  private func fault(_ ending: ProcessEnding, _ line: String, isConfirmed: Bool) -> Fault {
    guard case .signal(let signal) = ending else {
      let seconds = settings.explore.lineSeconds
      let message =
        isConfirmed ? "does not end" : "took longer than \(seconds) s, but ended when run again"
      return Fault(.hang, String(line.prefix { $0 != " " }), "“\(line)” \(message)")
    }
    let name = "\(WorkerProcess.name(ofSignal: signal))"
    return Fault(.trap, name, "the program ends at “\(line)”: \(name)")
  }

  private static func isSame(_ ending: ProcessEnding?, _ other: ProcessEnding) -> Bool {
    switch (ending, other) {
    case (.signal, .signal), (.hung, .hung): true
    default: false
    }
  }

  /// Runs lines in a separate process, and returns its ending; `nil` if it cannot be started.
  private func ending(of lines: [String], _ seed: UInt64, limitNs: UInt64 = tryNs) -> ProcessEnding? {
    let all = options.prefix + [ExploredWorld.checkCommands.begin] + lines
    let words = ["run", "--keep-going", "--seed=\(seed)", "-c", all.joined(separator: "\n")]
    let start = PosixThreads.now()
    return WorkerProcess.run(words.map { Array($0.utf8) }, isSilent: true) { process in
      WorkerProcess.cpuNs(of: process) > limitNs
        || PosixThreads.now() &- start > max(Self.tryNs * 10, limitNs * 2)
    }
  }
}
