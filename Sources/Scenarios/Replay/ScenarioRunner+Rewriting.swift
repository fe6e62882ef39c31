extension ScenarioRunner {
  /// Puts what was printed into the file, as far as the options and the user want it; what fails after it.
  mutating func rewrite(
    _ scenario: LoadedScenario, _ pass: ScenarioPass, _ failures: [StepFailure],
    _ outcome: inout Outcome, _ review: Review?
  ) -> [StepFailure] {
    if options.blessing == .hashes {
      guard failures.isEmpty else { return failures }
      var rewriter = Rewriter(scenario.transcript)
      for hash in pass.hashes { rewriter.setHash(hash.line, step: hash.step) }
      return write(rewriter, scenario, failures, &outcome)
    }
    if options.blessing == .names {
      var rewriter = Rewriter(scenario.transcript)
      var lines: [ScenarioResult.RenamedLine] = []
      for renamed in pass.renamed {
        lines += rewriter.setCommand(renamed.command, step: renamed.step).map { line in
          ScenarioResult.RenamedLine(
            line: line.line + 1, old: ShownLine.text(of: line.old[...]),
            new: ShownLine.text(of: line.new[...]))
        }
      }
      if lines.isEmpty { return failures }
      outcome.result.renamed = lines
      return write(rewriter.bytes(), scenario, failures, remaining: failures, &outcome)
    }
    guard !pass.hunks.isEmpty || !pass.hashes.isEmpty else { return failures }
    if let reason = pass.isUnfit {
      var failures = failures
      failures[0].notes.append("not re-recorded: \(reason)")
      return failures
    }
    var hunks = pass.hunks
    if let review {
      let answered = ask(review, about: hunks)
      outcome.hasQuitReview = answered.hasQuit
      hunks = answered.accepted
      // Who ends the run has not decided.
      if system.isInterrupted() || hunks.isEmpty { return failures }
    } else {
      hunks.removeAll { $0.needsReview != nil }
    }
    var rewriter = Rewriter(scenario.transcript)
    for hunk in hunks { rewriter.apply(hunk) }
    // A state that is no longer the recorded one is an output like the others.
    for hash in pass.hashes { rewriter.setHash(hash.line, step: hash.step) }
    return write(rewriter, scenario, failures, &outcome)
  }

  /// Writes the new text, unless it would change more than outputs, somebody else wrote the file meanwhile, or
  /// nobody looked at it and, played, it fails where the old one did.
  private mutating func write(
    _ rewriter: Rewriter, _ scenario: LoadedScenario, _ failures: [StepFailure], _ outcome: inout Outcome
  ) -> [StepFailure] {
    let old = scenario.transcript.bytes
    let bytes = rewriter.bytes()
    if bytes == old { return failures }
    guard rewriter.keepsCommands(bytes) else {
      return Self.refused(
        failures, scenario, "a command or a comment would change; change this output by hand")
    }
    var changed = scenario
    changed.parts[changed.parts.count - 1].transcript = Transcript(bytes)
    let remaining = player.pass(changed).failures
    if options.blessing != .review, remaining.count >= max(1, failures.count) {
      return Self.refused(remaining, scenario, "the session prints something else each time")
    }
    outcome.result.verdict = .blessed
    return write(bytes, scenario, failures, remaining: remaining, &outcome)
  }

  /// Writes the new text, unless somebody else wrote the file meanwhile. Returns the failures that remain.
  private func write(
    _ bytes: [UInt8], _ scenario: LoadedScenario, _ failures: [StepFailure], remaining: [StepFailure],
    _ outcome: inout Outcome
  ) -> [StepFailure] {
    do {
      try scenario.entry.root.files.write(
        bytes, to: scenario.entry.name, if: .holds(scenario.transcript.bytes))
      return remaining
    } catch {
      outcome.result.verdict = .passed
      outcome.result.renamed = []
      outcome.isUnreadable = true
      let place = StepFailure.Place(path: scenario.path, line: 0)
      let failure = FileFailure(scenario.path, error.reason)
      return failures + [StepFailure(place: place, kind: .finding(failure.description))]
    }
  }

  private static func refused(
    _ failures: [StepFailure], _ scenario: LoadedScenario, _ reason: String
  ) -> [StepFailure] {
    var failures = failures
    if failures.isEmpty {
      let place = StepFailure.Place(path: scenario.path, line: 0)
      failures = [StepFailure(place: place, kind: .finding("not re-recorded: \(reason)"))]
    } else {
      failures[0].notes.append("not re-recorded: \(reason)")
    }
    return failures
  }
}
