import AutoUpdate
import CommandLanguage
import TerminalText

extension HistoryService {
  /// Prints the steps, the parts of one, or one part.
  func log(_ position: StepPosition?, last count: Int?) throws {
    if let position {
      let parts = try steps.parts(of: position)
      let shown = parts.suffix(position.part == nil ? count ?? parts.count : 1)
      try simulation.charge(of: shown.count)
      return write { $0.lines(of: shown, in: position.step) }
    }
    guard let kept = steps.kept, kept.upperBound > 0 else {
      return simulation.output.writeLine("no steps yet")
    }
    try simulation.charge(of: kept.count)
    if kept.lowerBound > 0 {
      let forgotten = kept.lowerBound == 1 ? "step 1 was" : "steps 1-\(kept.lowerBound) were"
      let line = "\(forgotten) dropped"
      writeFitting(line + ", see “set history” and “set changes”", or: line)
    }
    let shown = shownSteps(of: kept, last: count)
    write { $0.lines(after: shown.lowerBound, through: shown.upperBound) }
    guard count == nil else { return }
    let hint = "“log last=\(kept.count - 1)”"
    if shown.lowerBound > kept.lowerBound { writeHidden(shown.lowerBound - kept.lowerBound, "earlier", hint) }
    if shown.upperBound < kept.upperBound { writeHidden(kept.upperBound - shown.upperBound, "later", hint) }
  }

  /// Returns the last steps, extended by one if that includes the present step. If the present step is further back and
  /// no count is given, returns the steps around it.
  private func shownSteps(of kept: ClosedRange<Int>, last count: Int?) -> ClosedRange<Int> {
    let usual = StepTable.usualCount
    let lowest = max(kept.lowerBound, kept.upperBound - max(0, count ?? usual))
    let present = steps.present.step
    let last = (present == lowest ? max(kept.lowerBound, lowest - 1) : lowest)...kept.upperBound
    guard count == nil, present < lowest else { return last }
    let first = max(kept.lowerBound, present - usual / 2)
    return first...min(kept.upperBound, first + usual)
  }

  private func writeHidden(_ count: Int, _ which: String, _ hint: String) {
    writeFitting(
      "  \(count) \(which) step\(count == 1 ? " is" : "s are") kept: \(hint)",
      or: "  \(count) \(which): \(hint)")
  }

  private func writeFitting(_ line: String, or short: String) {
    simulation.output.write(fitting: { width in
      guard let width, TextWidth.columns(of: line) > width else { return Array((line + "\n").utf8) }
      return Array((TextWidth.truncated(short, to: width) + "\n").utf8)
    })
  }

  private func write(_ lines: (StepTable) -> [String]) {
    simulation.output.write(fitting: { width in
      Array(lines(StepTable(of: self, columns: width)).map { $0 + "\n" }.joined().utf8)
    })
  }

  func write(_ lines: [String]) {
    for line in lines { simulation.output.writeLine(line) }
  }

  func diff(_ first: StepPosition, _ second: StepPosition?) throws {
    let start = try steps.point(of: first)
    let end = try second.map { try steps.point(of: $0, parameter: "other") } ?? store.history.present
    let state = store.pastState()
    let net = try changes(between: start, end, leading: state)
    let text = ChangeText(simulation: simulation)
    let lines = text.parts(of: Self.directed(net, from: start, to: end).changes, at: state)
    write(lines.map { $0.hasPrefix("+ ") || $0.hasPrefix("- ") ? $0 : "~ \($0)" })
    if lines.isEmpty {
      simulation.output.writeLine("nothing differs between step \(first) and step \(second ?? steps.present)")
    }
    try simulation.checkContract(of: "diff", printedFrom: simulation.output.mark) { _ in
      let reversed = Self.directed(net, from: end, to: start).inverted(cause: "")
      return [
        Claim(
          "it is the reverse of the difference in the other direction",
          text.parts(of: reversed.changes, at: state) == lines)
      ]
    }
  }

  /// Returns the net changes from the earlier of two points of the history to the later one.
  ///
  /// - Parameter state: The state that the method leads to the later point.
  private func changes(between start: Int, _ end: Int, leading state: PastState) throws -> ChangeSet {
    while state.position < min(start, end), let changes = state.stepForward() {
      try simulation.charge(of: changes.changes.count)
    }
    while state.position > min(start, end), let changes = state.stepBack() {
      try simulation.charge(of: changes.changes.count)
    }
    var net = NetChanges()
    while state.position < max(start, end), let changes = state.stepForward() {
      try simulation.charge(of: changes.changes.count)
      net.append(changes)
    }
    return ChangeSet(cause: "", changes: net.changes)
  }

  /// Returns the changes that lead from one point to another, given those that lead to the later point.
  private static func directed(_ net: ChangeSet, from start: Int, to end: Int) -> ChangeSet {
    start > end ? net.inverted(cause: "") : net
  }

  /// The digest, followed by the changes of the present step up to the present position. If there are many changes,
  /// only the first are included.
  var explainedDigest: String {
    let digest = simulation.digest
    guard let parts = steps.presentParts, let changes = self.changes(of: parts), !changes.isEmpty else {
      return digest
    }
    return digest + "  "
      + Escaping.escaped(changes.prefix(Self.explainedChangeLimit).joined(separator: ", "))
  }

  private static let explainedChangeLimit = 20

  fileprivate func changes(of parts: Range<Int>) -> [String]? {
    var net = NetChanges()
    for part in parts {
      guard let changes = store.history.changes(of: part) else { return nil }
      net.append(changes)
    }
    return ChangeText(simulation: simulation).parts(of: net.changes, withInternals: true)
  }
}

extension Simulation {
  /// Returns all changes of a step, including those internal to the session: `Docs.points 3→5`, `+ card Code`.
  ///
  /// Together with ``digest``, this method locates the divergence of two runs: find the first step whose digests
  /// differ, then the first text that differs. Returns `nil` if the step is not stored.
  public func changes(ofStep number: Int) -> [String]? {
    past.steps[number].flatMap { past.changes(of: $0.parts) }
  }
}
