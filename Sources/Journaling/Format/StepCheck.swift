package import TerminalText

/// Checks a journal's steps for contradictions, independently of the storage format.
package enum StepCheck {
  /// Returns the problems of consecutive steps, each with its location.
  ///
  /// - Parameter last: the serial of the last step that was written; `nil` if it is not stored.
  package static func problems(of steps: [JournalStep], last: Int? = nil) -> [UntrustedText] {
    var problems: [UntrustedText] = []
    if let last, last > steps.last?.serial ?? 0 {
      problems.append("the last step (serial \(last)) is missing")
    }
    return problems + repeatedNumbers(steps) + contradictions(steps)
  }

  /// Finds steps with the number of an earlier step. Only the steps of one line may share a number; the first of them
  /// has a line, which may be empty.
  private static func repeatedNumbers(_ steps: [JournalStep]) -> [UntrustedText] {
    var problems: [UntrustedText] = []
    var first: JournalStep?
    for step in steps {
      guard let known = first, step.number <= known.number else {
        first = step
        continue
      }
      if step.number == known.number, known.line != nil { continue }
      problems.append(
        "step \(step.number) (serial \(step.serial)) has the number of an earlier step")
      if problems.count >= 20 { break }
    }
    if !problems.isEmpty {
      problems.append(
        "an older program could write this. Nothing is lost: save the session and run it with a new store to get new numbers"
      )
    }
    return problems
  }

  /// Finds steps whose values before the step differ from those after the previous change.
  private static func contradictions(_ steps: [JournalStep]) -> [UntrustedText] {
    var values: [JournalKey: [String: Value?]] = [:]
    var problems: [UntrustedText] = []
    for step in steps {
      for change in step.changes {
        for field in change.fields {
          if let known = values[change.key]?[field.name], known != field.before, change.mark == .updated {
            problems.append(
              "step \(step.number) (serial \(step.serial)) does not follow from the one before it")
          }
          values[change.key, default: [:]][field.name] = field.after
        }
        if change.mark == .removed { values[change.key] = nil }
      }
      if problems.count >= 20 { break }
    }
    return problems
  }
}
