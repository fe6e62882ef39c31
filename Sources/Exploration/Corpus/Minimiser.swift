import CommandLanguage
import Scenarios

/// Makes lines fewer that reach something new.
struct Minimiser {
  let session: JobSession
  let options: ExplorationOptions

  func entry(reaching cells: [String], _ path: [Invocation]) -> CorpusEntry {
    func reaches(_ lines: [Invocation]) -> Bool {
      guard let runner = try? session.begin() else { return false }
      let explored = runner.explored
      explored.noteCoverage()
      for line in lines { _ = runner.run(line.text) }
      let reached = Set(explored.exercised.map { "\($0.dimension): \($0.cell)" })
      return cells.allSatisfy(reached.contains)
    }
    var shrinker = Shrinker(session.world.commands, trials: { _, _ in [] }, isStill: reaches)
    shrinker.runCountMax = 300
    return CorpusEntry(cells: cells, lines: shrinker.shrink(path).map(\.text))
  }
}

extension CorpusEntry {
  /// The lines as a scenario, with what they print; `nil` when no session can be made.
  public func scenario(of world: ExploredWorld, _ options: ExplorationOptions) -> [UInt8]? {
    let reproducer = Reproducer(session: JobSession(world, options))
    return try? reproducer.recorded(lines, claim: "Reaches \(cells.joined(separator: ", ")).")
  }
}
