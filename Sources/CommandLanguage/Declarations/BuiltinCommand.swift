/// The commands that are available with every host. They act on the session, so no transaction wraps them.
enum BuiltinCommand: String, CaseIterable, Sendable {
  case print, expect, help, set, vars, defs, unset, quit, run

  var command: Command {
    Command(description: description, frame: .language) { reader in
      { try reader.interpreter.run(self, reader) }
    }
  }

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
        help: "If the condition is false, the values of both sides are shown.",
        examples: ["expect 1 + 1 == 2"])
    case .help:
      describe(
        "Show help", "prompt",
        Self.parameter(
          "topic",
          "a command, kind, field, topic, message code or pattern such as s*, or -k and a word to search for",
          .rest, .optional, names: .topics),
        examples: ["help", "help print", "help s*", "help -k file"], isRecorded: false)
    case .set:
      describe(
        "Show or change a setting", "prompt",
        Self.parameter(
          "name", "a setting; without it, all settings are listed", .word, .optional, names: .settings),
        Self.parameter(
          "value", "the new value; without it, the setting is shown", .word, .repeated,
          names: .settingValues),
        help:
          "“set NAME VALUE --save” saves the value for future prompts; “set --save” saves all changed settings.",
        examples: ["set", "set steps 1000", "set codes on --save"])
    case .vars: describe("List the variables", "prompt", examples: ["vars"])
    case .defs: describe("List the commands defined with “def”", "prompt", examples: ["defs"])
    case .unset:
      describe(
        "Remove variables and definitions", "prompt",
        Self.parameter(
          "name", "a variable or a definition", .word, .repeated, leastCount: 1, names: .variables),
        examples: ["let n = 1; unset n"])
    case .quit: describe("End the session", "prompt", examples: ["quit"], isRecorded: false)
    case .run:
      describe(
        "Run the commands of a file", "files", Self.parameter("file", "a path", names: .paths),
        Self.parameter("argument", "a value for the file's list “arguments”", .word, .repeated),
        help: "The file reads its arguments from the list “arguments”.",
        examples: ["run day.txt", "run day.txt 3 true"], reachesFiles: true)
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
}
