import AutoUpdate
import CommandLanguage
import TerminalText

/// The part of every world that supports virtual time, jobs and random numbers.
struct TimePart: WorldPart {
  func declare(in declarations: inout Declarations) {
    // A store may have schedules that the world no longer has.
    declarations.schemas += [Clock.schema, Job.schema, BegunSchedule.schema]
    declarations.topics.append("time")
    declarations.errors.append(RaisedError<TimeError>.self)
    declarations.commands += TimeCommands.all
    declarations.roots.append(Root("tick", "the virtual time", type: .number) { .number($0.tick) })
    declarations.limitNames.append("jobs")
    declarations.settings.append(
      .count("jobs", "the maximum number of planned jobs", most: 1_000_000, \.time.jobLimit))
    declarations.starts.append { simulation in
      try simulation.write { $0.save(Clock(), in: simulation.table(of: Clock.self)) }
    }
    if !declarations.schedules.isEmpty {
      declarations.starts.append { try $0.time.beginSchedules() }
    }
  }
}

/// The commands for virtual time and random numbers.
enum TimeCommands {
  static let all: [Command] = [
    Command("tick", "Advance the virtual time", .optional(.ticks, default: 1)) { simulation, ticks in
      try simulation.time.pass(ticks)
    }
    .with(
      help: """
        Jobs planned with “after” and “every” run at their ticks. Time stops at a job that fails.
        """, examples: ["tick", "tick 10"], traits: .direct),
    Command("after", "Run commands once, later", .ticks, .block()) { simulation, ticks, block in
      try simulation.plan(block, after: ticks, interval: nil)
    } ensures: { _, simulation, ticks, _ in
      simulation.claims(ofJobPlannedAfter: ticks, interval: nil)
    }
    .with(examples: ["after 3 { print tick }"]),
    Command("every", "Run commands repeatedly", .ticks, .block()) { simulation, ticks, block in
      try simulation.plan(block, after: ticks, interval: ticks)
    } ensures: { _, simulation, ticks, _ in
      simulation.claims(ofJobPlannedAfter: ticks, interval: ticks)
    }
    .with(examples: ["every 5 { print tick }"]),
    Command("jobs", "List the planned jobs") { simulation in
      let jobs = simulation.time.sortedJobs
      try simulation.charge(of: jobs.count)
      for job in jobs {
        let interval = job.interval.map { ", every \($0)" } ?? ""
        let title = simulation.time.hasOwnName(job) ? "  \(Escaping.escaped(job.title))" : ""
        simulation.output.writeLine("\(job.id)  at tick \(job.at)\(interval)\(title)")
      }
      if jobs.isEmpty { simulation.output.writeLine("no jobs") }
    }
    .with(traits: .direct),
    Command(
      "cancel", "Cancel planned jobs",
      .optional(.job)
    ) { simulation, job in
      try simulation.time.cancel(job)
    } ensures: { before, simulation, job in
      let cancelled = before.changed(Job.self)
      Claim("the given job is gone", cancelled.allSatisfy { simulation[$0] == nil })
      Claim(
        "no other job is cancelled",
        job.map { job in cancelled.map(\.id) == [job] } ?? (simulation.table(of: Job.self).count == 0))
      Claim("nothing but the jobs changes", before.changes(only: Job.self))
    }
    .with(help: "Without a number, it cancels all jobs.", examples: ["cancel"]),
    Command("seed", "Restart the random numbers", .number("number", in: 0...Int.max)) {
      simulation, seed in
      try simulation.draw { $0.reseed(UInt64(clamping: seed)) }
    } ensures: { _, simulation, seed in
      Claim(
        "the next random number is the first one of the seed",
        simulation.table(of: Generator.self)[0]?.continues(as: Generator(seed: UInt64(clamping: seed)))
          ?? false)
    }
    .with(examples: ["seed 42"]),
  ].map { $0.with(topic: "time", traits: $0.description.traits.union(.contained)) }
}

extension Parameter<Int> {
  static var ticks: Self { .number("ticks", "virtual time", in: Schedule.range, tried: 1...10) }

  static var job: Self {
    .number("job", "a number from “jobs”", in: 1...Int.max, tried: 1...3).completed {
      (simulation: Simulation, _) in
      simulation.time.sortedJobs.map { job in
        Completions.Candidate("\(job.id)", summary: job.title)
      }
    }
  }
}

extension Simulation {
  func plan(_ block: Block, after ticks: Int, interval: Int?) throws {
    let job = try time.schedule(block, after: ticks, interval: interval)
    output.writeLine("job \(job.id) runs at tick \(job.at)")
  }

  fileprivate func claims(ofJobPlannedAfter ticks: Int, interval: Int?) -> [Claim] {
    var added: Job?
    table(of: Job.self).forEachOpenChange { old, new in if old == nil { added = new } }
    return [
      Claim("the new job runs after the given ticks", added?.at == tick + ticks),
      Claim("the new job repeats at the given interval", added?.interval == interval),
    ]
  }
}
