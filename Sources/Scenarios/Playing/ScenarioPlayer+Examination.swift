internal import CommandLanguage
import TerminalText

extension ScenarioPlayer {
  static let explainingCountMax = 20
  static let noteCountMax = 10

  /// Compares an output that is not equal to the expected bytes, and adds a failure if it does not match the expected
  /// lines either.
  func examine(
    _ index: Int, at location: StepFailure.Location, _ transcript: Transcript, _ session: any Session,
    isOwn: Bool, _ pass: inout ScenarioPass
  ) {
    let step = transcript.steps[index]
    var matcher = OutputMatcher(
      transcript, step, printed: lastOutput, variables: pass.variables, budget: pass.budget)
    let aligned = matcher.compare(isUnordered: step.isUnordered)
    let known = pass.variables
    pass.variables = matcher.variables
    pass.budget = matcher.budget
    if pass.budget.wasStopped { return }
    for (line, error) in matcher.unreadable {
      let at = StepFailure.Location(path: location.path, line: line + 1)
      pass.add(StepFailure(location: at, kind: .finding(error.sentence)))
      pass.refusal = "the pattern in line \(line + 1) cannot be read"
    }
    if let problem = pass.variables.problem, known.problem == nil {
      pass.add(StepFailure(location: location, kind: .finding(problem)))
      pass.refusal = problem
    }
    if matcher.budget.isSpent {
      let message = "the comparison needs more than \(MatchBudget.stepCountMax) steps"
      pass.add(StepFailure(location: location, kind: .finding(message)))
      pass.refusal = message
      return
    }
    guard let aligned else { return }
    let difference = OutputDifference(aligned, matcher, transcript)
    var failure = StepFailure(step, of: transcript, in: location.path, kind: .output)
    failure.difference = difference
    failure.location.line = difference.firstLine ?? location.line
    // An outdated beginning is re-recorded as a separate scenario, not through the scenarios that use it.
    if !isOwn, options.blessing == .all || options.blessing == .review {
      if !pass.outdated.contains(where: { $0.location.path == location.path }) {
        pass.outdated.append(failure)
      }
      return
    }
    // A limit that was reached unexpectedly prevents re-recording.
    if options.blessing != .off, host.reachedLimit(session) {
      pass.refusal = "line \(location.line) reached a limit"
    }
    failure.notes = notes(step, transcript, aligned, matcher, session, known)
    failure.follows = cause(of: difference, step, transcript, aligned, matcher, pass)
    note(losses: aligned, matcher, isOwn: isOwn, &failure, &pass)
    var hunk: BlessHunk?
    if isOwn, options.blessing == .all || options.blessing == .review {
      hunk = BlessHunk(failure, difference: difference, step: index, aligned, matcher, transcript)
      if host.failedCheck(session) {
        hunk?.needsReview = "a failing check is only rewritten in a review"
        if options.blessing == .all {
          failure.notes.append("not re-recorded: a failing check is only rewritten in a review")
        }
      }
    }
    pass.add(failure)
    if let hunk { pass.add(hunk) }
  }

  private func note(
    losses aligned: [AlignedLine], _ matcher: OutputMatcher, isOwn: Bool, _ failure: inout StepFailure,
    _ pass: inout ScenarioPass
  ) {
    for pattern in aligned.lazy.flatMap(\.unmatchedPatterns).map({ matcher.patterns[$0] })
    where !pattern.captured.isEmpty {
      let reason =
        "line \(pattern.line + 1) captures a name and no longer matches; change its pattern by hand"
      // The note is below the line that is the reason, once.
      if isOwn, pass.refusal == nil, options.blessing == .all || options.blessing == .review {
        failure.notes.append("not re-recorded: \(reason)")
      }
      if pass.refusal == nil { pass.refusal = reason }
      pass.lostNames += pattern.captured.map { ($0, failure.location) }
    }
  }

  // MARK: Causes

