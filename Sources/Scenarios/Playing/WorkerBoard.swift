/// The board that the workers of a run share: the place in the queue, and each worker's place.
struct WorkerBoard: Sendable {
  private let numbers: any SharedNumbers
  private let count: Int

  private static let next = 0
  /// The first place of the queue that is not to be begun any more.
  private static let end = 1

  /// Numbers of each worker.
  private enum Field: Int, CaseIterable {
    /// The scenario's place in the queue, from 1.
    case place
    /// The line of the command that runs in the scenario's own file; 0 elsewhere.
    case line
    /// The start time of the scenario; 0 while none runs.
    case start
  }

  /// - Parameter count: how many scenarios are in the queue.
  init?(_ workers: any ReplayWorkers, workerCount: Int, count: Int) {
    guard let numbers = workers.makeNumbers(count: 2 + workerCount * Field.allCases.count) else { return nil }
    self.numbers = numbers
    self.count = count
    numbers[Self.end] = UInt64(count)
  }

  /// A Boolean value that indicates whether a scenario is left that nobody took.
  var hasNext: Bool { numbers[Self.next] < numbers[Self.end] }

  /// Takes the next scenario for a worker; its place in the queue.
  func take(for worker: Int, at now: UInt64) -> Int? {
    while true {
      let next = numbers[Self.next]
      guard next < numbers[Self.end] else {
        self[worker, .place] = 0
        return nil
      }
      self[worker, .line] = 0
      self[worker, .start] = now
      // It stands there before the scenario is taken, so that a worker that dies leaves none behind that nobody knows of.
      self[worker, .place] = next + 1
      if numbers.replace(Self.next, next, with: next + 1) { return Int(next) }
    }
  }

  /// The place in the queue that a worker took last, as far as it can be told; others may be about to take it.
  func place(of worker: Int) -> Int? {
    let place = Int(clamping: self[worker, .place]) - 1
    return (0..<count).contains(place) && UInt64(place) < numbers[Self.next] ? place : nil
  }

  /// Lets nobody begin what stands behind a place of the queue.
  func end(behind place: Int) {
    while true {
      let end = numbers[Self.end]
      if end <= UInt64(place + 1) || numbers.replace(Self.end, end, with: UInt64(place + 1)) { return }
    }
  }

  func line(of worker: Int) -> Int { Int(clamping: self[worker, .line]) }

  /// Returns the start time of a worker's scenario; `nil` while none runs.
  func start(of worker: Int) -> UInt64? {
    let start = self[worker, .start]
    return start == 0 ? nil : start
  }

  /// Notes that a worker has a verdict.
  func finish(_ worker: Int) { self[worker, .start] = 0 }

  private subscript(worker: Int, field: Field) -> UInt64 {
    get { numbers[2 + worker * Field.allCases.count + field.rawValue] }
    nonmutating set { numbers[2 + worker * Field.allCases.count + field.rawValue] = newValue }
  }

  /// One worker's part of the board.
  struct Mark: Sendable {
    let board: WorkerBoard
    let worker: Int

    /// Notes that the scenario is played from its beginning.
    func begin(at now: UInt64) { board[worker, .start] = now }

    /// Notes the line of the command that runs.
    func note(line: Int) { board[worker, .line] = UInt64(line) }
  }
}
