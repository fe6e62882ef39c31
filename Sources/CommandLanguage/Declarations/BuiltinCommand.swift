/// The commands that every host has. They ask or set only, so no transaction wraps them.
enum BuiltinCommand: String, CaseIterable, Sendable {
  case print, expect, help, set, vars, defs, unset, quit, run, save, record

  var description: CommandDescription {
    var description = CommandDescription(name: rawValue, summary: summary, parameters: parameters)
    description.topic = topic
    description.help = help
    description.examples = examples
    description.traits = reachesFiles ? [.direct] : [.direct, .contained]
    if belongsToSitting { description.traits.insert(.unrecorded) }
    return description
  }

  private var belongsToSitting: Bool { [.help, .quit, .save, .record].contains(self) }
  private var reachesFiles: Bool { [.run, .save, .record].contains(self) }

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
    case .record: "Save the session and keep the file up to date; without a file, stop"
    }
  }

  private var topic: String {
    switch self {
    case .print, .expect: "checks"
    case .help, .set, .vars, .defs, .unset, .quit: "prompt"
    case .run, .save, .record: "files"
    }
  }

  private var help: String {
    switch self {
    case .expect: "When it does not hold, the values of both sides are shown."
    case .run: "What stands behind the path is the list “arguments” in the file."
    case .save: "The file is a scenario: it can be replayed."
    default: ""
    }
  }

  private var examples: [String] {
    switch self {
    case .print: ["print 6 * 7", "print \"count\", count((1, 2))"]
    case .expect: ["expect 1 + 1 == 2"]
    case .help: ["help", "help print", "help s*"]
    case .set: ["set", "set steps 1000"]
    case .vars: ["vars"]
    case .defs: ["defs"]
    case .unset: ["let n = 1; unset n"]
    case .quit: ["quit"]
    case .run: ["run opening.txt", "run duel.txt Arthur 3"]
    case .save: ["save duel.scenario"]
    case .record: ["record duel.scenario", "record"]
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
        parameter("topic", "a command, a topic, or a pattern such as s*", .rest, .optional, names: .topics)
      ]
    case .set:
      return [
        parameter("name", "a setting; without one all are listed", .word, .optional, names: .settings),
        parameter("value", "its new value; without one it is shown", .word, .optional),
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
    case .save: return [parameter("file", "a path").asPath()]
    case .record: return [parameter("file", "a path", .word, .optional).asPath()]
    case .vars, .defs, .quit: return []
    }
  }
}
