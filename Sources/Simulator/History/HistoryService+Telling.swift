import AutoUpdate
import CommandLanguage
import TerminalText

extension HistoryService {
  /// Prints the steps, or the parts of one.
  func log(_ number: StepPosition?, last count: Int?) throws {
    steps.takeIn()
    if let number {
      guard number.part == nil, steps[number.step] != nil, steps.kept?.contains(number.step) == true else {
        throw HistoryError.noStep(number, kept: steps.kept)
      }
      try simulation.charge(of: steps[number.step]?.parts.count ?? 0)
      return write { $0.lines(ofPartsOf: number.step) }
    }
    guard let kept = steps.kept, kept.upperBound > 0 else {
      return simulation.output.writeLine("no steps yet")
    }
    try simulation.charge(of: kept.count)
    if kept.lowerBound > 0 {
      let forgotten = kept.lowerBound == 1 ? "step 1 was" : "steps 1-\(kept.lowerBound) were"
      let line = "\(forgotten) forgotten"
      writeFitting(line + ", see “set history” and “set changes”", or: line)
    }
    let shown = shownSteps(of: kept, last: count)
    write { $0.lines(after: shown.lowerBound, through: shown.upperBound) }
    guard count == nil else { return }
    let hint = "“log last=\(kept.count - 1)”"
    if shown.lowerBound > kept.lowerBound { writeHidden(shown.lowerBound - kept.lowerBound, "earlier", hint) }
    if shown.upperBound < kept.upperBound { writeHidden(kept.upperBound - shown.upperBound, "later", hint) }
  }

  /// The last steps; or, while the present is further back than these, those around it.
  private func shownSteps(of kept: ClosedRange<Int>, last count: Int?) -> ClosedRange<Int> {
    let usual = StepTable.usualCount
    let last = max(kept.lowerBound, kept.upperBound - max(0, count ?? usual))...kept.upperBound
    let present = steps.present.step
    guard count == nil, present < last.lowerBound else { return last }
    let first = max(kept.lowerBound, present - usual / 2)
    return first...min(kept.upperBound, first + usual)
  }

  private func writeHidden(_ count: Int, _ which: String, _ hint: String) {
    writeFitting(
      "  \(count) \(which) step\(count == 1 ? " is" : "s are") kept: \(hint)",
      or: "  \(count) \(which): \(hint)")
  }

  /// Prints a line, or a shorter one in a window that has no room for it.
  private func writeFitting(_ line: String, or short: String) {
    simulation.output.write(fitting: { width in
      guard let width, TextWidth.columns(of: line) > width else { return Array((line + "\n").utf8) }
      return Array((TextWidth.truncated(short, to: width) + "\n").utf8)
    })
  }

  private func write(_ lines: (StepTable) -> [String]) {
    simulation.output.write(fitting: { width in
      Array(lines(table(within: width)).map { $0 + "\n" }.joined().utf8)
    })
  }

  private func table(within columns: Int?) -> StepTable {
    var table = StepTable(
      of: store, steps, ChangeText(simulation: simulation), title: { [unowned self] in title(of: $0) },
      tick: { [simulation] in simulation.parts.tickOfPast(simulation, $0) }, columns: columns)
    table.origin = origin
    return table
  }

  func write(_ lines: [String]) {
    for line in lines { simulation.output.writeLine(line) }
  }

  /// Prints what differs between two places of the history; without a second one, from there to now.
  func diff(_ first: StepPosition, _ second: StepPosition?) throws {
    steps.takeIn()
    let start = try steps.point(of: first)
    let end = try second.map { try steps.point(of: $0) } ?? store.history.present
    let state = store.pastState()
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
    var changes = ChangeSet(cause: "", changes: net.changes)
    if start > end { changes = changes.inverted(cause: "") }
    let lines = ChangeText(simulation: simulation).parts(of: changes.changes)
    write(lines.map { $0.hasPrefix("+ ") || $0.hasPrefix("- ") ? $0 : "~ \($0)" })
    if lines.isEmpty {
      simulation.output.writeLine("nothing differs between step \(first) and step \(second ?? steps.present)")
    }
  }

  /// The digest, and behind it what the step before the present did; of a large one the beginning.
  var explainedDigest: String {
    let changes = (simulation.changes(ofStep: simulation.step) ?? []).prefix(Self.explainedChangeLimit)
    let digest = simulation.digest
    return changes.isEmpty ? digest : digest + "  " + Escaping.escaped(changes.joined(separator: ", "))
  }

  private static let explainedChangeLimit = 20
}

extension Simulation {
  /// What a step changed in all, what serves the session alone included: `Docs.points 3→5`, `+ card Code`.
  ///
  /// With ``digest`` it tells where two runs part: at the first step with another digest, the first line that
  /// differs is the first value that does. `nil` when the step is not kept.
  public func changes(ofStep number: Int) -> [String]? {
    guard let step = past.steps[number] else { return nil }
    var net = NetChanges()
    for part in step.parts {
      guard let changes = store.history.changes(of: part) else { return nil }
      net.append(changes)
    }
    return ChangeText(simulation: self).parts(of: net.changes, withInternals: true)
  }
}
