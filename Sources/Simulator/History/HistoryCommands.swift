import AutoUpdate
import CommandLanguage

/// The part of every world that declares the commands and settings of the history.
struct HistoryPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.topics.append("history")
    declarations.errors.append(RaisedError<HistoryError>.self)
    declarations.commands += HistoryCommands.all
    declarations.settings += Self.settings
    declarations.installs.append { simulation in
      if let interpreter = simulation.interpreter { simulation.past.begin(interpreter) }
    }
  }

  private static let settings: [Setting] = [
    .count(
      "history", "the maximum number of steps that can be undone", most: 10_000_000, \.past.steps.limit,
      onChange: { $0.past.reportDroppedUndone() }),
    .count(
      "changes", "the maximum number of changes in the steps that can be undone", most: 100_000_000,
      \.past.steps.changeLimit, onChange: { $0.past.reportDroppedUndone() }),
  ]
}

/// The commands that show the history and move through it.
enum HistoryCommands {
  static let all: [Command] = [
    Command(
      "log", "List the steps, the parts of one, or one part", .optional(.step),
      .option("last", .steps("last", "the number of steps, or of parts"))
    ) { simulation, step, count in
      try simulation.past.log(step, last: count)
    }
    .with(
      help: """
        A step is the effect of one line. It is listed with its number, tick, command and changes; “*” marks the \
        current step, “+” a step that is done in part. A step of several commands has parts; “log 7” lists those of \
        step 7. The running line is a step, too.
        """,
      examples: ["log", "log last=100", "log 1", "log 1.1"]),
    Command("undo", "Undo the last steps", .optional(.steps(), default: 1)) { simulation, count in
      try simulation.past.undo(count)
    }
    .with(
      help: """
        It restores everything that commands change: objects, time, jobs, watches, screens and random numbers.
        The effects of “let”, “def”, “set” and “trace” stay. A new command drops the undone steps.
        """,
      examples: ["undo", "undo 3"]),
    Command("redo", "Redo undone steps", .optional(.steps(), default: 1)) { simulation, count in
      try simulation.past.redo(count)
    }
    .with(examples: ["redo", "redo 3"]),
    Command("goto", "Go to the state after a step, or after a part of one", .step) { simulation, step in
      try simulation.past.go(to: step)
    }
    .with(help: "Step 0 is the beginning.", examples: ["goto 4", "goto 4.2", "goto 0"]),
    Command(
      "diff", "Show the differences between two steps", .step, .optional(.step.labelled("other"))
    ) { simulation, first, second in
      try simulation.past.diff(first, second)
    }
    .with(
      help: "With one step, it compares that step with the current state.", examples: ["diff 2", "diff 2 5"]),
    Command(
      "why", "Explain the state of an object, a field or a view", .whyTarget,
      .optional(.text("row", "the number or the object of a row"))
    ) { simulation, target, row in
      try simulation.past.why(target, row)
    }
    .with(
      help: """
        VIEW          why it is or is not on the screen
        VIEW ROW      the same for a row of a list, by its number or its object's name
        OBJECT        the commands that set its fields
        OBJECT.FIELD  the command that set this field
        An object without a name is written with its kind and number, such as job 1.
        """,
      examples: ["why tick"]),
    Command("trace", "Show the observers that each command calls", .onOff) { simulation, isOn in
      simulation.past.printTrace(isOn)
    }
    .with(
      help: "Each line is an observer, in the order of the calls, with the number of lines it printed.",
      examples: ["trace on", "trace off"]),
    Command("hash", "Print a digest of the state", .optional(.hashDetail)) { simulation, detail in
      simulation.output.writeLine(detail == nil ? simulation.digest : simulation.past.explainedDigest)
    }
    .with(
      help: """
        The same state has the same digest on every machine. With “changes”, the changes of the last step follow, \
        so that a recorded digest shows which value differs.
        """,
      examples: ["hash", "hash changes"]),
  ].map { $0.with(topic: "history", traits: [.direct, .contained, .aboutThePast]) }
}

extension Parameter<Int> {
  static func steps(_ label: String = "steps", _ summary: String = "a number of steps") -> Self {
    .number(label, summary, in: 1...1_000_000_000, tried: 1...4)
  }
}

extension Parameter<StepPosition> {
  static var step: Self {
    Parameter("step", "a number from “log”; 7.2 is the second part of step 7") { word in
      guard let position = StepPosition(word) else {
        let word = String(copying: try UTF8Span(validating: word))
        throw HistoryError.notAStep([word], notes: ["a step is a number, such as 7, or a part, such as 7.2"])
      }
      return position
    }
    .holding(.smallNumber)
    .completed { (world: Simulation, position) in world.past.candidates(forStep: position.prefix) }
  }
}

extension Parameter<Bool> {
  static var onOff: Self {
    Parameter<String>.choice("mode", "on or off", of: ["on", "off"]).map { $0 == "on" }
  }
}

extension Parameter<String> {
  static var whyTarget: Self {
    Parameter<String>.text("target", "an object, a field or a view")
      .completed { (world: Simulation, position) in world.past.candidates(forTarget: position.prefix) }
      .takingProperties().map { unquoted($0) }
  }

  /// Returns a reference such as `"two words".points` without its quotes.
  private static func unquoted(_ word: String) -> String {
    let bytes = Array(word.utf8)
    guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`"),
      let end = bytes.dropFirst().firstIndex(of: quote)
    else { return word }
    return String(decoding: bytes[1..<end] + bytes[(end + 1)...], as: UTF8.self)
  }

  static var hashDetail: Self { .choice("detail", "the changes of the last step", of: ["changes"]) }
}