  /// Returns the location of the earlier failure that explains this one; `nil` if there is none. Either the same words
  /// were replaced by the same other words there, or a line there no longer captures a name that is used here.
  private func cause(
    of difference: OutputDifference, _ step: Transcript.Step, _ transcript: Transcript,
    _ aligned: [AlignedLine], _ matcher: OutputMatcher, _ pass: ScenarioPass
  ) -> StepFailure.Location? {
    if let earlier = pass.failures.prefix(Self.explainingCountMax).first(where: {
      $0.difference?.explains(difference) ?? false
    }) {
      return earlier.location
    }
    guard !pass.lostNames.isEmpty else { return nil }
    let command = transcript.command(of: step)
    let texts =
      [command[...]]
      + aligned.lazy.flatMap(\.unmatchedPatterns).prefix(Self.explainingCountMax).map {
        transcript.text(ofLine: matcher.patterns[$0].line)
      }
    for text in texts {
      for location in Variables.occurrences(in: text) {
        if let lost = pass.lostNames.first(where: { $0.name.utf8.elementsEqual(text[location.name]) }) {
          return lost.location
        }
      }
    }
    return nil
  }

  // MARK: Notes

  private func notes(
    _ step: Transcript.Step, _ transcript: Transcript, _ aligned: [AlignedLine],
    _ matcher: OutputMatcher, _ session: any Session, _ known: Variables
  ) -> [String] {
    var notes: [String] = []
    let command = transcript.command(of: step)
    if session.completeness(of: command.span) == .open {
      notes.append("the command is incomplete; begin its next line, directly below, with “. ”")
    }
    if options.blessing != .names, let renamed = renamed(command, session, known) {
      let lines = PrintedLines(renamed.written).shown(countMax: 1)
      notes.append(
        "it has names that were changed: “--migrate” rewrites it as \(lines.first.map { "“\($0)”" } ?? "")")
    }
    notes += names(in: command[...], known)
    for pattern in aligned.lazy.flatMap(\.unmatchedPatterns).prefix(OutputDifference.lineCountMax) {
      let line = matcher.patterns[pattern].line
      let text = transcript.text(ofLine: line)
      switch transcript.lines[line].kind {
      case .escaped where text.endsLikePattern:
        notes.append("line \(line + 1) begins with “\\”, so it is literal text and not a pattern")
      case .text where text.starts(with: ". ".utf8):
        notes.append("line \(line + 1) is output: “. ” continues a command only directly below it")
      case .escaped: break
      default: notes += names(in: text, matcher.variables)
      }
    }
    return notes.reduce(into: []) { kept, note in
      if kept.count < Self.noteCountMax, !kept.contains(note) { kept.append(note) }
    }
  }

  /// Returns a note for each `{{name}}` in a text, with the value of the name if there is one.
  private func names(in text: ArraySlice<UInt8>, _ variables: Variables) -> [String] {
    Variables.occurrences(in: text).prefix(Self.noteCountMax).map { location in
      let name = ShownLine.text(of: text[location.name])
      guard let value = variables.value(of: text[location.name]) else {
        return "no line above captures “\(name)”, so {{\(name)}} is literal text"
      }
      return "{{\(name)}} is “\(ShownLine.text(of: value[...]))”"
    }
  }
}

extension OutputMatcher {
  /// Returns the alignment of the lines; `nil` if the output is as expected.
  mutating func compare(isUnordered: Bool) -> [AlignedLine]? {
    if !isUnordered, matchesInOrder() { return nil }
    let lines = isUnordered ? unorderedAlignment() : alignment()
    return lines.allSatisfy { $0.isMatch } && unreadable.isEmpty ? nil : lines
  }
}

extension RegexError {
  var sentence: String {
    column > 0
      ? "the pattern cannot be read: \(message) (at its character \(column))"
      : "the pattern cannot be read: \(message)"
  }
}

extension ArraySlice<UInt8> {
  fileprivate var endsLikePattern: Bool {
    suffix(TranscriptSyntax.globEnding.utf8.count).elementsEqual(TranscriptSyntax.globEnding.utf8)
      || suffix(TranscriptSyntax.regexEnding.utf8.count).elementsEqual(TranscriptSyntax.regexEnding.utf8)
  }
}
