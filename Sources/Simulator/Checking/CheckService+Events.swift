import AutoUpdate
import CommandLanguage
import TerminalText

// Faults that are noted while a line runs: refusals, errors, and jobs.
extension CheckService {
  /// Reports a fault if a constraint refused one of the world's own commands that does not declare it.
  func noteRefusal(by constraint: String, of command: String) {
    guard scope != nil, let refusals = simulation.parts.refusals[command], !refusals.contains(constraint),
      simulation.parts.constraints.contains(constraint)
    else { return }
    var fault = Fault(
      .refusal, "\(command): \(constraint)",
      "the constraint \(Quoting.message(constraint)) refuses the command \(Quoting.message(command)), which does not declare it"
    )
    fault.isViolation = true
    note(fault)
  }

  /// Checks that a job that starts is due now, precedes all others by tick and then by number, and will repeat as
  /// planned.
  func noteRun(of job: Job) {
    guard let scope, scope.contains(.scratch) else { return }
    let (tick, jobs) = (simulation.tick, simulation.table(of: Job.self))
    if tick != job.at {
      note(Fault(.jobs, "", "job \(job.id) is due at tick \(job.at), and runs at tick \(tick)"))
    }
    if let next = jobs[job.id]?.at, next != tick + (job.interval ?? 0) {
      note(Fault(.jobs, "", "job \(job.id) runs at tick \(tick), and then at tick \(next)"))
    }
    for other in jobs.models
    where other.id != job.id && (other.at < job.at || other.at == job.at && other.id < job.id) {
      note(Fault(.jobs, "", "job \(job.id) runs before job \(other.id), which is due first"))
    }
  }

  /// Checks that all due jobs have run after time has passed.
  func noteOverdue() {
    guard let scope, scope.contains(.scratch) else { return }
    let tick = simulation.tick
    for job in simulation.time.sortedJobs where job.at <= tick {
      note(
        Fault(.jobs, "", "job \(job.id) is due at tick \(job.at), but has not run by the end of tick \(tick)")
      )
    }
  }

  /// Reports a fault if a command failed with an error that must not occur.
  func noteFailure(_ error: any Error) {
    guard scope != nil else { return }
    let counted = error as? any CatalogedError
    let isGuard = counted?.isGuard == true
    // Skip creating the explanation of ordinary errors.
    if let counted, !isGuard, counted.limit == nil { return }
    guard let explanation = (error as? any Explainable)?.explanation else {
      return note(Fault(.fault, "command", Explanation(of: error).message))
    }
    if let limit = explanation.limit {
      note(Fault(.limit, limit, explanation.message))
    } else if isGuard {
      note(Fault(.fault, "command", explanation.message))
    }
  }
}
