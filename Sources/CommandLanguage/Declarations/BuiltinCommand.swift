/// The commands that every host has. They ask or set only, so no transaction wraps them.
enum BuiltinCommand: String, CaseIterable, Sendable {
  case print, expect, help, set, vars, defs, unset, quit, run, save, record, time
  case load, replay, explore, live, demo

  var description: CommandDescription {
    switch self {
    case .print:
      describe(
        "Print values", "checks",
        Self.parameter("expression", "values, with commas between them", .expression, .repeated),
        examples: ["print 6 * 7", "print \"count\", count((1, 2))"])
    case .expect:
      describe(
        "Fail unless a condition holds", "checks", Self.parameter("condition", "true or false", .expression),
        help: "When it does not hold, the values of both sides are shown.",
        examples: ["expect 1 + 1 == 2"])
    case .help:
      describe(
        "Tell about commands", "prompt",
        Self.parameter(
          "topic",
          "a command, a kind, a field, a topic, a message's code, a pattern such as s*, or -k and a word to be found",
          .rest, .optional, names: .topics),
        examples: ["help", "help print", "help s*", "help -k file"], isRecorded: false)
    case .set:
      describe(
        "Show or change a setting", "prompt",
        Self.parameter("name", "a setting; without one all are listed", .word, .optional, names: .settings),
        Self.parameter(
          "value", "its new value, without which it is shown; --save behind it keeps it", .word, .repeated,
          names: .settingValues),
        help: "“set NAME VALUE --save” keeps it for the prompts to come, “set --save” all that were changed.",
        examples: ["set", "set steps 1000", "set codes on --save"])
    case .vars: describe("List the variables", "prompt", examples: ["vars"])
    case .defs: describe("List what “def” defined", "prompt", examples: ["defs"])
    case .unset:
      describe(
        "Forget variables and definitions", "prompt",
        Self.parameter(
          "name", "a variable or a definition", .word, .repeated, leastCount: 1, names: .variables),
        examples: ["let n = 1; unset n"])
    case .quit: describe("Leave", "prompt", examples: ["quit"], isRecorded: false)
    case .run:
      describe(
        "Run the commands of a file", "files", Self.path(),
        Self.parameter("argument", "what the file is given", .word, .repeated),
        help: "What stands behind the path is the list “arguments” in the file.",
        examples: ["run day.txt", "run day.txt 3 true"], reachesFiles: true)
    case .save:
      describe(
        "Write the session so far to a file", "files", Self.path(),
        help: """
          The file is a scenario: it can be replayed. A file that holds the beginning of this session goes on.
          Lines that failed before anything ran, such as a mistyped name, are left out; “record” keeps every line.
          """,
        examples: ["save day.scenario"], reachesFiles: true, isRecorded: false)
    case .record:
      describe(
        "Save the session and keep the file up to date; without a file, stop", "files", Self.path(.optional),
        help: """
          A file that holds the beginning of this session, such as one that was loaded, goes on, and its comments stay.
          Any other that is there is left as it is.
          """,
        examples: ["record day.scenario", "record"], reachesFiles: true, isRecorded: false)
    case .time:
      describe(
        "Show how long each line takes, and how many are told of its changes", "prompt", Self.mode,
        help: "Only a prompt shows it; no scenario holds it.",
        examples: ["time on", "time off"], isRecorded: false)
    case .load:
      describe(
        "Go on with the commands of a file, as if they were typed", "files", Self.path(),
        help: "Of a scenario its commands are run, not its output; each is recorded.",
        examples: ["load day.scenario"], reachesFiles: true, isRecorded: false)
    case .replay:
      describe(
        "Replay a scenario as a test, or the session so far", "files", Self.path(.optional),
        help: """
          The scenario runs in a session of its own, and what differs is shown; without a file, the session so far does.
          At the shell the same command replays whole folders: see “replay --help” there.
          """,
        examples: ["replay day.scenario", "replay"], reachesFiles: true, isRecorded: false)
    case .explore:
      describe(
        "Look for faults from here, with commands that nobody wrote", "checks",
        Self.parameter("time", "such as 30s or 5m; 10s without it", .word, .optional),
        help: """
          It repeats this session elsewhere and goes on by chance, so nothing is done here. What breaks an invariant or
          another check is written as a scenario into the working folder. Ctrl-C ends it.
          At the shell the same command has more options: see “explore --help” there.
          """,
        examples: ["explore", "explore 1m"], reachesFiles: true, isRecorded: false)
    case .live:
      describe(
        "Show the open screens above the prompt as they change, until q or Ctrl-C", "prompt",
        examples: ["live"], reachesFiles: true, isRecorded: false)
    case .demo:
      describe(
        "Learn by doing: each command is suggested, Right and Return run it", "prompt",
        Self.parameter("off", "ends it", .word, .optional),
        examples: ["demo", "demo off"], reachesFiles: true, isRecorded: false)
    }
  }

  private func describe(
    _ summary: String, _ topic: String, _ parameters: ParameterInfo..., help: String = "",
    examples: [String], reachesFiles: Bool = false, isRecorded: Bool = true
  ) -> CommandDescription {
    var description = CommandDescription(name: rawValue, summary: summary, parameters: parameters)
    description.topic = topic
    description.makeHelp = { help }
    description.examples = examples
    description.traits = reachesFiles ? [.direct] : [.direct, .contained]
    if !isRecorded { description.traits.insert(.unrecorded) }
    return description
  }

  private static func parameter(
    _ label: String, _ summary: String, _ shape: ArgumentShape = .word,
    _ occurrence: ParameterInfo.Occurrence = .once, leastCount: Int = 0,
    names: ParameterInfo.KnownNames? = nil
  ) -> ParameterInfo {
    var info = ParameterInfo(label, summary)
    info.shape = shape
    info.occurrence = occurrence
    info.leastCount = leastCount
    info.names = names
    return info
  }

  private static func path(_ occurrence: ParameterInfo.Occurrence = .once) -> ParameterInfo {
    parameter("file", "a path", .word, occurrence, names: .paths)
  }

  /// `on` or `off`.
  private static var mode: ParameterInfo {
    var mode = parameter("mode", "on or off")
    mode.words = Switch.onOff
    mode.candidates = { _ in Switch.onOff.map { Completions.Candidate($0) } }
    mode.readWord = { word in
      let text = String(decoding: [UInt8](copying: word), as: UTF8.self)
      guard let place = Switch.onOff.firstIndex(of: text) else {
        throw Explanation.unknown("mode", text, among: Switch.onOff)
      }
      return place
    }
    return mode
  }
}
