import AutoUpdate
public import CommandLanguage

extension CommandSession {
  /// Goes back to the oldest step that the world's history keeps, and does each step again.
  ///
  /// This is how the events of a session are known that did not take place here, such as one in a store.
  ///
  /// - Parameter observe: called with the objects and views of the beginning, and with the events of each step: its line,
  ///   whose number is the step's, what it changed and what views showed. What its commands printed is not known.
  /// - Throws: why the session cannot move through its history.
  public func retrace(_ observe: @escaping (SessionEvent) -> Void) throws {
    let past = world.past
    guard let kept = past.steps.kept else { return }
    let last = past.steps.present.step
    try move { try past.go(to: StepPosition(step: kept.lowerBound)) }
    var line = SessionLine(text: [], number: nil)
    eventObserver = { event in
      switch event {
      case .lineBegan: observe(.lineBegan(line))
      // It tells of the move.
      case .text: break
      default: observe(event)
      }
    }
    defer { eventObserver = nil }
    var number = kept.lowerBound
    while number < last {
      number += 1
      line = SessionLine(text: Array((past.title(of: number) ?? "").utf8), number: number)
      try move { try past.redo(1) }
    }
  }

  private func move(_ body: () throws -> Void) throws {
    var output: [UInt8] = []
    guard run(into: &output, body) != .done else { return }
    throw failure ?? Explanation("the session cannot move through its history")
  }
}
