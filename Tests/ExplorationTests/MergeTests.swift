import CommandLanguage
import Scenarios
import Simulator
import Testing

@testable import Exploration

/// Searches in parts whose findings and corpora are united.
struct MergeTests {
  private static let world = World("shop", Item.schema) {
    Start { world in for name in 1...2 { try world.add(Item(id: name, name: "I\(name)")) } }
    Invariant("few") { "not any items where count > 6" }
    Invariant("calm") { "not any items where state == done and rank > 3" }
    Command("count", "Set a number", .one(Item.self), .number("count", in: 0...9)) { world, item, count in
      try world.change(item) { $0.count = count }
    }
    Command("rank", "Set a rank", .one(Item.self), .number("rank", in: 0...9)) { world, item, rank in
      try world.change(item) { $0.rank = rank }
    }
    Command("finish", "Be done", .one(Item.self)) { world, item in
      try world.change(item) { $0.state = .done }
    }
  }

  private static let shardCount = 3

  /// The findings of a shard, and its scenarios as it writes them.
  private func shard(_ number: Int, of world: ExploredWorld) throws -> (
    causes: Set<FaultCause>, scenarios: [[UInt8]], corpus: [CorpusEntry]
  ) {
    let result = try world.explore {
      $0.stepCountMax = 300
      $0.shard = ReplayOptions.Shard("\(number)/\(Self.shardCount)")
      $0.keepsCorpus = true
      $0.commandNames = ["count", "rank", "finish", "undo", "watch"]
    }
    let scenarios =
      result.faults.map { $0.scenario(of: world) } + result.corpus.compactMap { $0.scenario(of: world) }
    return (Set(result.faults.map(\.cause)), scenarios, result.corpus)
  }

  private func merged(_ scenarios: [[UInt8]], in world: ExploredWorld) throws -> MergedSearches {
    var merge = SearchMerge(world)
    for scenario in scenarios {
      merge.add(try StartingScenario("one.scenario", in: OneFile(bytes: scenario)))
    }
    return try merge.result()
  }

  /// The cells that a walk reaches in a session of its own.
  private func cells(_ entry: CorpusEntry, in world: ExploredWorld) throws -> Set<String> {
    let session = try world.makeSession(seed: entry.seed)
    world.coverage.note(in: session)
    for line in entry.lines { _ = session.run(line) }
    return Set(
      world.coverage.exercised(by: session).flatMap { part in part.cells.map { "\(part.name): \($0)" } })
  }

  @Test func `shards that are merged have what each of them found and reached, and no walk too many`() throws
  {
    let world = try Self.world.exploredInTest()
    let shards = try (1...Self.shardCount).map { try shard($0, of: world) }
    let all = shards.flatMap(\.scenarios)
    let merged = try merged(all, in: world)
    let causes = shards.reduce(into: Set()) { $0.formUnion($1.causes) }
    #expect(causes.count >= 2 && Set(merged.findings.map(\.found.cause)) == causes)
    #expect(merged.findings.count == causes.count && merged.findingCount > causes.count)
    // Each cause has the shortest of its findings, as it was written.
    for finding in merged.findings {
      #expect(all.contains(finding.bytes))
      #expect(failures(ofReplaying: finding.bytes, in: world) != [])
    }
    let reached = try shards.flatMap(\.corpus).reduce(into: Set()) { $0.formUnion(try cells($1, in: world)) }
    let kept = try merged.corpus.map { try cells($0, in: world) }
    #expect(kept.reduce(into: Set()) { $0.formUnion($1) } == reached)
    #expect(merged.coveredCount == reached.count && merged.walkCount > merged.corpus.count)
    for place in kept.indices {
      let others = kept.enumerated().filter { $0.offset != place }
      #expect(others.reduce(into: Set()) { $0.formUnion($1.element) } != reached, "\(merged.corpus[place])")
    }
  }

  /// A door that no command closes.
  private struct Door: Model {
    let id: Int
    var name: String
    var state = State.closed

    enum State: String, FieldWord { case closed, open }

