import AutoUpdate
import CommandLanguage

extension Parameter where World == WarRoom, Parsed == Int {
  static func steps(_ label: String = "steps") -> Self { .number(label, "how many", in: 1...1_000_000_000) }
  static var step: Self { .number("step", "its number, see “log”", in: 0...1_000_000_000) }
}

extension Parameter where World == WarRoom, Parsed == Bool {
  static var onOff: Self {
    Parameter<WarRoom, String>.choice("mode", "on or off", of: ["on", "off"]).map { $0 == "on" }
  }
}

extension Parameter where World == WarRoom, Parsed == String {
  static var whyTarget: Self {
    .text("view", "a view, a unit or a field") { room in room.whyTargets.map { Completions.Candidate($0) } }
  }

  static var row: Self {
    .text("row", "its number, or a unit") { room in room.sortedUnits.map { Completions.Candidate($0.name) } }
  }
}

/// The commands about what happened, and about going back to it.
enum HistoryCommands {
  static let all: [Command<WarRoom>] = [
    Command("log", "List the steps", .optional(.steps())) { room, count in
      try room.charge(of: room.keptPoints.count)
      room.log(count)
    }
    .with(
      help: """
        A step is a command that changed something. Each has its number, the tick at which it was
        done, the command and what it changed; “*” marks the present.
        """,
      examples: ["log", "log 100"]),
    Command("undo", "Take back the last steps", .optional(.steps(), default: 1)) { room, count in
      try room.undo(count)
    }
    .with(
      help: """
        All that commands change goes back: units, game, chat, time, jobs, watches, screens, chance.
        What “let”, “def”, “set” and “trace” made stays. A new command drops what was undone.
        """,
      examples: ["undo", "undo 3"]),
    Command("redo", "Do undone steps again", .optional(.steps(), default: 1)) { room, count in
      try room.redo(count)
    }
    .with(examples: ["redo", "redo 3"]),
    Command("goto", "Go to the state after a step", .step) { room, step in try room.go(to: step) }
      .with(help: "Step 0 is the beginning.", examples: ["goto 4", "goto 0"]),
    Command(
      "diff", "Show what differs between two steps", .step, .optional(.step.labelled("other"))
    ) { room, first, second in
      try room.charge(of: room.keptPoints.count + room.units.count)
      try room.diff(first, second)
    }
    .with(help: "With one step it shows what differs from there to now.", examples: ["diff 2", "diff 2 5"]),
    Command(
      "why", "Tell what made a view, a unit or a field what it is", .whyTarget, .optional(.row)
    ) { room, target, row in
      try room.charge(of: room.keptPoints.count + room.units.count)
      try room.why(target, row)
    }
    .with(
      help: """
        VIEW        why it is on the screen, or is not
        VIEW ROW    the same of a row of a list, by its number or the unit's name
        UNIT        which command set each of its fields
        UNIT.FIELD  which command set this one; also game.phase, me.side and the like
        """,
      examples: ["why map/attacker", "why map/units 1", "why reserve Arthur", "why Arthur.status"]),
    Command("trace", "Show who is told of each command", .onOff) { room, isOn in room.setTrace(isOn) }
      .with(
        help: "Each line is one who was told, in order, and how many lines it printed.",
        examples: ["trace on", "trace off"]),
    Command("hash", "Print a digest of all that is kept", .optional(.hashDetail)) { room, detail in
      try room.charge(of: room.units.count)
      room.output.writeLine(detail == nil ? room.digest : room.explainedDigest)
    }
    .with(
      help: """
        The same state gives the same digest on every machine. With “changes”, what the last step did stands
        behind it: so a recorded digest tells which value differs.
        """,
      examples: ["hash", "hash changes"]),
  ].map { $0.with(topic: "history", traits: [.direct, .contained]) }
}

extension Parameter where World == WarRoom, Parsed == String {
  static var hashDetail: Self { .choice("detail", "what the last step did", of: ["changes"]) }
}
