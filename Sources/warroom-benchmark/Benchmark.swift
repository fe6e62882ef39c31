/// The works of a run, one after the other, each with its contenders side by side.
@MainActor
struct Benchmark {
  let options: Options
  private var stopwatch: Stopwatch

  init(_ options: Options) {
    self.options = options
    stopwatch = options.isQuick ? .quick : Stopwatch()
    stopwatch.operations = options.operations
  }

  func run() throws -> Report {
    var report = Report(machine: .current)
    // First, while the heap is still as a program finds it.
    if options.wants("S9") {
      for count in options.sizes([100_000], quick: [1_000]) {
        report.memory.append(try Footprint.measure(count: count))
      }
    }
    if options.wants("S1") {
      for count in options.sizes([100, 1_000, 10_000, 100_000], quick: [100, 1_000]) {
        try measure(OneUpdate.work(count: count), into: &report)
      }
    }
    if options.wants("S2") {
      for count in options.sizes([1_000, 100_000], quick: [100, 1_000]) {
        try measure(LiveListUpdate.work(count: count), into: &report)
      }
    }
    if options.wants("S3") {
      for count in options.sizes([100_000], quick: [1_000]) {
        try measure(ManyUpdates.work(count: count, updates: max(1, count / 10)), into: &report)
      }
    }
    return report
  }

  private func measure(_ work: @autoclosure () throws -> Work, into report: inout Report) throws {
    var work = try work()
    if !options.contender.isEmpty {
      work.contenders.removeAll { !$0.name.contains(options.contender) }
    }
    report.works.append(stopwatch.measure(work))
  }
}
