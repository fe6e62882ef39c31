import CommandLanguage
import TerminalText

/// Invariants that commands make: a service of every world.
struct InvariantPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.schemas.append(MadeInvariant.schema)
    declarations.errors.append(InvariantError.self)
    declarations.commands += Self.commands
    declarations.topics.append("checks")
    declarations.limitNames.append("invariants")
    let names = declarations.invariantNames
    if !names.isEmpty {
      declarations.coverage.append(CoveragePart("invariants", cells: names) { $0.invariants.checkedNames })
    }
    declarations.settings.append(
      Setting(
        "invariants", "how many invariants there may be", read: { .number($0.invariants.limit) },
        write: { simulation, value in
          simulation.invariants.limit = try simulation.count(value, most: 1_000)
        }))
    // Its table takes part in the checks from the beginning.
    declarations.installs.append { _ = $0.invariants }
    declarations.session.whyTargets.append { $0.invariants.all.map(\.name) }
    declarations.session.whyAnswers.append { $2 == nil ? try $0.invariants.why($1) : nil }
  }

  private static let commands: [Command] = [
    Command(
      "invariant", "Demand that a condition holds from now on", .name(), .expression("condition")
    ) { simulation, name, condition in
      try simulation.invariants.make(name, condition)
    }
    .with(
      help: """
        A command that would break it fails and is taken back, and so does one that leaves it without a value: what the
        condition names is neither renamed nor removed before `uninvariant`.
        """,
      examples: ["invariant time_passes tick >= 0"]),
    Command("uninvariant", "Demand a condition no more", .invariantName) { simulation, name in
      try simulation.invariants.remove(name)
    }
    .with(examples: ["uninvariant time_passes"]),
    Command("invariants", "List what has to hold") { simulation in
      let all = simulation.invariants.all
      for (name, text) in all {
        simulation.output.writeLine("\(Escaping.escaped(name)): \(Escaping.escaped(text))")
      }
      if all.isEmpty { simulation.output.writeLine("no invariants") }
    }
    .with(traits: .direct),
  ].map { $0.with(topic: "checks", traits: $0.description.traits.union(.contained)) }
}

extension Parameter<String> {
  static var invariantName: Self {
    .text("name", "an invariant that a command made").suggesting { (simulation: Simulation) in
      simulation.invariants.madeNames.map { Completions.Candidate($0) }
    }
  }
}
