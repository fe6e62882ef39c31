/// A piece of work that several contenders do in the same run.
@MainActor
struct Work {
  /// Its number in the project's list of figures, such as `S1`.
  let id: String
  let title: String
  /// How many objects there are.
  let size: Int
  /// What one operation is.
  let operation: String
  var contenders: [Contender]
  /// Ends what would go on after the work.
  var close: () -> Void = {}
}

/// Someone who does a piece of work.
@MainActor
struct Contender {
  let name: String
  /// Whether it shows the least that the work can cost.
  let isFloor: Bool
  /// Whether every view shows what its model says, after all that was run.
  let isCorrect: () -> Bool
  /// Does the work this many times.
  let run: (_ operations: Int) -> Void

  init(
    _ name: String, isFloor: Bool = false, _ isCorrect: @escaping @autoclosure () -> Bool,
    run: @escaping (_ operations: Int) -> Void
  ) {
    self.name = name
    self.isFloor = isFloor
    self.isCorrect = isCorrect
    self.run = run
  }
}