    static let schema = Schema<Door>(
      "door", plural: "doors", named: \.name, new: { Door(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("state", \.state, next: [.closed: [.open], .open: [.closed]])
    }
  }

  @Test func `checks that go back in the history reach nothing for the walk`() throws {
    let world = World("house", Door.schema) {
      Start { world in for name in 1...3 { try world.add(Door(id: name, name: "D\(name)")) } }
      Command("open", "Open a door", .one(Door.self)) { world, door in
        try world.change(door) { $0.state = .open }
      }
    }
    let explored = try world.exploredInTest()
    let result = try explored.explore {
      $0.stepCountMax = 200
      $0.keepsCorpus = true
      $0.commandNames = ["open"]
    }
    #expect(result.corpus.flatMap(\.cells).contains("door.state changes: closed→open"))
    for entry in result.corpus {
      #expect(Set(entry.cells).isSubset(of: try cells(entry, in: explored)), "\(entry)")
    }
  }

  @Test func `the order in which searches are merged changes nothing, and merging again neither`() throws {
    let world = try Self.world.exploredInTest()
    let scenarios = try (1...Self.shardCount).flatMap { try shard($0, of: world).scenarios }
    let one = try merged(scenarios, in: world)
    for other in [Array(scenarios.reversed()), scenarios + scenarios] {
      let other = try merged(other, in: world)
      #expect(other.findings == one.findings && other.corpus == one.corpus)
    }
    let written = one.findings.map(\.bytes) + one.corpus.compactMap { $0.scenario(of: world) }
    let again = try merged(written, in: world)
    #expect(again.findings.map(\.bytes) == one.findings.map(\.bytes) && again.corpus == one.corpus)
  }

  @Test func `a finding that is read again has its cause, its message and its commands`() throws {
    let world = try Self.world.exploredInTest()
    let scenarios = try shard(1, of: world).scenarios
    let result = try world.explore { $0.stepCountMax = 300 }
    for fault in result.faults {
      let read = try #require(FoundFault(Transcript(fault.scenario(of: world)), of: world), "\(fault)")
      #expect((read.cause, read.lines, read.seed) == (fault.cause, fault.lines, fault.seed))
      #expect(read.fault.message == fault.fault.message)
    }
    #expect(!scenarios.isEmpty && FoundFault(Transcript(Array("> count I1 2\n".utf8)), of: world) == nil)
  }

  @Test(arguments: [Fault.Kind.invariant, .never, .reached, .chance, .trap])
  func `a finding that is read again has neither the commands before the search nor those of the file`(
    kind: Fault.Kind
  ) throws {
    let world = try Self.world.exploredInTest()
    for prefix in [["rank I1 2"], ["rank I1 2", "rank I2 3", "verify"]] {
      let found = FoundFault(
        fault: Fault(kind, "any items where count > 6", "it is wrong"), lines: ["rank I2 1", "count I1 9"],
        seed: 1,
        stepCount: 0, prefix: prefix)
      let scenario = found.scenario(of: world)
      let read = try #require(FoundFault(Transcript(scenario), of: world))
      let text = String(decoding: scenario, as: UTF8.self)
      #expect(read.lines == found.lines && read.prefix == prefix, "\(text)")
      #expect(read.fault.message == found.fault.message)
    }
  }

  @Test func `a finding that is read again has the faults around its session`() throws {
    let world = try Self.world.exploredInTest()
    var found = FoundFault(
      fault: Fault(.invariant, "few", "it does not hold"), lines: ["count I1 9"], seed: 1, stepCount: 0)
    found.outerFaults = ["the feed delivers “count I1 9” twice", "the disk is full"]
    let read = try #require(FoundFault(Transcript(found.scenario(of: world)), of: world))
    #expect(read.outerFaults == found.outerFaults && read.fault.message == found.fault.message)
  }

  @Test func `a finding whose cause cannot be read is named, and does not count as a walk`() throws {
    let world = try Self.world.exploredInTest()
    let texts = ["", "# cause: strange\n"].map { "# Found.\n# tags: explored\n\($0)\n> count I1 2\n" }
    let merged = try merged(texts.map { Array($0.utf8) }, in: world)
    #expect(merged.leftOut == ["one.scenario", "one.scenario"])
    #expect(merged.findingCount == 0 && merged.walkCount == 0)
  }

  @Test(arguments: 1...50)
  func `walks that stay reach all, and each of them something that no other one does`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let cellCount = 1 + random.below(30)
    let walks = (0..<random.below(40)).map { _ in
      let cells = (0..<cellCount).filter { _ in random.oneIn(5) }
      return CorpusMinimiser.Walk(
        lines: (0...random.below(3)).map { _ in "line \(random.below(9))" }, seed: 1, cells: cells)
    }
    let kept = CorpusMinimiser.minimised(walks, cellCount: cellCount)
    #expect(Set(kept.flatMap(\.walk.cells)) == Set(walks.flatMap(\.cells)))
    for (place, one) in kept.enumerated() {
      let others = kept.enumerated().filter { $0.offset != place }.flatMap(\.element.walk.cells)
      #expect(!Set(one.walk.cells).isSubset(of: others) && !one.new.isEmpty)
    }
    let reversed = CorpusMinimiser.minimised(walks.reversed(), cellCount: cellCount)
    #expect(reversed.map(\.walk.cells) == kept.map(\.walk.cells))
  }
}

/// A file system with one file, whatever it is called.
private struct OneFile: ScenarioFiles {
  let bytes: [UInt8]

  func list(_ folder: FilePath) throws(FileFailure) -> [FolderEntry] { [] }
  func read(_ path: FilePath, byteCountMax: Int) throws(FileFailure) -> [UInt8] { bytes }
  func write(_ bytes: [UInt8], to path: FilePath, if condition: WriteCondition) throws(FileFailure) {}
  func checkIsWritable(_ path: FilePath) throws(FileFailure) { throw FileFailure(path, .notPermitted) }
  func stamp(_ path: FilePath) throws(FileFailure) -> FileStamp { throw FileFailure(path, .missing) }
  func below(_ folder: FilePath) throws(FileFailure) -> any ScenarioFiles { self }
  func resolve(_ path: FilePath) throws(FileFailure) -> FilePath { path }
}
