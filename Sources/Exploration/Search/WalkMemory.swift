import CommandLanguage
import Values

/// The features that a job's walks have reached, and the walks that led to new ones.
struct WalkMemory {
  /// A feature, by a part of its hash.
  typealias Feature = Int

  /// A walk from which new walks are derived.
  struct Kept {
    let path: [Invocation]
    /// The feature of a state that the walk was the first to reach; `nil` if it is kept for another reason.
    let feature: Feature?
    /// A Boolean value that indicates whether the feature is a word or the case of a state. Words and cases determine
    /// which commands succeed, and there are few of them.
    let isWord: Bool
    /// The least distance from the condition of the search, if there is one.
    let distance: Int
    /// The number of walks that were derived from this one.
    var useCount = 0
  }

  /// The number of states that had each feature.
  private var counts = [UInt32](repeating: 0, count: Self.featureCount)
  private(set) var kept: [Kept] = []

  private static let featureCount = 1 << 17
  private static let keptCountMax = 256
  /// The number of random walks of which the best one is chosen.
  private static let choiceCount = 8
  /// The factor by which a walk that was the first to reach a word is preferred to a walk with an equally
  /// rare feature.
  private static let wordShare = 16
  /// The number of states that is assumed for a walk without a feature of its own. A feature that fewer states had is
  /// rare.
  private static let usualCount: UInt32 = 100

  init() {}

  /// Counts the features of a state. Returns a feature that no earlier state had; `nil` if there is none.
  mutating func note(_ features: [UInt64]) -> Feature? {
    var new: Feature?
    for hash in features {
      let feature = Int(truncatingIfNeeded: hash) & (Self.featureCount - 1)
      if counts[feature] == 0 { new = new ?? feature }
      counts[feature] &+= 1
    }
    return new
  }

  /// Returns a Boolean value that indicates whether few states had one of these features.
  func isRare(_ features: [UInt64]) -> Bool {
    features.contains { counts[Int(truncatingIfNeeded: $0) & (Self.featureCount - 1)] < Self.usualCount }
  }

  /// Stores a walk. If the memory is full, a random walk is replaced, mostly one with a frequent feature, but never the
  /// one nearest to the condition of the search.
  mutating func keep(
    _ path: [Invocation], reaching feature: Feature? = nil, isWord: Bool = false, distance: Int,
    _ random: inout SplitMix
  ) {
    if kept.count >= Self.keptCountMax {
      let (one, other) = (random.below(kept.count), random.below(kept.count))
      let index = weight(of: one) >= weight(of: other) ? one : other
      let isNearest =
        kept[index].distance < distance && kept.allSatisfy { $0.distance >= kept[index].distance }
      kept.remove(at: isNearest ? (index + 1) % kept.count : index)
    }
    kept.append(Kept(path: path, feature: feature, isWord: isWord, distance: distance))
  }

  /// Returns a random stored walk, mostly one that has a rare feature and was seldom used (Böhme and others,
  /// “Coverage-based greybox fuzzing as Markov chain”, 2016). In a guided search, half of the calls return the shortest
  /// of the walks that are nearest to the condition.
  mutating func one(_ random: inout SplitMix, isGuided: Bool) -> [Invocation] {
    if isGuided, random.oneIn(2),
      let nearest = kept.min(by: { ($0.distance, $0.path.count) < ($1.distance, $1.path.count) })
    {
      return nearest.path
    }
    if kept.isEmpty { return [] }
    var index = random.below(kept.count)
    for _ in 1..<Self.choiceCount {
      let other = random.below(kept.count)
      if weight(of: other) < weight(of: index) { index = other }
    }
    kept[index].useCount += 1
    return kept[index].path
  }

  /// Returns the weight of a walk, which grows with the number of states that had its feature and with its
  /// uses. Walks with a low weight are preferred.
  private func weight(of index: Int) -> Int {
    let walk = kept[index]
    let count = Int(walk.feature.map { counts[$0] } ?? Self.usualCount)
    return (walk.isWord ? count : count * Self.wordShare) * (walk.useCount + 1)
  }
}

/// The progress of a walk.
struct WalkProgress {
  /// The least distance from the condition of the search.
  var distance: Int
  /// The number of consecutive known states.
  var staleCount = 0
  var lastCommand = -1
  /// A Boolean value that indicates whether the walk has gone on behind a known violation.
  var hasViolation = false
}

/// A lossy cache of lines that changed nothing in a state. A later line may replace an older one.
///
/// Commands whose effect depends on the history must not be added, since several histories may lead to one state.
struct IdleLines {
  /// The hashes, indexed by a part of them; 0 for an empty entry.
  private var hashes = [UInt64](repeating: 0, count: Self.countMax)

  private static let countMax = 1 << 14

  init() {}

  mutating func note(_ line: String, in state: StateDigest) {
    let hash = Self.hash(of: line, in: state)
    hashes[Self.index(of: hash)] = hash
  }

  func contains(_ line: String, in state: StateDigest) -> Bool {
    let hash = Self.hash(of: line, in: state)
    return hashes[Self.index(of: hash)] == hash
  }

  private static func index(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (countMax - 1) }

  private static func hash(of line: String, in state: StateDigest) -> UInt64 {
    line.utf8.reduce(state.low ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

/// A planned step at the beginning of a walk.
enum PlannedStep {
  /// A known line.
  case line(Invocation)
  /// A command whose arguments are generated when the walk reaches the step.
  case command(Int)
  /// A line that watches or restricts objects. It is generated when the walk reaches the step.
  case observer

  /// Derives a walk from stored ones. Returns its steps, and the number of first steps that are the same as in an
  /// earlier walk.
  static func plan(
    of memory: inout WalkMemory, isGuided: Bool, _ random: inout SplitMix
  ) -> (steps: [PlannedStep], knownCount: Int) {
    let path = memory.one(&random, isGuided: isGuided)
    var steps = path.map { PlannedStep.line($0) }
    if steps.isEmpty { return ([], 0) }
    let index = random.below(steps.count)
    // A guided search shortens walks more often, so that more lines are left to approach the condition before the
    // maximum depth.
    switch random.below(isGuided ? 8 : 10) {
    case 0...1, 8...9: return (steps, steps.count)
    case 2: return (Array(steps[...index]), index + 1)
    case 3...4:
      let end = min(steps.count, index + 1 + random.below(4))
      steps.removeSubrange(index..<end)
    case 5:
      guard path[index].command >= 0 else { return (steps, steps.count) }
      steps[index] = .command(path[index].command)
    case 6:
      let end = min(steps.count, index + 1 + random.below(4))
      steps.insert(contentsOf: Array(steps[index..<end]), at: end)
      return (steps, end)
    default:
      let other = memory.one(&random, isGuided: false)
      let start = random.below(max(1, other.count))
      steps.removeSubrange((index + 1)...)
      steps += other[min(start, other.count)...].map { PlannedStep.line($0) }
      return (steps, index + 1)
    }
    return (steps, index)
  }
}
