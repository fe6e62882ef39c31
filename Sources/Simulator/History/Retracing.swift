import AutoUpdate
public import CommandLanguage

extension CommandSession {
  /// Goes back to the oldest stored step of the history and redoes each step.
  ///
  /// Use this method to get the events of steps that another session performed, such as the steps in a store.
  ///
  /// - Parameter observe: Called with the objects and views at the beginning, and with the events of each step: the
  ///   line, whose number is that of the step, the changes and the view events. The output text of commands is not
  ///   included.
  /// - Throws: An error if the session's history cannot be replayed.
  public func retrace(_ observe: @escaping (SessionEvent) -> Void) throws {
    let past = world.past
    guard let kept = past.steps.kept else { return }
    let target = past.steps.present
    try move { try past.go(to: StepPosition(step: kept.lowerBound)) }
    var line = SessionLine(text: [], number: nil)
    eventObserver = { event in
      switch event {
      case .lineBegan: observe(.lineBegan(line))
      // The text reports the move itself.
      case .text: break
      // The step is redone, but the observer sees it for the first time.
      case .committed(var transaction):
        transaction.isRedone = false
        observe(.committed(transaction))
      default: observe(event)
      }
    }
    defer { eventObserver = nil }
    var number = kept.lowerBound
    while number < target.step {
      number += 1
      line = SessionLine(text: Array((past.title(of: number) ?? "").utf8), number: number)
      // The session's position may be within the last step.
      try move { number == target.step ? try past.go(to: target) : try past.redo(1) }
    }
  }

  private func move(_ body: () throws -> Void) throws {
    var output: [UInt8] = []
    guard run(into: &output, body) != .done else { return }
    throw failure ?? Explanation("the session's history cannot be replayed")
  }
}
