/// Something that exploration found, with the shortest lines that lead there.
public struct FoundFault: Sendable, Equatable {
  /// The fault.
  public var fault: Fault
  /// The lines that show it, in a fresh session of the seed.
  public var lines: [String]
  /// The seed of the session.
  public var seed: UInt64
  /// The number of steps before the fault was met.
  public var stepCount: Int
  /// The lines of the scenario that exploration began with.
  public var prefix: [String] = []
  /// A Boolean value that indicates whether the fault shows again in a fresh session.
  public var isRepeatable = true
  /// The faults of the world around the session that the lines show, each in a sentence without a full stop.
  public var outerFaults: [String] = []
  /// The cause, by which findings are told apart.
  public var cause: FaultCause
  /// The names of the commands of the lines.
  var shape: [String] = []
  /// Other lines that show the same cause by other commands.
  public private(set) var others: [[String]] = []

  /// The most other lines that are listed.
  private static let otherCountMax = 5

  /// Lists the lines of another finding of the same cause, unless its commands are listed already.
  mutating func addOther(_ found: FoundFault) {
    guard found.shape != shape, found.isRepeatable, others.count < Self.otherCountMax,
      !others.contains(found.lines)
    else { return }
    others.append(found.lines)
  }

  /// A fault with the lines that show it; it counts as one that shows again.
  public init(fault: Fault, lines: [String], seed: UInt64, stepCount: Int, prefix: [String] = []) {
    self.fault = fault
    cause = FaultCause(kind: fault.kind, subject: fault.subject)
    self.lines = lines
    self.seed = seed
    self.stepCount = stepCount
    self.prefix = prefix
  }

  /// The name of the finding's file, without an ending. It is made of the cause.
  public var name: String {
    var name = "explored-\(cause.kind.rawValue)"
    var isBlank = true
    for byte in cause.subject.utf8.prefix(40) {
      let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      if isPlain, isBlank { name += "-" }
      if isPlain { name.unicodeScalars.append(Unicode.Scalar(byte)) }
      isBlank = !isPlain
    }
    return name
  }
}
