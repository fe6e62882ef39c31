/// The source of a session's random numbers and of the numbers of new objects.
///
/// SplitMix64 (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014).
public struct Generator: Model, RandomNumberGenerator {
  public let id: Int
  /// The seed of the random numbers.
  public private(set) var seed: Int
  private var state: Int
  private var last: [Int] = []
  /// The last numbers in the order of the store, which may be from a version of the world with other kinds or another
  /// order.
  var storedCounts: [StoredCount] = []

  /// The last number given to an object of a kind, as read from a store.
  struct StoredCount: Equatable {
    var name: Value
    var count: Value
    var kindIndex: Int?
  }

  /// Creates a generator with a seed.
  public init(seed: UInt64) {
    id = 0
    self.seed = Int(truncatingIfNeeded: seed)
    state = self.seed
  }

  /// A Boolean value that indicates whether no random number has been drawn since the seed was set.
  var isUnused: Bool { state == seed }

  /// Restarts the random numbers with a seed. The numbers of objects continue.
  public mutating func reseed(_ seed: UInt64) {
    self.seed = Int(truncatingIfNeeded: seed)
    state = self.seed
  }

  public mutating func next() -> UInt64 {
    var mixed = UInt64(bitPattern: Int64(state)) &+ 0x9E37_79B9_7F4A_7C15
    state = Int(truncatingIfNeeded: mixed)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a Boolean value that indicates whether the next random number equals that of another generator.
  func continues(as other: Generator) -> Bool {
    var (one, other) = (self, other)
    return one.next() == other.next()
  }

  mutating func nextNumber(ofKind index: Int, above greatest: Int) -> Int {
    while last.count <= index { last.append(0) }
    last[index] = max(last[index], greatest) &+ 1
    return last[index]
  }

  public static let schema = Schema<Generator>(
    "generator", plural: "", label: { _ in "generator" }, isInternal: true,
    restoring: Restoring { _ in Generator(seed: 1) }
  ) {
    Field("seed", \.seed)
    Field("state", \.state)
    Field("last", \.last)
  }
}
