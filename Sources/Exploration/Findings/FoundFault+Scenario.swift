import CommandLanguage
import Scenarios
import Simulator

extension FoundFault {
  /// Returns a scenario whose replay fails for the same reason, until the cause is fixed.
  ///
  /// If only the checks of exploration detect the fault, the last line is the command that reports the results of these
  /// checks. It must print nothing. The output of the failing line is not compared.
  public func scenario(of world: ExploredWorld) -> [UInt8] {
    if fault.kind.isOfWholeSession || fault.kind == .reached {
      let reproducer = Reproducer(session: JobSession(world, seed: seed, prefix: prefix))
      // A replay prints a digest that differs from the recorded one.
      let hash = fault.kind == .chance ? [world.replay.hashCommand] : []
      let recorded = try? reproducer.recorded(
        scenarioLines + hash, claim: claim, tags: tags, cause: cause.text,
        faults: storeFault?.text ?? "")
      if let recorded { return recorded }
    }
    var writer = TranscriptWriter()
    writer.header(claim: claim, tags: tags, cause: cause.text, seed: seed)
    let open = Array("...\n".utf8)
    for line in prefix { Self.step(line, open, &writer) }
    let isChecked = ![.limit, .trap, .hang, .never].contains(fault.kind)
    // The last line must succeed without output.
    let isLastBare = [.limit, .never].contains(fault.kind)
    let lines = scenarioLines
    if isChecked { Self.step(ExploredWorld.checkCommands.begin, [], &writer) }
    let printed = outputs(world)
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      Self.step(line, isLast ? (isLastBare ? [] : open) : printed[index], &writer)
    }
    if isChecked { Self.step(ExploredWorld.checkCommands.report, [], &writer) }
    return Self.withOpenLines(writer.bytes)
  }

  private static let claimStart = "Found by exploration: "
  private static let prefixStart = "Exploration began after the first "
  private static let outerStart = "Around the session, "
  private static let tag = "explored"
  private static let unrepeatedTag = "unrepeated"

  private var claim: String {
    var claim = ["\(Self.claimStart)\(fault.message)."]
    if !prefix.isEmpty {
      claim.append("\(Self.prefixStart)\(prefix.count == 1 ? "command" : "\(prefix.count) commands").")
    }
    claim += outerFaults.map { "\(Self.outerStart)\($0)." }
    switch fault.kind {
    case .limit:
      claim.append("No limit should be reached: the last line is expected to succeed.")
    case .journal:
      claim.append(
        "A replay runs the commands again in a session with a store, and reopens the store."
      )
    case .form:
      claim.append("A replay runs the commands again as calls of definitions.")
    default: break
    }
    return claim.joined(separator: "\n")
  }

  private var tags: [String] { [Self.tag] + (isRepeatable ? [] : [Self.unrepeatedTag]) }

  /// Creates a finding from its scenario; `nil` for any other scenario.
  ///
  /// - Parameter world: the world of the finding.
  init?(_ transcript: Transcript, of world: ExploredWorld) {
    let header = transcript.header
    guard let cause = FaultCause(text: header.cause) else { return nil }
    var message = header.claim[...]
    if message.hasPrefix(Self.claimStart) { message.removeFirst(Self.claimStart.count) }
    if message.hasSuffix(".") { message.removeLast() }
    var lines = transcript.commands.map { String(decoding: $0, as: UTF8.self) }
    let prefix = Array(lines.prefix(Self.prefixCount(in: transcript)))
    lines.removeFirst(prefix.count)
    let checkCommands = ExploredWorld.checkCommands
    lines.removeAll { [checkCommands.begin, checkCommands.report].contains($0) }
    // The last line is the condition that was searched for.
    if [.never, .reached].contains(cause.kind), !lines.isEmpty { lines.removeLast() }
    // The last line prints the hash, which differs in a replay.
    if cause.kind == .chance, lines.last == world.replay.hashCommand { lines.removeLast() }
    self.init(
      fault: Fault(cause.kind, cause.subject, String(message)), lines: lines, seed: header.seed ?? 1,
      stepCount: 0, prefix: prefix)
    self.cause = cause
    storeFault = StoreFault(text: header.faults)
    outerFaults = Self.outerFaults(in: transcript)
    if let sentence = storeFault?.sentence, !outerFaults.contains(sentence) {
      outerFaults.append(sentence)
    }
    shape = lines.map { String($0.prefix { $0 != " " }) }
    isRepeatable = !header.tags.contains(Self.unrepeatedTag)
  }

  /// Returns a Boolean value that indicates whether a scenario belongs to a finding.
  static func isTagged(_ header: ScenarioHeader) -> Bool { header.tags.contains(tag) }

  /// Returns the faults around the session, from the comments above the first command.
  private static func outerFaults(in transcript: Transcript) -> [String] {
    comments(outerStart, in: transcript)
  }

  /// Returns the number of commands that exploration started with, according to the comments above the first command.
  private static func prefixCount(in transcript: Transcript) -> Int {
    guard let text = comments(prefixStart, in: transcript).first else { return 0 }
    return text == "command" ? 1 : text.split(separator: " ").first.flatMap { Int($0) } ?? 0
  }

  /// Returns the sentences above the first command that begin with `start`, without `start` and the full stop.
  private static func comments(_ start: String, in transcript: Transcript) -> [String] {
    let start = "# \(start)"
    let comments = transcript.bytes.split(separator: 0x0A).prefix { $0.first == UInt8(ascii: "#") }
    return comments.compactMap { line in
      let text = String(decoding: line, as: UTF8.self)
      return text.hasPrefix(start) && text.hasSuffix(".")
        ? String(text.dropFirst(start.count).dropLast()) : nil
    }
  }

  /// The lines, followed by the condition that was searched for.
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

  /// Returns the scenario with each line `\...` replaced by `...`. The writer takes `...` for printed text, and escapes
  /// it.
  private static func withOpenLines(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result.append(0x0A) }
      result += line.elementsEqual("\\...".utf8) ? Array("...".utf8)[...] : line
    }
    return result
  }

  /// Returns the output of each line before the last one. This output is assumed to be correct.
  private func outputs(_ world: ExploredWorld) -> [[UInt8]] {
    // A line that ends the program cannot run here.
    guard ![.trap, .hang].contains(fault.kind), let session = try? world.makeSession(seed: seed) else {
      return lines.map { _ in Array("...\n".utf8) }
    }
    for line in prefix { _ = session.run(line) }
    return scenarioLines.enumerated().map { index, line in
      if index == scenarioLines.count - 1 { return [] }
      var output: [UInt8] = []
      _ = session.run(line.utf8.span, into: &output)
      return output
    }
  }
}
