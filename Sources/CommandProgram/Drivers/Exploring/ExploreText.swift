import Exploration
import Posix
import Scenarios
import Simulator
import TerminalText

/// The messages of an exploration.
struct ExploreText {
  let options: ExplorationOptions
  let usesColour: Bool
  /// The number of steps of earlier processes, which crashed or hung.
  var earlierStepCount = 0
  /// The nanoseconds of earlier processes, and of the work on their crashes and hangs.
  var earlierNs: UInt64 = 0

  /// Returns a line about a finding, without its file.
  func line(_ found: FoundFault) -> String {
    let count = English.count(found.commandCount, "command")
    let steps = found.stepCount > 0 ? ", after \(English.count(found.stepCount, "step"))" : ""
    let repeats = found.isRepeatable ? "" : "; it did not happen again in a fresh session"
    let outer = found.outerFaults.map { "; \($0)" }.joined()
    return Escaping.escaped(
      "\(found.fault.message) (\(found.fault.kind.rawValue), \(count), seed \(found.seed)\(steps))\(outer)\(repeats)"
    )
  }

  /// Returns the other command lines that show the same cause, each on its own line.
  func others(_ found: FoundFault) -> String {
    let others = found.others.map {
      "\n       also by \($0.map { Escaping.escaped($0) }.joined(separator: "; "))"
    }
    // A search ends a path at any other fault, so its number has no meaning.
    guard found.fault.isViolation, found.repeatCount > 0 else { return others.joined() }
    return others.joined() + "\n       and \(English.count(found.repeatCount, "more time"))"
  }

  /// Shows the commands after which a condition holds. They are not wrapped, so that they can be copied.
  ///
  /// - Parameters:
  ///   - path: the path of the scenario with the commands; `nil` if there are no commands.
  ///   - isShortest: whether none of the shorter lines that were tried meet the condition.
  func show(witness: FoundFault, _ path: FilePath?, isShortest: Bool, to streams: ProgramStreams) {
    let message = Escaping.escaped(witness.fault.message)
    guard let path else { return streams.show("REACHED  \(message)\n") }
    let count = English.count(witness.commandCount, "command") + (isShortest ? "" : ", perhaps by fewer")
    streams.show("REACHED  \(path)  \(message) by \(count)\n")
    streams.write(witness.lines.map { "> \(Escaping.escaped($0))\n" }.joined())
  }

  /// Returns the report of a condition that did not become true.
  func notReached(_ goal: ExplorationOptions.Goal, _ result: ExplorationResult) -> String {
    let condition = Escaping.escaped(goal.condition)
    if result.counts.isComplete { return "“\(condition)” \(neverTrue(result))\n" }
    let bound =
      options.timeNsMax == nil
      ? "at the shell, “explore --steps” sets the limit, \(ExplorationOptions.goalStepCount) by default"
      : "at the shell, “explore --for” sets the time of the search"
    return """
      “\(condition)” did not become true within \(English.count(result.counts.stepCount, "step")); \
      other states may fulfil it (\(bound))

      """
  }

  /// Returns the conclusion about a condition that is false in every state that a complete search reached.
  private func neverTrue(_ result: ExplorationResult) -> String {
    var others = result.isSampled ? ["arguments that were not tried"] : []
    if let depth = options.depthMax { others.append("more than \(English.count(depth, "command"))") }
    if others.isEmpty { return "cannot become true: no reachable state fulfils it" }
    let count = English.count(result.counts.stateCount, "state")
    return "did not become true in \(count); \(others.joined(separator: " or ")) may lead to it"
  }

  /// Returns the summary of an exploration whose last process crashed, hung or was interrupted.
  func ended(_ processCount: Int, steps: Int, isInterrupted: Bool) -> String {
    let text = "\(Self.beginning(isInterrupted)) \(English.count(steps, "step")), seed \(options.seed)"
    if processCount == 0 { return text + "\n" }
    let ends = English.count(processCount, "process", plural: "processes")
    return "\(text): \(ends) crashed or hung\n"
  }

  private static func beginning(_ isInterrupted: Bool) -> String {
    isInterrupted ? "interrupted after" : "explored"
  }

  func merged(_ merged: MergedSearches, folderCount: Int) -> String {
    let findings = merged.findings.count { $0.found.fault.kind != .reached }
    let causes = "\(English.count(findings, "cause")) of \(English.count(merged.findingCount, "finding"))"
    let text = "merged \(English.count(folderCount, "folder")): \(causes)"
    // Only walks have coverage.
    if merged.walkCount == 0 { return text + "\n" }
    return """
      \(text), \(merged.corpus.count) of \(English.count(merged.walkCount, "walk")) kept, \
      coverage \(merged.coveredCount)/\(merged.cellCount)

      """
  }

  func lines(_ found: [ExploreFound]) -> String {
    let mark = usesColour ? "\u{1B}[31mFOUND\(Painter.reset)" : "FOUND"
    return found.map { "\(mark)  \(FilePath($0.path))  \($0.message)\n" }.joined()
  }

