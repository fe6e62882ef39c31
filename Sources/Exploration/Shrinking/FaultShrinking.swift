import CommandLanguage

/// Brings what was found into its shortest form.
struct FaultShrinking {
  let world: ExploredWorld
  let options: ExplorationOptions
  /// Told of each line before it is run, and behind how many others.
  let onLine: ((Int, String) -> Void)?

  func shrunk(_ fault: Fault, _ path: [Invocation], stepCount: Int) -> FoundFault {
    let reproducer = Reproducer(world: world, seed: options.seed, prefix: options.prefix, onLine: onLine)
    var last = fault
    func isStill(_ lines: [Invocation]) -> Bool {
      guard let found = reproducer.fault(of: lines.map(\.text), lookingFor: fault.kind),
        found.fault.isSame(as: fault)
      else { return false }
      last = found.fault
      return true
    }
    var found = FoundFault(
      fault: fault, lines: path.map(\.text), seed: options.seed, stepCount: stepCount, prefix: options.prefix)
    guard isStill(path) else {
      found.isRepeatable = false
      return found
    }
    var shrinker = Shrinker(
      world.commands, trials: { world.trials(after: $0, $1, seed: options.seed, prefix: options.prefix) },
      isStill: isStill)
    let shortest = shrinker.shrink(path)
    _ = isStill(shortest)
    found.fault = last
    found.lines = shortest.map(\.text)
    return found
  }
}

extension ExploredWorld {
  /// Returns the arguments to try for a parameter after some lines in a fresh session.
  func trials(
    after lines: ArraySlice<Invocation>, _ parameter: ParameterInfo, seed: UInt64, prefix: [String]
  ) -> [ArgumentTrial] {
    guard let explored = try? makeSession(seed) else { return [] }
    let runner = LineRunner(explored)
    for line in prefix { _ = runner.run(line) }
    for line in lines { _ = runner.run(line.text) }
    return explored.trials(for: parameter)
  }
}
