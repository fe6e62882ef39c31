import AutoUpdate
import CommandLanguage
import TerminalText

/// The commands about virtual time and chance.
enum TimeCommands {
  static let all: [Command<WarRoom>] = [
    Command("tick", "Let time pass", .optional(.ticks, default: 1)) { room, ticks in try room.tick(ticks) }
      .with(
        help: "What “after” and “every” planned runs at its tick.", examples: ["tick", "tick 10"],
        traits: .direct),
    Command("after", "Run commands once, later", .ticks, .block()) { room, ticks, block in
      try room.schedule(block, after: ticks, interval: nil)
    }
    .with(examples: ["after 3 { status Arthur ready }"]),
    Command("every", "Run commands again and again", .ticks, .block()) { room, ticks, block in
      try room.schedule(block, after: ticks, interval: ticks)
    }
    .with(examples: ["every 5 { heal Arthur }"]),
    Command("jobs", "List what is planned") { room in
      for job in room.sortedJobs {
        let interval = job.interval.map { ", every \($0)" } ?? ""
        room.output.writeLine("\(job.id)  at tick \(job.at)\(interval)  \(Escaping.escaped(job.block.text))")
      }
      if room.jobs.count == 0 { room.output.writeLine("no jobs") }
    }
    .with(traits: .direct),
    Command("cancel", "Take back what is planned", .optional(.job)) { room, job in try room.cancel(job) }
      .with(help: "Without a number it takes back all of it.", examples: ["cancel 1", "cancel"]),
    Command("seed", "Begin the random numbers anew", .number("number", in: 0...Int.max)) { room, seed in
      try room.draw { $0.reseed(UInt64(clamping: seed)) }
    }
    .with(examples: ["seed 42"]),
  ].map { $0.with(topic: "feed and time", traits: $0.description.traits.union(.contained)) }
}

extension Parameter where World == WarRoom, Parsed == Int {
  static var job: Self { .number("job", "its number, see “jobs”", in: 1...Int.max) }
}
