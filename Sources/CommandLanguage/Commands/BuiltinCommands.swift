/// The commands that every host has. They ask or set only, so no transaction wraps them.
enum BuiltinCommands {
  static let all: [ErasedCommand] = [print, expect, help, set, quit, run, save, record]

  private static func command(
    _ name: String, _ summary: String, _ topic: String, _ parameters: [ParameterInfo], help: String = "",
    examples: [String] = [], traits: CommandTraits = [.direct, .contained],
    run: @escaping @Sendable (Interpreter, ArgumentReader) throws -> Void
  ) -> ErasedCommand {
    var description = CommandDescription(name: name, summary: summary, parameters: parameters)
    description.topic = topic
    description.help = help
    description.examples = examples
    description.traits = traits
    return ErasedCommand(description: description) { _, reader in
      do {
        try run(reader.interpreter, reader)
      } catch {
        throw reader.blamed(error)
      }
    }
  }

  private static func parameter(
    _ label: String, _ summary: String, _ shape: ParameterInfo.Shape = .word,
    _ occurrence: ParameterInfo.Occurrence = .once
  ) -> ParameterInfo {
    var info = ParameterInfo(label, summary)
    info.shape = shape
    info.occurrence = occurrence
    return info
  }

  private static let print = command(
    "print", "Print values", "checks",
    [parameter("expression", "values, with commas between them", .expression, .repeated)],
    examples: ["print 6 * 7", "print \"count\", count((1, 2))"]
  ) { interpreter, reader in
    guard reader.hasMore else { return interpreter.output.write(byte: 0x0A) }
    let index = try reader.next()
    let node = reader.tree[index]
    if node.kind == .list, node.flag {
      let values = try interpreter.elements(reader.tree, index)
      interpreter.output.writeLine(values.map { interpreter.show($0) }.joined(separator: " "))
    } else {
      interpreter.output.writeLine(interpreter.show(try interpreter.evaluate(reader.tree, index)))
    }
  }

  private static let expect = command(
    "expect", "Fail unless a condition holds", "checks",
    [parameter("condition", "true or false", .expression)],
    help: "When it does not hold, the values of both sides are shown.", examples: ["expect 1 + 1 == 2"]
  ) { interpreter, reader in
    try interpreter.expect(reader.tree, try reader.next())
  }

  private static let quit = command("quit", "Leave", "prompt", []) { _, reader in
    _ = try reader.isDirect()
    throw Interpreter.Quit()
  }

  private static let help: ErasedCommand = {
    var info = parameter("topic", "a command, a topic, or a pattern such as s*", .rest, .optional)
    info.names = { interpreter, _ in Help(interpreter).names }
    return command(
      "help", "Tell about commands", "prompt", [info], examples: ["help", "help print", "help s*"]
    ) { interpreter, reader in
      let help = Help(interpreter)
      guard reader.hasMore else { return interpreter.output.write(help.overview()) }
      // A topic of several words needs no quotes, and may have them.
      let name = Help.unquoted(reader.readRest())
      _ = try reader.isDirect()
      guard let text = help.text(for: name) else {
        throw reader.located(Explanation.unknown("help on", name, among: help.names))
      }
      interpreter.output.write(text)
    }
  }()

  private static let set: ErasedCommand = {
    var name = parameter("name", "a setting; without one all are listed", .word, .optional)
    name.names = { interpreter, _ in interpreter.settingNames.map { Completions.Candidate($0) } }
    let value = parameter("value", "its new value; without one it is shown", .word, .optional)
    return command(
      "set", "Show or change a setting", "prompt", [name, value],
      examples: ["set", "set steps 1000"]
    ) { interpreter, reader in
      guard reader.hasMore else { return interpreter.printSettings() }
      let name = try reader.readBytes { String(decoding: $0, as: UTF8.self) }
      guard interpreter.settingNames.contains(name) else {
        throw reader.located(Explanation.unknown("setting", name, among: interpreter.settingNames))
      }
      guard reader.hasMore else {
        return interpreter.output.writeLine("\(name) \(interpreter.show(interpreter.setting(name)))")
      }
      let value = try reader.readValue()
      _ = try reader.isDirect()
      try reader.blamingLast { try interpreter.change(name, to: value) }
    }
  }()

  // MARK: Files

  private static let run = command(
    "run", "Run the commands of a file", "files", [parameter("file", "a path").asPath()],
    examples: ["run opening.txt"], traits: [.direct]
  ) { interpreter, reader in
    let path = try reader.readBytes { String(decoding: $0, as: UTF8.self) }
    _ = try reader.isDirect()
    try reader.blamingLast { try interpreter.runFile(path) }
  }

  private static let save = command(
    "save", "Write the session so far to a file", "files", [parameter("file", "a path").asPath()],
    help: "The file is a scenario: it can be replayed.", examples: ["save duel.scenario"], traits: [.direct]
  ) { interpreter, reader in
    let path = try reader.readBytes { String(decoding: $0, as: UTF8.self) }
    _ = try reader.isDirect()
    try reader.blamingLast { try interpreter.reachFiles().save(to: path) }
  }

  private static let record = command(
    "record", "Save the session and keep the file up to date; without a file, stop", "files",
    [parameter("file", "a path", .word, .optional).asPath()], examples: ["record duel.scenario", "record"],
    traits: [.direct]
  ) { interpreter, reader in
    let path = reader.hasMore ? try reader.readBytes { String(decoding: $0, as: UTF8.self) } : nil
    _ = try reader.isDirect()
    try reader.blamingLast { try interpreter.reachFiles().record(to: path) }
  }
}
