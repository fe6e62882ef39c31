import AutoUpdate

extension Simulation {
  /// A Boolean value that indicates whether a random number has been drawn since the seed was set.
  public var hasDrawnNumbers: Bool { table(of: Generator.self)[0]?.isUnused == false }

  /// Returns a Boolean value that indicates whether a job, or any job if the number is `nil`, runs a schedule of the world.
  public func runsSchedule(job: Int?) -> Bool {
    table(of: Job.self).models.contains { $0.schedule != nil && (job == nil || $0.id == job) }
  }

  /// The service that checks the session after each line.
  public var checking: CheckService { service { CheckService(of: $0) } }

  /// Returns the number of ticks until the first obligation of a `LeadsTo` is late; `nil` if none is due at a
  /// tick.
  ///
  /// - Parameter names: The names of the rules to ignore.
  public func ticksToDeadline(except names: Set<String>) -> Int? {
    if rules.obligations.isEmpty { return nil }
    return interpreter.flatMap { interpreter in
      rules.obligations.ticksToDeadline(of: rules.rules(interpreter).filter { !names.contains($0.name) })
    }
  }

  /// The texts of the constraints and invariants, in the order of their declaration.
  public var ruleTexts: [String] { rules.all.map(\.text) }
}
