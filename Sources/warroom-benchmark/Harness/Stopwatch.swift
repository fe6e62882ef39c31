/// A measurement of the contenders of a work. The contenders take turns, so that load on the machine affects all of
/// them.
@MainActor
struct Stopwatch {
  /// The number of measurements of each contender.
  var repetitions = 9
  /// The intended length of one measurement, in seconds.
  var target = 0.04
  /// The number of operations in a measurement; `nil` for as many as fill the intended length.
  var operations: Int?

  static let quick = Stopwatch(repetitions: 7, target: 0.001)

  func measure(_ work: Work) -> WorkResult {
    let operations = work.contenders.map { work.operations ?? self.operations ?? operationCount(of: $0) }
    var times = work.contenders.map { _ in [Double]() }
    for repetition in 0..<repetitions {
      for turn in work.contenders.indices {
        // Each round begins with another contender, so that the first position changes.
        let index = (turn + repetition) % work.contenders.count
        let time = work.contenders[index].time(operations[index])
        times[index].append(time * 1e9 / Double(operations[index]))
      }
    }
    let first = times.first ?? []
    let results = work.contenders.indices.map { index in
      ContenderResult(
        name: work.contenders[index].name, isFloor: work.contenders[index].isFloor,
        time: Sample(times[index]), ratio: Sample(zip(first, times[index]).map { $0 / $1 }),
        isCorrect: work.contenders[index].isCorrect(), peakBytes: work.contenders[index].peak())
    }
    work.close()
    return WorkResult(
      id: work.id, title: work.title, size: work.size, operation: work.operation, contenders: results)
  }

  /// Returns the number of operations that fill a measurement. The search for this number also warms up the memory and
  /// makes buffers grow.
  private func operationCount(of contender: Contender) -> Int {
    var count = 1
    while true {
      let time = contender.time(count)
      if time * 2 >= target { return max(1, Int(Double(count) * target / time)) }
      // The count grows in steps, since the first operations cost more than later ones.
      count = max(count &* 2, min(count &* 16, Int(Double(count) * target / time / 2)))
    }
  }
}
