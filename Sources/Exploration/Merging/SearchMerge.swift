import CommandLanguage
public import Scenarios

/// Unites the findings and the corpora that several searches wrote.
///
/// ```swift
/// var merge = SearchMerge(world)
/// for path in paths { merge.add(try StartingScenario(path, in: files)) }
/// let merged = try merge.result()
/// ```
///
/// The result depends on the scenarios alone, not on the order in which they are added.
public struct SearchMerge {
  private let world: ExploredWorld
  private var findings: [MergedSearches.Finding] = []
  private var walks: [(lines: [String], seed: UInt64)] = []
  private var leftOut: [FilePath] = []

  /// A merge of nothing, of searches in a world.
  public init(_ world: ExploredWorld) { self.world = world }

  /// Adds a finding, or a walk of a corpus. Leaves out a finding whose cause cannot be read.
  public mutating func add(_ scenario: StartingScenario) {
    if let part = scenario.parts.last {
      if let found = FoundFault(part.transcript, of: world) {
        findings.append(.init(found: found, bytes: part.transcript.bytes))
        return
      }
      if FoundFault.isTagged(part.transcript.header) {
        leftOut.append(part.path)
        return
      }
    }
    walks.append((scenario.commands.map { String(decoding: $0, as: UTF8.self) }, scenario.seed ?? 1))
  }

  /// Groups the findings by their causes, runs the walks, and chooses those that stay.
  ///
  /// - Throws: the error of making a session.
  public func result() throws -> MergedSearches {
    let (cells, walks) = try covered()
    let kept = CorpusMinimiser.minimised(walks, cellCount: cells.count)
    return MergedSearches(
      findings: grouped(), findingCount: findings.count, leftOut: leftOut.sorted { $0.text < $1.text },
      corpus: kept.map { walk, new in
        CorpusEntry(cells: new.map { cells[$0] }, lines: walk.lines, seed: walk.seed)
      },
      walkCount: self.walks.count, coveredCount: cells.count,
      cellCount: world.coverage.reduce(0) { $0 + $1.cells.count })
  }

  /// Returns the finding with the fewest lines of each cause, with the lines of the others.
  private func grouped() -> [MergedSearches.Finding] {
    func key(_ finding: MergedSearches.Finding) -> (Int, Int, Int, UInt64) {
      let (found, size) = (finding.found, finding.found.lines.reduce(0) { $0 + $1.utf8.count })
      return (found.isRepeatable ? 0 : 1, found.lines.count, size, found.seed)
    }
    let sorted = findings.sorted { one, other in
      let (key, otherKey) = (key(one), key(other))
      return key == otherKey ? one.bytes.lexicographicallyPrecedes(other.bytes) : key < otherKey
    }
    var grouped: [MergedSearches.Finding] = []
    var indices: [FaultCause: Int] = [:]
    for finding in sorted {
      if let index = indices[finding.found.cause] {
        grouped[index].found.addOther(finding.found)
      } else {
        indices[finding.found.cause] = grouped.count
        grouped.append(finding)
      }
    }
    return grouped.sorted { $0.found.cause.text < $1.found.cause.text }
  }

  /// Runs the walks; returns the cells that they reach, in order, and the walks with the numbers of theirs.
  private func covered() throws -> (cells: [String], walks: [CorpusMinimiser.Walk]) {
    var reached: [(lines: [String], seed: UInt64, cells: Set<String>)] = []
    var session: JobSession?
    // A session is reset for the next walk of its seed.
    for (lines, seed) in walks.sorted(by: { $0.seed < $1.seed }) {
      let known = session.flatMap { $0.seed == seed ? $0 : nil }
      let current = known ?? JobSession(world, seed: seed, prefix: [])
      session = current
      let runner = try current.begin()
      runner.explored.noteCoverage()
      for line in lines { _ = runner.run(line) }
      reached.append((lines, seed, Set(runner.explored.exercised.map(\.text))))
    }
    let cells = reached.reduce(into: Set<String>()) { $0.formUnion($1.cells) }.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: cells.enumerated().map { ($1, $0) })
    return (
      cells,
      reached.map { lines, seed, cells in
        .init(lines: lines, seed: seed, cells: cells.compactMap { numbers[$0] }.sorted())
      }
    )
  }
}

/// The findings and the corpus of several searches, as if one search had made them.
public struct MergedSearches: Sendable {
  /// A finding and its scenario as it was written.
  public struct Finding: Sendable, Equatable {
    /// The finding; other lines of the same cause are listed with it.
    public var found: FoundFault
    /// The scenario, byte for byte.
    public var bytes: [UInt8]
  }

  /// One finding of each cause, by their causes.
  public var findings: [Finding]
  /// The number of findings that were added.
  public var findingCount: Int
  /// The files of findings without a cause that can be read, which are not among the others.
  public var leftOut: [FilePath]
  /// The walks that stay. Each reaches a cell that no other one does.
  public var corpus: [CorpusEntry]
  /// The number of walks that were added.
  public var walkCount: Int
  /// The number of coverage cells that the walks reach.
  public var coveredCount: Int
  /// The number of coverage cells of the world.
  public var cellCount: Int
}
