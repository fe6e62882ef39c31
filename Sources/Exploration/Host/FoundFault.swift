public import Simulator

/// A finding of exploration: a fault with the shortest known lines that show it.
public struct FoundFault: Sendable, Equatable {
  /// The fault.
  public var fault: Fault
  /// The lines that show the fault in a new session with the seed.
  public var lines: [String]
  /// The seed of the session.
  public var seed: UInt64
  /// The number of steps before the fault was found.
  public var stepCount: Int
  /// The lines that exploration started with.
  public var prefix: [String] = []
  /// A Boolean value that indicates whether a new session shows the fault again.
  public var isRepeatable = true
  /// The injected store fault without which the lines do not show the fault; `nil` if none was injected.
  public var storeFault: StoreFault?
  /// The injected faults around the session, each a sentence without a full stop.
  public var outerFaults: [String] = []
  /// The cause, which identifies a finding.
  public var cause: FaultCause
  /// The names of the commands in the lines.
  var shape: [String] = []
  /// Other lines with the same cause but other commands.
  public private(set) var others: [[String]] = []

  /// The number of further times that a search found a fault with the same cause.
  public internal(set) var repeatCount = 0

  /// The number of commands in the lines. A line may have several, which are one step.
  public var commandCount: Int { lines.reduce(0) { $0 + Self.commandCount(of: $1) } }

  /// Returns the number of commands of a line, which are separated by semicolons outside quotes and brackets.
  private static func commandCount(of line: String) -> Int {
    var (count, depth, isQuoted, isEscaped) = (1, 0, false, false)
    for byte in line.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isQuoted
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ";"): if depth == 0 { count += 1 }
      default: break
      }
    }
    return count
  }

  /// The maximum number of listed alternatives.
  private static let otherCountMax = 5

  /// Adds the lines of another finding with the same cause, unless it has the same commands, cannot be repeated, or is
  /// listed already, or enough others are listed.
  mutating func addOther(_ found: FoundFault) {
    guard found.shape != shape, found.isRepeatable, others.count < Self.otherCountMax,
      !others.contains(found.lines)
    else { return }
    others.append(found.lines)
  }

  /// Creates a finding that can be repeated.
  public init(fault: Fault, lines: [String], seed: UInt64, stepCount: Int, prefix: [String] = []) {
    self.fault = fault
    cause = FaultCause(kind: fault.kind, subject: fault.subject)
    self.lines = lines
    self.seed = seed
    self.stepCount = stepCount
    self.prefix = prefix
  }

  /// The name of the finding's file, without an ending. It is derived from the cause.
  public var name: String {
    let words = cause.subject.utf8.prefix(40).split {
      !(0x30...0x39).contains($0) && !(0x61...0x7A).contains($0 | 0x20)
    }
    let parts = ["explored", cause.kind.rawValue] + words.map { String(decoding: $0, as: UTF8.self) }
    return parts.joined(separator: "-")
  }
}
