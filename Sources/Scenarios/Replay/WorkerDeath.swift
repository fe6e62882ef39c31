import TerminalText

/// The end of a worker while it ran a scenario.
struct WorkerDeath {
  var ending: WorkerEnding
  /// The reason why this process killed the worker; `nil` if it did not kill it.
  var killing: Killing?
  /// The line of the running command in the scenario's own file; 0 if a command of another file ran.
  var line: Int
  /// The bytes that the worker wrote to standard error since its last verdict.
  var errors: [UInt8]

  enum Killing: Equatable {
    case timeout(milliseconds: UInt64)
    case interrupted
    /// The worker sent bytes that are not a verdict.
    case damaged
  }

  /// The maximum number of lines of standard error in the scenario's failure.
  private static let errorLineCountMax = 5

  func outcome(of entry: Selection.Entry) -> ScenarioRunner.Outcome {
    let transcript = ScenarioLoader.transcript(of: entry)
    let step = transcript?.steps.first { $0.command.lowerBound + 1 == line }
    var failure = StepFailure(location: .init(path: entry.path, line: 0), kind: kind)
    if let transcript, let step { failure = StepFailure(step, of: transcript, in: entry.path, kind: kind) }
    failure.notes = notes
    var result = ScenarioResult(path: entry.path, claim: transcript?.header.claim ?? "", verdict: .failed)
    result.tags = transcript?.header.tags ?? []
    result.failures = [failure]
    return ScenarioRunner.Outcome(result: result, isFatal: true)
  }

  private var kind: StepFailure.Kind {
    switch killing {
    case .timeout(let milliseconds): .timeout(milliseconds: milliseconds)
    case .interrupted: .interrupted
    case .damaged: .died(cause: "it sent an invalid verdict")
    case nil:
      switch ending {
      case .code(let code): .died(cause: "it ended with exit code \(code)")
      case .signal(let name): .died(cause: isOutOfMemory ? "out of memory" : name)
      }
    }
  }

  private var notes: [String] {
    var notes = message
    switch (killing, ending) {
    case (.timeout, _), (.interrupted, _):
      notes.append("the command did not stop on request, so its process was killed")
    case (nil, .signal("killed")):
      notes.append("the replay did not kill it; the system does if memory runs out")
    default: break
    }
    return notes
  }

  /// The last lines that the worker wrote to standard error, before any stack trace of the runtime.
  private var message: [String] {
    let text = errors.firstRange(of: Array("Current stack trace:".utf8)).map { errors[..<$0.lowerBound] }
    let lines = (text ?? errors[...]).split(separator: UInt8(ascii: "\n"))
    return lines.suffix(Self.errorLineCountMax).map { ShownLine.text(of: $0) }
  }

  /// A Boolean value that indicates whether the Swift runtime reported that memory ran out.
  private var isOutOfMemory: Bool {
    errors.firstRange(of: Array("Fatal error: failed to allocate ".utf8)) != nil
  }
}
