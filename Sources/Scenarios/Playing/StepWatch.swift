/// A check while a command runs: it stops the command when the scenario's time is over or the run was ended.
final class StepWatch {
  private let clock: (@Sendable () -> UInt64)?
  private let deadline: UInt64
  private let isStopped: @Sendable () -> Bool
  /// The reason why the command was stopped; `nil` if it was not.
  private(set) var cause: Cause?

  enum Cause {
    case timeout
    case interrupted
  }

  /// `timeoutNs` counts from now; without a clock there is none.
  init(_ system: ReplaySystem, timeoutNs: UInt64?) {
    clock = timeoutNs == nil ? nil : system.clock
    let (sum, overflow) = (clock?() ?? 0).addingReportingOverflow(timeoutNs ?? .max)
    deadline = overflow ? .max : sum
    isStopped = system.isInterrupted
  }

  /// Looks at the clock and the run; once `true`, always `true`.
  func shouldStop() -> Bool {
    if cause != nil { return true }
    if isStopped() {
      cause = .interrupted
    } else if let clock, clock() >= deadline {
      cause = .timeout
    }
    return cause != nil
  }
}
