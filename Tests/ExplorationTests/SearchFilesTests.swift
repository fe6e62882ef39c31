import CommandLanguage
import Glibc
import ProgramTesting
import Scenarios
import Simulator
import Synchronization
import Testing

@testable import CommandProgram
@testable import Exploration
@testable import Posix

/// Searches of every state that keep their states in files, and continue in later runs.
struct SearchFilesTests {
  /// Four items with three words each, and a tally with three.
  private static let world = World("small", Item.schema, Tally.schema) {
    Beginning()
    Command("go", "Go on", .field(\Tally.phase)) { world, phase in
      try world.change(Tally.the) { $0.phase = phase }
    }
    Command("turn", "Let an item do something", .one(Item.self), .field(\Item.state)) { world, item, state in
      try world.change(item) { $0.state = state }
    }
  }

  /// The counts of a search without files, in one run.
  private static let whole = Result { try search(nil).counts }

  private let folder: TemporaryFolder
  private var path: FilePath { FilePath(folder["states"]) }

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter clock: whether the time advances by a minute whenever it is read, so that the progress is saved often.
  private static func search(
    _ storage: (any SearchStorage)?, jobs: Int = 1, clock: Bool = false,
    _ change: (inout ExplorationOptions) -> Void = { _ in }
  ) throws -> ExplorationResult {
    var options = ExplorationOptions()
    options.isExhaustive = true
    options.commandNames = ["go", "turn"]
    options.checks = []
    options.prefix = ["A", "B", "C", "D"].map { "add item \($0)" }
    options.jobCount = jobs
    change(&options)
    var system = ExplorationSystem()
    system.concurrently = { PosixThreads.run($0, $1) }
    system.pause = { PosixThreads.wait(milliseconds: 1) }
    system.storage = storage
    if clock {
      let now = Clock()
      system.clock = { now.time.add(60_000_000_000, ordering: .relaxed).newValue }
    }
    return try Explorer(try world.exploredInTest(), options, system).run()
  }

  private final class Clock: Sendable {
    let time = Atomic<UInt64>(0)
  }

  // MARK: Continuing

  @Test(arguments: [1, 2], [0, 100_000])
  func `a search in several runs visits the same states as one`(jobs: Int, keptLineCountMax: Int) throws {
    let whole = try Self.whole.get()
    var counts = ExplorationCounts()
    var runCount = 0
    while !counts.isComplete, runCount < 100 {
      counts = try Self.search(StatesFolder(path), jobs: jobs) {
        $0.stepCountMax = 600
        $0.keptLineCountMax = keptLineCountMax
      }.counts
      runCount += 1
    }
    #expect(runCount > 3 && counts.isComplete)
    #expect(counts.stateCount == whole.stateCount && counts.depth == whole.depth, "\(counts) \(whole)")
    #expect(counts.stepCount == whole.stepCount && counts.changeCount == whole.changeCount)
    // The search has ended, and the answer remains.
    let again = try Self.search(StatesFolder(path), jobs: jobs)
    #expect(again.counts.isComplete && again.counts.stateCount == counts.stateCount)
    #expect(again.counts.stepCount == counts.stepCount && again.counts.changeCount == counts.changeCount)
    #expect(again.actions.reduce(0) { $0 + $1.tryCount } == counts.stepCount)
  }

  @Test func `a finding is reported in the run that finds it, and the search continues behind it`() throws {
    let broken = try #require(BrokenWorld.all.first { $0.name.hasPrefix("an invariant that only breaks") })
    func search() throws -> ExplorationResult {
      var options = ExplorationOptions()
      options.isExhaustive = true
      options.commandNames = ["order", "rest"]
      options.stepCountMax = 10
      var system = ExplorationSystem()
      system.storage = try StatesFolder(path)
      return try Explorer(try broken.world.exploredInTest(), options, system).run()
    }
    var found: [[String]] = []
    for _ in 0..<20 {
      let result = try search()
      found += result.faults.map(\.lines)
      if result.counts.isComplete { break }
    }
    #expect(found.first == Array(repeating: "order", count: 7))
  }

  /// Files of a search, of which one fails after some records.
  private struct Failing: SearchStorage {
    let base: StatesFolder
    let left: Left

    final class Left: Sendable {
      let count: Mutex<Int>
      init(_ count: Int) { self.count = Mutex(count) }
      func use() throws {
        let isOver = count.withLock { count in
          count -= 1
          return count < 0
        }
        if isOver { throw ExplorationError("the disk is full") }
      }
    }

    var name: String { base.name }
    var program: String { base.program }
    func load() throws -> [UInt8]? { try base.load() }
    func save(_ bytes: [UInt8]) throws {
      try left.use()
      try base.save(bytes)
    }
    func records(_ index: Int, byteCount: Int, keeping count: Int) throws -> any SearchRecords {
      Records(base: try base.records(index, byteCount: byteCount, keeping: count), left: left)
    }

    struct Records: SearchRecords {
      let base: any SearchRecords
      let left: Left

      func append(_ record: Span<UInt8>) throws {
        try left.use()
        try base.append(record)
      }
      func read(from index: Int, into bytes: inout [UInt8]) throws {
        try base.read(from: index, into: &bytes)
      }
      func flush() throws { try base.flush() }
    }
  }

