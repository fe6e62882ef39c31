/// The workloads of a run, one after another, each with its contenders.
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
    // The memory is measured first, while the heap is still small.
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
    let ofPrograms: Set = ["S4", "S5", "S6", "S7", "S8", "S10", "S11", "S12"]
    if options.only.isEmpty || !ofPrograms.isDisjoint(with: options.only) {
      try TextFile.withFolder { try runPrograms(in: $0, &report) }
    }
    return report
  }

  private func runPrograms(in folder: String, _ report: inout Report) throws {
    let programs = Programs(warroom: options.warroom)
    report.notes += programs.notes
    let scripts = ScriptLines(programs: programs, folder: folder)
    let wholes = WholePrograms(programs: programs, folder: folder)
    for count in options.sizes([1_000_000], quick: [2_000]) {
      if options.wants("S4") { try measure(scripts.lines(count), into: &report) }
      if options.wants("S5") { try measure(scripts.watchedLines(count), into: &report) }
      if options.wants("S6") { try measure(scripts.loop(count), into: &report) }
    }
    for count in options.sizes([1_000], quick: [50]) {
      if options.wants("S7") { try measure(wholes.replay(count), into: &report) }
    }
    if options.wants("S10") {
      let explorations = Explorations(programs: programs, folder: folder)
      for count in options.sizes([1_000_000], quick: [2_000]) {
        try measure(explorations.searches(count), into: &report)
        if let bytes = try explorations.bytesPerState(count) { report.memory.append(bytes) }
      }
      for count in options.sizes([200_000], quick: [2_000]) {
        try measure(explorations.walks(count), into: &report)
      }
    }
    if options.wants("S8") { try measure(wholes.start(), into: &report) }
    let steps = DurableSteps(programs: programs, folder: folder)
    for count in options.sizes([5_000], quick: [100]) where options.wants("S11") {
      try measure(steps.single(count), into: &report)
      let groupedCount = count * 4
      try measure(steps.grouped(groupedCount), into: &report)
      if let bytes = steps.bytesPerStep(groupedCount) { report.memory.append(bytes) }
    }
    for count in options.sizes([1_000_000], quick: [2_000]) where options.wants("S12") {
      guard let reopening = try steps.reopening(count) else { continue }
      try measure(reopening, into: &report)
    }
  }

  private func measure(_ work: @autoclosure () throws -> Work, into report: inout Report) throws {
    var work = try work()
    if !options.contender.isEmpty {
      work.contenders.removeAll { !$0.name.contains(options.contender) }
    }
    report.works.append(stopwatch.measure(work))
  }
}
