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
      return write(table.lines(ofPartsOf: number.step))
    }
    guard let kept = steps.kept, kept.upperBound > 0 else {
      return simulation.output.writeLine("no steps yet")
    }
    try simulation.charge(of: kept.count)
    if kept.lowerBound > 0 {
      let forgotten = kept.lowerBound == 1 ? "step 1 was" : "steps 1-\(kept.lowerBound) were"
      simulation.output.writeLine("\(forgotten) forgotten, see “set history” and “set changes”")
    }
    write(table.lines(last: count ?? StepTable.usualCount))
    let hidden = kept.count - 1 - (count ?? StepTable.usualCount)
    if hidden > 0, count == nil {
      simulation.output.writeLine(
        "  \(hidden) earlier step\(hidden == 1 ? " is" : "s are") kept: “log last=\(kept.count - 1)”")
    }
  }

  private var table: StepTable {
    StepTable(
      of: store, steps, ChangeText(simulation: simulation), title: { [unowned self] in title(of: $0) },
      tick: tick)
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
    while state.position < min(start, end) { state.stepForward() }
    while state.position > min(start, end) { state.stepBack() }
    var net = NetChanges()
    while state.position < max(start, end), let changes = state.stepForward() { net.append(changes) }
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
