import CommandLanguage
public import Scenarios
import Simulator

/// A merge of the findings and the corpora that several searches wrote.
///
/// ```swift
/// var merge = SearchMerge(world)
/// for path in paths { merge.add(try StartingScenario(path, in: files)) }
/// let merged = try merge.result()
/// ```
///
/// The result does not depend on the order in which the scenarios are added.
public struct SearchMerge {
  private let world: ExploredWorld
  private var findings: [MergedSearches.Finding] = []
  private var walks: [(lines: [String], seed: UInt64)] = []
  private var leftOut: [FilePath] = []

  /// Creates an empty merge of searches in a world.
  public init(_ world: ExploredWorld) { self.world = world }

  /// Adds a finding or a walk of a corpus. A finding whose cause cannot be read is skipped.
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

  /// Groups the findings by cause, runs the walks, and chooses a small set of walks with the same coverage.
  ///
  /// - Throws: the error of creating a session.
  public func result() throws -> MergedSearches {
    let (cells, walks) = try covered()
    let kept = CorpusMinimiser.minimised(walks, cellCount: cells.count)
    return MergedSearches(
      findings: grouped(), findingCount: findings.count, leftOut: leftOut.sorted { $0.text < $1.text },
      corpus: kept.map { walk, new in
        CorpusEntry(cells: new.map { cells[$0] }, lines: walk.lines, seed: walk.seed)
      },
      walkCount: self.walks.count, coveredCount: cells.count,
      cellCount: world.coverage.dimensions.reduce(0) { $0 + $1.cells.count })
  }

  /// Returns the shortest finding of each cause, with the lines of the other findings of that cause.
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

  /// Runs the walks. Returns the cells that they reach, in order, and the walks with the numbers of their cells.
  private func covered() throws -> (cells: [String], walks: [CorpusMinimiser.Walk]) {
    var reached: [(lines: [String], seed: UInt64, cells: Set<String>)] = []
    var session: JobSession?
    // Walks with the same seed share a session, which is reset before each.
    for (lines, seed) in walks.sorted(by: { $0.seed < $1.seed }) {
      let known = session.flatMap { $0.seed == seed ? $0 : nil }
      let current = known ?? JobSession(world, seed: seed, prefix: [])
      session = current
      let runner = try current.begin()
      world.coverage.note(in: runner.session)
      for line in lines { _ = runner.run(line) }
      reached.append((lines, seed, Set(world.cells(exercisedBy: runner.session))))
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

/// The merged findings and corpus of several searches.
public struct MergedSearches: Sendable {
  /// A finding and its scenario.
  public struct Finding: Sendable, Equatable {
    /// The finding, with the other lines of the same cause.
    public var found: FoundFault
    /// The scenario, byte for byte.
    public var bytes: [UInt8]
  }

  /// One finding for each cause, sorted by cause.
  public var findings: [Finding]
  /// The number of findings that were added.
  public var findingCount: Int
  /// The files of findings whose cause cannot be read. They are not part of the result.
  public var leftOut: [FilePath]
  /// The chosen walks. Each reaches a cell that no other chosen walk reaches.
  public var corpus: [CorpusEntry]
  /// The number of walks that were added.
  public var walkCount: Int
  /// The number of coverage cells that the walks reach.
  public var coveredCount: Int
  /// The number of coverage cells of the world.
  public var cellCount: Int
}
