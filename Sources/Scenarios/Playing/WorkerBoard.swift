/// The shared state of a run's workers: the next index in the queue, and the progress of each worker.
struct WorkerBoard: Sendable {
  private let numbers: any SharedNumbers
  private let count: Int

  private static let next = 0
  /// The end of the queue; scenarios from this index on are not started.
  private static let end = 1

  /// The numbers of each worker.
  private enum Field: Int, CaseIterable {
    /// The scenario's position in the queue, from 1; 0 if there is none.
    case index
    /// The line of the running command in the scenario's own file; 0 while a command of another file runs.
    case line
    /// The start time of the scenario; 0 while none runs.
    case start
  }

  /// - Parameter count: the number of scenarios in the queue.
  init?(_ workers: any ReplayWorkers, workerCount: Int, count: Int) {
    guard let numbers = workers.makeNumbers(count: 2 + workerCount * Field.allCases.count) else { return nil }
    self.numbers = numbers
    self.count = count
    numbers[Self.end] = UInt64(count)
  }

  /// A Boolean value that indicates whether there are scenarios that no worker has taken.
  var hasNext: Bool { numbers[Self.next] < numbers[Self.end] }

  /// Takes the next scenario for a worker, and returns its index in the queue; `nil` if none is left.
  func take(for worker: Int, at now: UInt64) -> Int? {
    while true {
      let next = numbers[Self.next]
      guard next < numbers[Self.end] else {
        self[worker, .index] = 0
        return nil
      }
      self[worker, .line] = 0
      self[worker, .start] = now
      // The index is recorded before the scenario is taken, so that the scenario of a worker that dies is always known.
      self[worker, .index] = next + 1
      if numbers.replace(Self.next, next, with: next + 1) { return Int(next) }
    }
  }

  /// Returns the index that a worker took last; `nil` if there is none. If the worker died while taking an index,
  /// another worker may have taken the same index.
  func index(of worker: Int) -> Int? {
    let index = Int(clamping: self[worker, .index]) - 1
    return (0..<count).contains(index) && UInt64(index) < numbers[Self.next] ? index : nil
  }

  func end(after index: Int) {
    while true {
      let end = numbers[Self.end]
      if end <= UInt64(index + 1) || numbers.replace(Self.end, end, with: UInt64(index + 1)) { return }
    }
  }

  func line(of worker: Int) -> Int { Int(clamping: self[worker, .line]) }

  func start(of worker: Int) -> UInt64? {
    let start = self[worker, .start]
    return start == 0 ? nil : start
  }

  func finish(_ worker: Int) { self[worker, .start] = 0 }

  private subscript(worker: Int, field: Field) -> UInt64 {
    get { numbers[2 + worker * Field.allCases.count + field.rawValue] }
    nonmutating set { numbers[2 + worker * Field.allCases.count + field.rawValue] = newValue }
  }

  /// The part of the board that belongs to one worker.
  struct Mark: Sendable {
    let board: WorkerBoard
    let worker: Int

    func begin(at now: UInt64) { board[worker, .start] = now }

    func note(line: Int) { board[worker, .line] = UInt64(line) }
  }
}
