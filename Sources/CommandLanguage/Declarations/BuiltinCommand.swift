/// The commands that every host has. They ask or set only, so no transaction wraps them.
enum BuiltinCommand: String, CaseIterable, Sendable {
  case print, expect, help, set, vars, defs, unset, quit, run, save, record, time
  case load, live, demo

  var description: CommandDescription {
    var description = CommandDescription(name: rawValue, summary: summary, parameters: parameters)
    description.topic = topic
    description.makeHelp = { help }
    description.examples = examples
    description.traits = reachesFiles ? [.direct] : [.direct, .contained]
    if belongsToSitting { description.traits.insert(.unrecorded) }
    return description
  }

  private var belongsToSitting: Bool {
    [.help, .quit, .save, .record, .time, .load, .live, .demo].contains(self)
  }
  private var reachesFiles: Bool { [.run, .save, .record, .load, .live, .demo].contains(self) }

  private var summary: String {
    switch self {
    case .print: "Print values"
    case .expect: "Fail unless a condition holds"
    case .help: "Tell about commands"
    case .set: "Show or change a setting"
    case .vars: "List the variables"
    case .defs: "List what “def” defined"
    case .unset: "Forget variables and definitions"
    case .quit: "Leave"
    case .run: "Run the commands of a file"
    case .save: "Write the session so far to a file"
    case .time: "Show how long each line takes, and how many are told of its changes"
    case .load: "Go on with the commands of a file, as if they were typed"
    case .live: "Show the open screens above the prompt as they change, until q or Ctrl-C"
    case .demo: "Learn by doing: each command is suggested, Right and Return run it"
    case .record: "Save the session and keep the file up to date; without a file, stop"
    }
  }

  private var topic: String {
    switch self {
    case .print, .expect: "checks"
    case .help, .set, .vars, .defs, .unset, .quit, .time, .live, .demo: "prompt"
    case .run, .save, .record, .load: "files"
    }
  }

  private var help: String {
    switch self {
    case .expect: "When it does not hold, the values of both sides are shown."
    case .run: "What stands behind the path is the list “arguments” in the file."
    case .set: "“set --save” keeps what was changed for the prompts to come."
    case .time: "Only a prompt shows it; no scenario holds it."
    case .save:
      "The file is a scenario: it can be replayed. A file that holds the beginning of this session goes on."
    case .record:
      """
      A file that holds the beginning of this session, such as one that was loaded, goes on, and its comments stay.
      Any other that is there is left as it is.
      """
    case .load: "Of a scenario its commands are run, not its output; each is recorded."
    default: ""
    }
  }

  private var examples: [String] {
    switch self {
    case .print: ["print 6 * 7", "print \"count\", count((1, 2))"]
    case .expect: ["expect 1 + 1 == 2"]
    case .help: ["help", "help print", "help s*", "help -k file"]
    case .set: ["set", "set steps 1000", "set codes on; set --save"]
    case .vars: ["vars"]
    case .defs: ["defs"]
    case .unset: ["let n = 1; unset n"]
    case .quit: ["quit"]
    case .run: ["run day.txt", "run day.txt 3 true"]
    case .save: ["save day.scenario"]
    case .time: ["time on", "time off"]
    case .record: ["record day.scenario", "record"]
    case .load: ["load day.scenario"]
    case .live: ["live"]
    case .demo: ["demo", "demo off"]
    }
  }

  private var parameters: [ParameterInfo] {
    func parameter(
      _ label: String, _ summary: String, _ shape: ArgumentShape = .word,
      _ occurrence: ParameterInfo.Occurrence = .once, names: ParameterInfo.KnownNames? = nil
    ) -> ParameterInfo {
      var info = ParameterInfo(label, summary)
      info.shape = shape
      info.occurrence = occurrence
      info.names = names
      return info
    }
    switch self {
    case .print: return [parameter("expression", "values, with commas between them", .expression, .repeated)]
    case .expect: return [parameter("condition", "true or false", .expression)]
    case .help:
      return [
        parameter(
          "topic",
          "a command, a kind, a field, a topic, a message's code, a pattern such as s*, or -k and a word to be found",
          .rest, .optional, names: .topics)
      ]
    case .set:
      return [
        parameter("name", "a setting; without one all are listed", .word, .optional, names: .settings),
        parameter("value", "its new value; without one it is shown", .word, .optional, names: .settingValues),
      ]
    case .unset:
      var names = parameter("name", "a variable or a definition", .word, .repeated, names: .variables)
      names.leastCount = 1
      return [names]
    case .run:
      return [
        parameter("file", "a path").asPath(),
        parameter("argument", "what the file is given", .word, .repeated),
      ]
    case .save, .load: return [parameter("file", "a path").asPath()]
    case .demo: return [parameter("off", "ends it", .word, .optional)]
    case .record: return [parameter("file", "a path", .word, .optional).asPath()]
    case .time:
      var mode = parameter("mode", "on or off")
      mode.words = Switch.onOff
      mode.candidates = { _ in Switch.onOff.map { Completions.Candidate($0) } }
      mode.checkWord = { word in
        let text = String(decoding: [UInt8](copying: word), as: UTF8.self)
        guard Switch.onOff.contains(text) else {
          throw Explanation.unknown("mode", text, among: Switch.onOff)
        }
      }
      return [mode]
    case .vars, .defs, .quit, .live: return []
    }
  }
}
