import CommandLanguage
import Exploration
import Posix
import Scenarios
import Simulator
import Synchronization

/// A worker that explores in this process and reports the result. Each finding is written when it is found.
struct ExploreWorker {
  let world: ExploredWorld
  let options: ExplorationOptions
  let settings: ProgramSettings
  let streams: ProgramStreams
  /// The folder of the states; `nil` to keep them in memory.
  let states: StatesFolder?

  let files: ExploreFiles
  private var text: ExploreText {
    let earlier = ProcessState.variable(ExploreVariables.earlierSteps).flatMap(Int.init) ?? 0
    return ExploreText(
      options: options, usesColour: settings.usesColour, earlierStepCount: earlier, earlierNs: earlierNs)
  }

  /// The nanoseconds of earlier processes, and of the work on their crashes and hangs.
  private var earlierNs: UInt64 {
    ProcessState.variable(ExploreVariables.earlierTime).flatMap(UInt64.init) ?? 0
  }

  /// The findings that were written, in order.
  private final class Written: Sendable {
    let found = Mutex<[ExploreFound]>([])
  }

  func run(journal path: FilePath) -> ReplayStatus {
    guard let journal = LineJournal(path, jobCount: options.jobCount) else {
      return streams.fail("the running lines cannot be saved in “\(path)”")
    }
    let written = Written()
    let progress = ExploreProgress(options: options, streams: streams)
    let system = system(journal, ExploreVariables.foundFile(of: path), written, progress)
    do {
      let result = try Explorer(world, options, system).run()
      progress.hide()
      return report(result, written)
    } catch {
      progress.hide()
      streams.show(text.lines(written.found.withLock { $0 }))
      // Objects that are not interchangeable are a wrong use of an option.
      return streams.fail(Explanation(of: error).message, error is SymmetryError ? .usage : .failure)
    }
  }

  private func system(
    _ journal: LineJournal, _ foundFile: FilePath, _ written: Written, _ progress: ExploreProgress
  ) -> ExplorationSystem {
    var system = ExplorationSystem()
    system.storage = states
    let stateFile = states?.foundFile
    system.clock = { PosixThreads.now() }
    system.isInterrupted = { Interruption.isThere }
    system.pause = { PosixThreads.wait(milliseconds: 1) }
    system.concurrently = { PosixThreads.run($0, $1) }
    system.onLine = { journal.note($0, $1, $2) }
    system.onStep = { journal.countStep(of: $0) }
    system.onProgress = { if progress.isShown { progress.show($0) } }
    let (files, text, world, options) = (files, text, world, options)
    system.onFound = { fault in
      // Two jobs may have findings with the same name, so findings are written one at a time.
      written.found.withLock { all in
        let found = files.write(fault, world, text)
        all.append(found)
        for file in [foundFile, stateFile].compactMap({ $0 }) {
          files.append(found, to: file)
        }
      }
    }
    system.onEntry = { files.write($0, world, options) }
    return system
  }

  private func report(_ result: ExplorationResult, _ written: Written) -> ReplayStatus {
    var found = ExploreFound.known
    let paths = written.found.withLock { $0 }
    for fault in result.faults {
      guard var one = paths.last(where: { $0.cause == fault.cause }) else { continue }
      one.message += text.others(fault)
      found.append(one)
    }
    let isAnswered = result.witness != nil || result.faults.contains { $0.fault.kind == .never }
    let isInterrupted = Interruption.isThere && !isAnswered && !result.counts.isComplete
    streams.show(text.summary(result, found, isInterrupted: isInterrupted))
    if let states, !result.counts.isComplete {
      streams.show("the same options continue the search in “\(FilePath(states.name))”\n")
    }
    if let file = settings.explore.graph, let problem = GraphFile(result.edges).write(to: file) {
      return streams.fail(problem)
    }
    let problem = ExploreReports(settings: settings, replay: world.replay).write(
      found, text.claim(result, isInterrupted: isInterrupted), coverage: result.coverage,
      durationNs: earlierNs &+ result.counts.durationNs)
    if let problem { return streams.fail(problem) }
    if let witness = result.witness {
      let path = witness.lines.isEmpty ? nil : FilePath(files.write(witness, world, text).path)
      text.show(witness: witness, path, isShortest: result.isShortest, to: streams)
      // The question is answered, even if another line ended a process.
      return files.hasFailed ? .failure : .success
    }
    if isInterrupted { return .interrupted }
    if let goal = options.goal, !isAnswered {
      streams.show(text.notReached(goal, result))
      if !goal.isForbidden { return .failure }
    }
    return found.isEmpty && !files.hasFailed ? .success : .failure
  }
}
