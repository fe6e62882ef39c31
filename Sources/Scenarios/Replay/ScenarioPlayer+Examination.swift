internal import CommandLanguage

extension ScenarioPlayer {
  /// Mismatches beyond are counted and not kept.
  static let failureCountMax = 1_000
  static let explainingCountMax = 20
  static let noteCountMax = 10

  /// Compares an output that is not simply the expected bytes, and notes how it differs if it does; whether
  /// it does.
  func examine(
    _ index: Int, at place: StepFailure.Place, _ transcript: Transcript,
    _ session: any Session, _ outcome: Outcome, isOwn: Bool, _ pass: inout Pass
  ) -> Bool {
    let step = transcript.steps[index]
    var matcher = OutputMatcher(
      transcript, step, printed: lastOutput, variables: pass.variables, budget: pass.budget)
    let aligned = matcher.compare(isUnordered: step.isUnordered)
    let known = pass.variables
    pass.variables = matcher.variables
    pass.budget = matcher.budget
    for (line, error) in matcher.unreadable {
      let at = StepFailure.Place(path: place.path, line: line + 1)
      pass.failures.append(StepFailure(place: at, kind: .finding(error.sentence)))
      pass.isUnfit = "the pattern in line \(line + 1) cannot be read"
    }
    if let problem = pass.variables.problem, known.problem == nil {
      pass.failures.append(StepFailure(place: place, kind: .finding(problem)))
      pass.isUnfit = problem
    }
    if matcher.budget.isSpent {
      let message = "comparing takes too long: \(MatchBudget.stepCountMax) steps were not enough"
      pass.failures.append(StepFailure(place: place, kind: .finding(message)))
      pass.isUnfit = message
      return true
    }
    guard let aligned else { return false }
    // A beginning that is out of date is re-recorded by itself, not through those who use it.
    if !isOwn, options.blessing == .all || options.blessing == .review { return true }
    if pass.failures.count >= Self.failureCountMax, options.blessing == .off {
      pass.unshownCount += 1
      return true
    }
    var failure = StepFailure(step, of: transcript, in: place.path, kind: .output)
    let difference = OutputDifference(aligned, matcher, transcript)
    failure.difference = difference
    failure.place.line = difference.firstLine ?? place.line
    failure.notes = notes(step, transcript, aligned, matcher, session, known)
    failure.follows =
      pass.cause ?? pass.failures.prefix(Self.explainingCountMax).first { $0.explains(failure) }?.place
    let losesCapture = aligned.contains { $0.loses(matcher.patterns) }
    if losesCapture {
      pass.isUnfit = "a line that captures a name no longer matches; change its pattern by hand"
    }
    if pass.cause == nil, outcome == .failed || losesCapture || !isOwn { pass.cause = failure.place }
    pass.failures.append(failure)
    if isOwn {
      pass.hunks.append(BlessHunk(failure, difference: difference, step: index, aligned, matcher))
    }
    return true
  }

  // MARK: Notes

  private func notes(
    _ step: Transcript.Step, _ transcript: Transcript, _ aligned: [AlignedLine],
    _ matcher: OutputMatcher, _ session: any Session, _ known: Variables
  ) -> [String] {
    var notes: [String] = []
    let command = transcript.command(of: step)
    if session.completeness(of: command.span) == .open {
      notes.append("the command is still open at its end; its further lines begin with “. ” directly below")
    }
    notes += names(in: command[...], known)
    for pattern in aligned.compactMap(\.unmatchedPattern) {
      let line = matcher.patterns[pattern].line
      let text = transcript.text(ofLine: line)
      switch transcript.lines[line].kind {
      case .escaped where text.endsLikePattern:
        notes.append("line \(line + 1) begins with “\\”, so it is taken as it stands and is no pattern")
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

  /// What the names in a text stand for, or that they stand for nothing.
  private func names(in text: ArraySlice<UInt8>, _ variables: Variables) -> [String] {
    Variables.places(in: text).map { place in
      let name = String(decoding: text[place.name], as: UTF8.self)
      guard let value = variables.value(of: text[place.name]) else {
        return "no line above captures “\(name)”, so {{\(name)}} stands for itself"
      }
      return "{{\(name)}} is “\(Escaping.visible(value))”"
    }
  }
}

extension OutputMatcher {
  /// `nil` if the output is as expected, else how the lines belong together.
  mutating func compare(isUnordered: Bool) -> [AlignedLine]? {
    if isUnordered {
      let lines = unorderedAlignment()
      let isSame = lines.allSatisfy { $0.isMatch } && unreadable.isEmpty
      return isSame ? nil : lines
    }
    if matchesInOrder() { return nil }
    return alignment()
  }
}

extension AlignedLine {
  var isMatch: Bool {
    switch self {
    case .same, .any: true
    case .replaced, .missing, .extra: false
    }
  }

  /// The pattern that no printed line matches.
  var unmatchedPattern: Int? {
    switch self {
    case .replaced(let pattern, _), .missing(let pattern): pattern
    case .same, .any, .extra: nil
    }
  }

  /// Whether a pattern that captures a name was not matched.
  func loses(_ patterns: [LinePattern]) -> Bool {
    unmatchedPattern.map { !patterns[$0].captured.isEmpty } ?? false
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
