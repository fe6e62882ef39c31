/// A workload that several contenders perform in the same run.
@MainActor
struct Work {
  /// The number of the workload in the project's list of figures, such as `S1`.
  let id: String
  let title: String
  /// The number of objects.
  let size: Int
  /// The name of one operation.
  let operation: String
  /// The number of operations in a measurement; `nil` for as many as fill its time.
  var operations: Int?
  var contenders: [Contender]
  /// Cleans up after the work.
  var close: () -> Void = {}
}

@MainActor
struct Contender {
  var name: String
  /// A Boolean value that indicates whether the contender has the least possible cost.
  let isFloor: Bool
  /// Returns whether every view shows its model after the whole run.
  let isCorrect: () -> Bool
  /// Performs a number of operations, and returns the time in seconds.
  let time: (_ operations: Int) -> Double
  /// Returns the peak memory of a program in bytes; `nil` if it is unknown.
  var peak: () -> Int? = { nil }

  /// Creates a contender that runs in this thread.
  init(
    _ name: String, isFloor: Bool = false, _ isCorrect: @escaping @autoclosure () -> Bool,
    run: @escaping (_ operations: Int) -> Void
  ) {
    self.name = name
    self.isFloor = isFloor
    self.isCorrect = isCorrect
    time = { operations in
      let start = ThreadClock.now
      run(operations)
      return max(ThreadClock.now - start, 1e-9)
    }
  }

  /// Creates a contender that is a program. Each operation is one run.
  ///
  /// - Parameters:
  ///   - isElapsed: whether to measure the elapsed time instead of the CPU time.
  ///   - last: the last line that the program must print; `nil` for any.
  init(program name: String, _ child: ChildProcess, isElapsed: Bool = false, last: String? = nil) {
    let state = ProgramState()
    self.name = name
    isFloor = false
    isCorrect = { state.isCorrect }
    peak = { state.peak > 0 ? state.peak : nil }
    time = { _ in
      guard let outcome = child.run(watchesMemory: !isElapsed) else {
        state.isCorrect = false
        return 1e-9
      }
      state.peak = max(state.peak, outcome.peak)
      if !outcome.isSuccess { state.isCorrect = false }
      if let last, TextFile.lastLine(of: child.output) != last { state.isCorrect = false }
      return max(isElapsed ? outcome.elapsed : outcome.computed, 1e-9)
    }
  }

  func named(_ name: String) -> Contender {
    var contender = self
    contender.name = name
    return contender
  }

  private final class ProgramState {
    var isCorrect = true
    var peak = 0
  }
}
