/// A piece of work that several contenders do in the same run.
@MainActor
struct Work {
  /// Its number in the project's list of figures, such as `S1`.
  let id: String
  let title: String
  /// The number of objects.
  let size: Int
  /// The name of one operation.
  let operation: String
  /// The number of operations in a measurement; `nil` for as many as fill its time.
  var operations: Int?
  var contenders: [Contender]
  /// Ends what would go on after the work.
  var close: () -> Void = {}
}

/// Someone who does a piece of work.
@MainActor
struct Contender {
  var name: String
  /// A Boolean value that indicates whether it shows the lowest possible cost of the work.
  let isFloor: Bool
  /// Returns a Boolean value that indicates whether every view shows its model after the whole run.
  let isCorrect: () -> Bool
  /// Does the work this many times and returns the seconds that it took.
  let time: (_ operations: Int) -> Double
  /// The most memory that a program held at a time, in bytes.
  var peak: () -> Int? = { nil }

  /// Someone who does the work in this thread.
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

  /// A program that does the work once with each run.
  ///
  /// - Parameters:
  ///   - isElapsed: whether the time from start to end counts, and not only what was computed.
  ///   - last: the last line that it has to print.
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
