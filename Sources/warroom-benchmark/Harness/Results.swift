/// The result of measuring a work.
struct WorkResult: Encodable {
  let id: String
  let title: String
  let size: Int
  let operation: String
  /// The first is the one that the ratios are about.
  let contenders: [ContenderResult]
}

struct ContenderResult: Encodable {
  let name: String
  let isFloor: Bool
  /// Nanoseconds per operation.
  let time: Sample
  /// The first contender's time by this one's, each repetition's by its neighbour's.
  let ratio: Sample
  let isCorrect: Bool
  /// The most memory that a program held at a time.
  let peakBytes: Int?
}

/// The memory that the objects of a contender take.
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

/// All that a run measured.
struct Report: Encodable {
  let machine: Machine
  var works: [WorkResult] = []
  var memory: [MemoryResult] = []
  /// The measurements that were left out, and the reasons.
  var notes: [String] = []

  /// The contenders that ended with a view that does not show its model.
  var wrong: [String] {
    works.flatMap { work in
      work.contenders.filter { !$0.isCorrect }.map { "\(work.id) \(work.size): \($0.name)" }
    }
  }
}

/// The middle and the spread of some measurements.
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
