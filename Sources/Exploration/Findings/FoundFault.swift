import CommandLanguage
import Scenarios

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

  /// A name for its file, without an ending.
  public var name: String {
    var name = "explored-\(fault.kind.rawValue)"
    var isBlank = true
    for byte in fault.subject.utf8.prefix(40) {
      let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      if isPlain, isBlank { name += "-" }
      if isPlain { name.unicodeScalars.append(Unicode.Scalar(byte)) }
      isBlank = !isPlain
    }
    return name
  }
}

extension FoundFault {
  /// A scenario that fails for the same reason when it is replayed, until the cause is mended.
  ///
  /// A fault that only the checks of exploration see is reported in the last line, by the world's own command for them, where no
  /// output is expected. The output of the failing line is left open.
  public func scenario(of world: ExploredWorld) -> [UInt8] {
    var writer = TranscriptWriter()
    var claim = "Found by exploration: \(fault.message)."
    if fault.kind == .limit {
      claim += "\nNo limit should be reached: nothing is expected of the last line but what is right."
    }
    writer.header(claim: claim, tags: ["explored"], seed: seed)
    if fault.kind == .journal {
      claim +=
        "\nRun the commands with --store FILE, and ask “hash” there and in a second session of the same store."
    }
    if fault.kind.isOfWholeSession || fault.kind == .reached {
      let reproducer = Reproducer(session: JobSession(world, seed: seed, prefix: prefix))
      // A replay prints another digest than the one that is recorded.
      let hash = fault.kind == .chance ? [world.replay.hashCommand] : []
      return (try? reproducer.recorded(scenarioLines + hash, claim: claim)) ?? writer.bytes
    }
    let open = Array("...\n".utf8)
    for line in prefix { Self.step(line, open, &writer) }
    let isChecked = ![.limit, .trap, .hang, .never].contains(fault.kind)
    // Nothing is expected of the last line but what is right.
    let isLastBare = [.limit, .never].contains(fault.kind)
    let lines = scenarioLines
    if isChecked, let commands = world.checkCommands { Self.step(commands.begin, [], &writer) }
    let printed = outputs(world)
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      Self.step(line, isLast ? (isLastBare ? [] : open) : printed[index], &writer)
    }
    if isChecked, let commands = world.checkCommands { Self.step(commands.report, [], &writer) }
    return Self.withOpenLines(writer.bytes)
  }

  /// The lines, and behind them the condition that was looked for.
  private var scenarioLines: [String] {
    switch fault.kind {
    case .reached: lines + ["expect \(fault.subject)"]
    case .never: lines + ["expect not (\(fault.subject))"]
    default: lines
    }
  }

  private static func step(_ line: String, _ output: [UInt8], _ writer: inout TranscriptWriter) {
    writer.step(command: line.utf8.span, output: output.span)
  }

  /// The writer takes `...` for output that looks so, and marks it.
  private static func withOpenLines(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result.append(0x0A) }
      result += line.elementsEqual("\\...".utf8) ? Array("...".utf8)[...] : line
    }
    return result
  }

  /// Returns the output of each line before the last, which is taken to be correct.
  private func outputs(_ world: ExploredWorld) -> [[UInt8]] {
    // A line that ends the program cannot be tried here, nor those before it without it.
    guard ![.trap, .hang].contains(fault.kind), let explored = try? world.makeSession(seed) else {
      return lines.map { _ in Array("...\n".utf8) }
    }
    for line in prefix { _ = explored.session.run(line) }
    return scenarioLines.enumerated().map { index, line in
      if index == scenarioLines.count - 1 { return [] }
      var output: [UInt8] = []
      _ = explored.session.run(line.utf8.span, into: &output)
      return output
    }
  }
}
