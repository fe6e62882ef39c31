import AutoUpdate
import CommandLanguage
import TerminalText

/// The part of every world that supports constraints and invariants, declared or created by commands.
struct RulePart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.schemas += [MadeRule.schema, Obligation.schema]
    declarations.errors.append(RaisedError<RuleError>.self)
    declarations.commands += Self.commands
    declarations.topics.append("checks")
    declarations.limitNames.append("rules")
    for role in [RuleRole.constraint, .invariant] {
      let names = declarations.ruleNames.filter { $0.role == role }.map(\.name)
      if !names.isEmpty {
        declarations.coverage.append(
          CoveragePart("\(role.rawValue)s", cells: names, begin: { $0.rules.beginCoverage() }) {
            $0.rules.exercisedNames(of: role)
          })
      }
    }
    declarations.settings.append(
      .count("rules", "the maximum number of constraints and invariants", most: 1_000, \.rules.limit))
    // Create the service now, so that its table takes part in all checks.
    declarations.installs.append { _ = $0.rules }
    declarations.whyTargets.append { $0.rules.all.map(\.name) }
    declarations.whyAnswers.append { $2 == nil ? try $0.rules.why($1) : nil }
  }

  private static let commands = (makers + [RuleRole.constraint, .invariant].flatMap(commands)).map {
    $0.with(topic: "checks", traits: $0.description.traits.union(.contained))
  }

  private static let makers: [Command] = [
    Command(
      "constraint", "Refuse commands that break a condition", .name(), .expression("condition")
    ) { simulation, name, condition in
      try simulation.rules.make(.constraint, name, condition)
    } ensures: { before, simulation, name, condition in
      simulation.rules.claims(of: .constraint, name, condition, since: before)
    }
    .with(
      help: """
        A command that would break the condition fails and changes nothing. So does a command after which the condition \
        cannot be computed, such as one that renames or removes an object in it. Existing violations are reported, and \
        can be repaired step by step.
        """,
      examples: ["constraint time_passes tick >= 0"], traits: .comparing),
    Command(
      "invariant", "Report when a condition is broken", .name(), .expression("condition"),
      .optional(.expression("goal").introduced(by: "leads to")),
      .optional(.text("bound").introduced(by: "within"))
    ) { simulation, name, condition, goal, bound in
      let bound = bound.flatMap { LeadsTo.Bound($0) }
      if goal != nil, bound == nil {
        throw RuleError.noBound(
          notes: [
            "add “within 5 ticks” or “within 10 steps”; the number is from 1 to \(Schedule.range.upperBound)"
          ], argument: 3)
      }
      try simulation.rules.make(.invariant, name, condition, goal: goal, within: bound)
    } ensures: { before, simulation, name, condition, goal, bound in
      simulation.rules.claims(
        of: .invariant, name, condition, goal: goal, within: bound.flatMap { LeadsTo.Bound($0) },
        since: before)
    }
    .with(
      help: """
        A command that breaks the condition is not refused: a warning names the objects, and a scenario that does not expect it \
        fails. In the condition, “old(…)” is the value of an expression before the command.

        With “leads to GOAL within 5 ticks” or “within 5 steps”, the goal must hold within that time after the condition. Both \
        are truth values, or selections of the same kind: each object of the first selection must then appear in the second. \
        A selection may also lead to a truth value, which must then hold for each of its objects.
        """,
      examples: [
        "invariant time_passes tick >= 0", "invariant forward tick >= old(tick)",
        "invariant goes_on tick == 0 leads to tick > 0 within 100 steps",
      ], traits: .comparing),
  ]

  private static func commands(of role: RuleRole) -> [Command] {
    [
      Command(role.removal, "Remove \(English.article(role.rawValue)) that a command made", .ruleName(role)) {
        simulation, name in
        try simulation.rules.remove(role, name)
      } ensures: { before, simulation, name in
        Claim("the rule is gone", simulation.rules.made[name] == nil)
        Claim("no other rule changes", before.changed(MadeRule.self).allSatisfy { $0 == Reference(name) })
        Claim("nothing but the rules changes", before.changes(only: MadeRule.self, Obligation.self))
      }
      .with(examples: ["\(role.removal) time_passes"]),
      Command("\(role.rawValue)s", "List the \(role.rawValue)s") { simulation in
        let all = simulation.rules.all.filter { $0.role == role }
        for rule in all {
          simulation.output.writeLine("\(Escaping.escaped(rule.name)): \(Escaping.escaped(rule.text))")
        }
        if all.isEmpty { simulation.output.writeLine("no \(role.rawValue)s") }
      }
      .with(traits: .direct),
    ]
  }
}

extension RuleService {
  fileprivate func claims(
    of role: RuleRole, _ name: String, _ condition: Expression, goal: Expression? = nil,
    within bound: LeadsTo.Bound? = nil, since before: PastWorld
  ) -> [Claim] {
    let rule = made[name]
    // A rule captures the variables of its conditions.
    func isKept(_ kept: Expression?, _ given: Expression?) -> Bool {
      kept == given.flatMap { try? simulation.interpreter?.closed($0) }
    }
    let isGiven =
      rule?.role == role && isKept(rule?.condition, condition) && isKept(rule?.goal, goal)
      && rule?.bound == bound
    return [
      Claim("the rule has the given conditions", isGiven),
      Claim("no other rule changes", before.changed(MadeRule.self).allSatisfy { $0 == Reference(name) }),
      Claim("nothing but the rules changes", before.changes(only: MadeRule.self, Obligation.self)),
    ]
  }
}

extension Parameter<String> {
  static func ruleName(_ role: RuleRole) -> Self {
    .text("name", "\(English.article(role.rawValue)) that a command made").suggesting {
      (simulation: Simulation) in
      simulation.rules.madeNames(of: role).map { Completions.Candidate($0) }
    }
  }
}
