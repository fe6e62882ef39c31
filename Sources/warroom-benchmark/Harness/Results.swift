struct WorkResult: Encodable {
  let id: String
  let title: String
  let size: Int
  let operation: String
  /// The contenders. Ratios compare each of them with the first one.
  let contenders: [ContenderResult]
}

struct ContenderResult: Encodable {
  let name: String
  let isFloor: Bool
  /// Nanoseconds per operation.
  let time: Sample
  /// The ratio of the first contender's time to the time of this one, in each repetition.
  let ratio: Sample
  let isCorrect: Bool
  /// The peak memory of a program.
  let peakBytes: Int?
}

/// The memory of a contender's objects.
struct MemoryResult: Encodable {
  let id: String
  let title: String
  let size: Int
  let contenders: [Contender]

  struct Contender: Encodable {
    let name: String
    let bytesPerObject: Double
  }
}

struct Report: Encodable {
  let machine: Machine
  var works: [WorkResult] = []
  var memory: [MemoryResult] = []
  /// The skipped measurements, with the reasons.
  var notes: [String] = []

  /// The contenders that ended with a view that does not show its model.
  var wrong: [String] {
    works.flatMap { work in
      work.contenders.filter { !$0.isCorrect }.map { "\(work.id) \(work.size): \($0.name)" }
    }
  }
}

/// The median and the spread of measurements.
struct Sample: Encodable {
  let median: Double
  let low: Double
  let high: Double
  let count: Int

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    low = sorted.first ?? .nan
    high = sorted.last ?? .nan
    count = sorted.count
  }
}
