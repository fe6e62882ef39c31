public import AutoUpdate

/// All that the session draws from: random numbers and the numbers of new models.
///
/// SplitMix64 (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014).
public struct Generator: Storable, RandomNumberGenerator {
  public let id: Int
  public private(set) var seed: UInt64
  private var state: UInt64
  private var lastUnit: Int32 = 0
  private var lastMessage = 0
  private var lastJob = 0
  private var lastWatch = 0

  public init(seed: UInt64) {
    id = 0
    self.seed = seed
    state = seed
  }

  /// Begins the random numbers anew; the numbers of models go on.
  public mutating func reseed(_ seed: UInt64) {
    self.seed = seed
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func nextUnit() -> UnitID {
    lastUnit &+= 1
    return UnitID(lastUnit)
  }

  mutating func nextMessage() -> Int {
    lastMessage &+= 1
    return lastMessage
  }

  mutating func nextJob() -> Int {
    lastJob &+= 1
    return lastJob
  }

  mutating func nextWatch() -> Int {
    lastWatch &+= 1
    return lastWatch
  }
}

extension Generator: Recorded {
  static var kind: String { "generator" }
  static var isBookkeeping: Bool { true }

  func record(into visitor: inout some FieldVisitor) {
    visitor.field("seed", .number(Int(truncatingIfNeeded: seed)))
    visitor.field("state", .number(Int(truncatingIfNeeded: state)))
    visitor.field("unit", .number(Int(lastUnit)))
    visitor.field("message", .number(lastMessage))
    visitor.field("job", .number(lastJob))
    visitor.field("watch", .number(lastWatch))
  }
}