  /// Returns a summary of the exploration without times: `20000 steps, 512 states, seed 7`.
  func claim(_ result: ExplorationResult, isInterrupted: Bool) -> String {
    let counts = result.counts
    let steps = English.count(earlierStepCount + counts.stepCount, "step")
    let since = earlierStepCount > 0 ? ", \(counts.stepCount) of them after the last crash or hang" : ""
    var parts = [steps + since, English.count(counts.stateCount, "state")]
    if options.isExhaustive {
      parts.append(
        counts.isComplete
          ? (options.depthMax.map { "all up to depth \($0)" } ?? "all states")
            + (result.faults.isEmpty ? "" : " that are reached without a fault")
            + (result.isSampled ? " of the tried arguments" : "")
          : "not all states")
    }
    // A search for a condition does not count coverage.
    if counts.cellCount > 0, !options.isExhaustive, options.goal == nil {
      parts.append("coverage \(counts.coveredCount)/\(counts.cellCount)")
    }
    return "\(Self.beginning(isInterrupted)) \(parts.joined(separator: ", ")), seed \(options.seed)"
  }

  /// Returns the answer to the question of a search, if it has one, and the number of findings.
  private func outcome(_ result: ExplorationResult, _ found: [ExploreFound]) -> String {
    let count = found.isEmpty ? "nothing found" : "\(found.count) found"
    guard let goal = options.goal, !goal.isForbidden else { return count }
    let answer = result.witness == nil ? "not reached" : "reached"
    return found.isEmpty ? answer : "\(answer), \(count)"
  }

  /// Returns the line that lists some of the world's own commands; empty if there are none.
  private func commands(
    _ predicate: String, in result: ExplorationResult, where isListed: (ActionCount) -> Bool
  ) -> String {
    let names = result.actions.filter { $0.isOwn && isListed($0) }.map(\.name)
    return names.isEmpty ? "" : "commands that \(predicate): \(names.joined(separator: ", "))\n"
  }

  func summary(_ result: ExplorationResult, _ found: [ExploreFound], isInterrupted: Bool) -> String {
    let counts = result.counts
    let seconds = Double(earlierNs &+ counts.durationNs) / 1e9
    let rate = seconds > 0 ? Int(Double(earlierStepCount + counts.stepCount) / seconds) : 0
    var text = lines(found)
    text +=
      "\(claim(result, isInterrupted: isInterrupted)): \(outcome(result, found)) in \(Int(seconds.rounded())) s, \(rate) steps/s\n"
    if let problem = result.problem {
      text += "some sessions were not compared with one in a store: \(Escaping.escaped(problem))\n"
    }
    if options.isExhaustive {
      text += commands("always failed", in: result) { $0.tryCount > 0 && $0.successCount == 0 }
      // An incomplete search may not have reached a state in which a command has candidates.
      if counts.isComplete { text += commands("had no candidates", in: result) { $0.tryCount == 0 } }
      if counts.depth > 0 { text += "the farthest state is \(English.count(counts.depth, "command")) away\n" }
      // The chance of a collision is n²/2¹²⁹, here as a power of ten.
      var exponent = 0
      var chance = Double(counts.stateCount) * Double(counts.stateCount)
      while chance >= 10 { (chance, exponent) = (chance / 10, exponent + 1) }
      text +=
        "\(English.count(counts.changeCount, "change")); \(counts.stateByteCount / max(1, counts.stateCount)) bytes per state, \(WorkerProcess.peakByteCount >> 20) MB in total; the probability that two different states were taken for one is below 1e\(exponent - 37)\n"
    } else if options.goal == nil {
      text += commands("never succeeded", in: result) { $0.successCount == 0 }
    }
    return text
  }
}

/// A terminal line with the progress of an exploration.
struct ExploreProgress: Sendable {
  let options: ExplorationOptions
  let streams: ProgramStreams

  var isShown: Bool { ProgramStreams.isOutputTerminal && ProgramStreams.isErrorTerminal }

  func show(_ counts: ExplorationCounts) {
    let seconds = Double(counts.durationNs) / 1e9
    var text = "\(counts.stepCount) steps  \(Int(Double(counts.stepCount) / max(seconds, 0.001)))/s"
    if counts.stateCount > 0 { text += "  \(counts.stateCount) states" }
    if counts.coveredCount > 0 { text += "  \(counts.coveredCount) covered" }
    if counts.faultCount > 0 { text += "  \(counts.faultCount) found" }
    var left: Double?
    if let most = options.timeNsMax { left = Double(most) / 1e9 - seconds }
    if let most = options.stepCountMax, counts.stepCount > 0 {
      left = seconds / Double(counts.stepCount) * Double(max(0, most - counts.stepCount))
    }
    if let left { text += "  \(max(0, Int(left.rounded(.up)))) s left" }
    streams.report(Array((Painter.erasedLine + text).utf8))
  }

  func hide() {
    if isShown { streams.report(Array(Painter.erasedLine.utf8)) }
  }
}