  @Test(arguments: 1...6)
  func `a search whose files fail at any moment continues from what was saved`(number: Int) throws {
    let whole = try Self.whole.get()
    var random = SplitMix(seed: UInt64(number))
    var (counts, failureCount) = (ExplorationCounts(), 0)
    for _ in 0..<200 {
      let left = Failing.Left(20 + random.below(120))
      do {
        counts = try Self.search(
          Failing(base: StatesFolder(path), left: left), jobs: 1 + number % 2, clock: true
        ).counts
        break
      } catch let error as ExplorationError {
        #expect(error.message == "the disk is full")
        failureCount += 1
      }
    }
    #expect(failureCount > 0 && counts.isComplete)
    #expect(counts.stateCount == whole.stateCount && counts.depth == whole.depth, "\(counts) \(whole)")
  }

  // MARK: Refusals

  @Test func `the files of another search, or of one that runs, are refused`() throws {
    _ = try Self.search(StatesFolder(path)) { $0.stepCountMax = 100 }
    #expect(throws: ExplorationError.self) {
      try Self.search(StatesFolder(path)) { $0.commandNames = ["turn"] }
    }
    #expect(throws: ExplorationError.self) { try Self.search(StatesFolder(path)) { $0.seed = 2 } }
    #expect(throws: ExplorationError.self) { try Self.search(StatesFolder(path)) { $0.isDepthFirst = true } }
    let running = try StatesFolder(path)
    let error = #expect(throws: ExplorationError.self) { try StatesFolder(path) }
    #expect(error?.message == "another process uses “\(path)”")
    withExtendedLifetime(running) {}
  }

  @Test func `any damaged or missing file is an error`() throws {
    _ = try Self.search(StatesFolder(path), clock: true) { $0.stepCountMax = 1_500 }
    let files = PosixFiles()
    var random = SplitMix(seed: 7)
    let names = try files.list(path).filter { $0.name != "lock" }.map(\.name).sorted()
    #expect(names.contains("progress") && names.contains("states-0"))
    for _ in 0..<60 {
      let file = path.joined(names[random.below(names.count)])
      let bytes = try files.read(file, byteCountMax: 1 << 20)
      guard !bytes.isEmpty else { continue }
      var damaged = bytes
      if random.below(4) == 0 {
        damaged.removeLast(1 + random.below(damaged.count))
      } else {
        damaged[random.below(damaged.count)] ^= 1 << UInt8(random.below(8))
      }
      let others = try names.map { (path.joined($0), try files.read(path.joined($0), byteCountMax: 1 << 20)) }
      try files.write(damaged, to: file, if: .always)
      let error = #expect(throws: ExplorationError.self) { try Self.search(StatesFolder(path)) }
      #expect(
        error?.message.hasPrefix("the search in “\(path)” is damaged: ") == true, "\(file) \(error as Any)")
      for (path, bytes) in others { try files.write(bytes, to: path, if: .always) }
    }
    let missing = path.joined("states-3")
    let bytes = try files.read(missing, byteCountMax: 1 << 20)
    #expect(unlink("\(missing)") == 0)
    let error = #expect(throws: ExplorationError.self) { try Self.search(StatesFolder(path)) }
    #expect(
      error?.message
        == "the search in “\(path)” is damaged: there is no file “\(missing)”; choose another folder to start again"
    )
    try files.write(bytes, to: missing, if: .always)
    #expect(try Self.search(StatesFolder(path)).counts.isComplete)
  }

  // MARK: Formats

  @Test func `progress is read again from its bytes, and from no others`() throws {
    var progress = SearchProgress(program: "p", search: "s\nt")
    (progress.stateCounts, progress.stateHashes) = ([3, 0, 5], [7, 8, 9])
    (progress.level, progress.next, progress.tables) = ([1, 2], [7], [0, 9])
    (progress.depth, progress.stepCount, progress.changeCount, progress.durationNs) = (4, 100, 50, 12)
    progress.actions = [ActionCount(name: "go", isOwn: false, tryCount: 3, successCount: 2)]
    let bytes = progress.bytes
    #expect(SearchProgress(bytes) == progress)
    for count in bytes.indices { #expect(SearchProgress(Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(SearchProgress(damaged) == nil, "\(index)")
    }
  }

  @Test func `a file of records has what was appended, and what was kept of it`() throws {
    let path = FilePath(folder["records"])
    var random = SplitMix(seed: 3)
    var model: [[UInt8]] = []
    for _ in 0..<10 {
      let kept = random.below(model.count + 1)
      model.removeSubrange(kept...)
      let file = try RecordFile(path, byteCount: 28, keeping: kept)
      for _ in 0..<random.below(6_000) {
        var record = [UInt8](repeating: UInt8(random.below(256)), count: 28)
        record[random.below(28)] = UInt8(random.below(256))
        try file.append(record.span)
        model.append(record)
        let start = random.below(model.count)
        var bytes = [UInt8](repeating: 0, count: 28 * (1 + random.below(min(3, model.count - start))))
        try file.read(from: start, into: &bytes)
        #expect(bytes == Array(model[start..<start + bytes.count / 28].joined()))
      }
      try file.flush()
    }
    #expect(throws: FileFailure.self) { try RecordFile(path, byteCount: 28, keeping: model.count + 1) }
    #expect(throws: FileFailure.self) { try RecordFile(path, byteCount: 28, keeping: .max) }
  }
}
