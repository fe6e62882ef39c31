import TerminalText

extension Interpreter {
  /// Runs a command that every host has.
  func run(_ builtin: BuiltinCommand, _ reader: ArgumentReader) throws {
    switch builtin {
    case .print: try printValues(reader)
    case .expect: try expect(reader.program, try reader.next())
    case .help: try help(reader)
    case .set: try set(reader)
    case .vars: try listVariables()
    case .defs: listDefinitions()
    case .unset:
      while reader.hasMore {
        let name = try reader.readText()
        try reader.blamingLast { try forget(name) }
      }
    case .quit: throw Quit()
    case .run:
      let path = try reader.readText()
      let place = reader.last
      var arguments: [Value] = []
      while reader.hasMore { arguments.append(try reader.readValue()) }
      let program = reader.program
      do { try runFile(path, arguments) } catch { throw program.located(error, program[place].range) }
    case .save:
      let path = try reader.readText()
      try reader.blamingLast { try reachFiles().save(to: path) }
    case .time:
      let mode = try reader.readText()
      guard Switch.onOff.contains(mode) else {
        throw reader.located(Explanation.unknown("mode", mode, among: Switch.onOff))
      }
      timesLines = mode == "on"
    case .record:
      let path = reader.hasMore ? try reader.readText() : nil
      try reader.blamingLast { try reachFiles().record(to: path) }
    case .load:
      let path = try reader.readText()
      try reader.blamingLast { try prompt().load(path) }
    case .live: try prompt().live()
    case .demo:
      let word = reader.hasMore ? try reader.readText() : nil
      if let word, word != "off" { throw reader.located(Explanation.unknown("word", word, among: ["off"])) }
      output.write(try prompt().demo(word == nil))
    }
  }

  private func prompt() throws -> any PromptServices {
    guard let promptServices else { throw Explanation("this is for the prompt alone") }
    return promptServices
  }

  private func printValues(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return output.write(byte: 0x0A) }
    let index = try reader.next()
    let node = reader.program[index]
    if node.kind == .list && node.flag {
      try printLine(try elements(reader.program, index))
    } else {
      try printLine(CollectionOfOne(try evaluate(reader.program, index)))
    }
  }

  private func help(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return output.write(helpText(nil) ?? "") }
    var topic = reader.readRest()
    // A topic of several words needs no quotes, and may have them.
    if topic.utf8.count > 1, topic.utf8.first == 0x22, topic.utf8.last == 0x22 {
      topic = String(topic.dropFirst().dropLast())
    }
    guard let text = helpText(topic) else {
      var explanation = Explanation.unknown("help on", topic, among: helpNames().map(\.text))
      if explanation.suggestion == nil { explanation.notes = ["“help” lists the topics"] }
      throw reader.located(explanation)
    }
    output.write(text)
  }

  // MARK: Variables and definitions

  private func listVariables() throws {
    if variableNames.isEmpty { return output.writeLine("no variables") }
    for (place, name) in symbols.variableNames.enumerated() where isSet(place) {
      try printLine([.text(name), .text("="), globals[place] ?? .none])
    }
  }

  private func listDefinitions() {
    if definitionNames.isEmpty { return output.writeLine("no definitions") }
    for case let definition? in definitions {
      output.writeLine(
        ([definition.name] + definition.parameters.map { $0.uppercased() }).joined(separator: " "))
    }
  }

  private func forget(_ name: String) throws {
    if let place = symbols.variable(named: name), isSet(place) { return try setGlobal(place, nil) }
    if let place = symbols.definition(named: name), parameters(of: place) != nil {
      definitions[place] = nil
      return
    }
    throw Explanation.unknown("variable or definition", name, among: variableNames + definitionNames)
  }

  /// Gives a variable of the session a value, as `let` does.
  func setVariable(_ name: String, _ value: Value) throws {
    try setGlobal(symbols.variable(making: name), value)
  }

  // MARK: Settings

  var settingNames: [String] {
    Limits.named.map(\.name) + Switch.allCases.map(\.rawValue) + language.settings.map(\.name)
  }

  private func set(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return printSettings() }
    let name = try reader.readText()
    if name == "--save" { return try reader.blamingLast { try saveSettings() } }
    guard settingNames.contains(name) else {
      throw reader.located(Explanation.unknown("setting", name, among: settingNames))
    }
    guard reader.hasMore else { return output.writeLine("\(name) \(show(setting(name)))") }
    let value = try reader.readValue()
    try reader.blamingLast { try change(name, to: value) }
    if !changedSettings.contains(name) { changedSettings.append(name) }
  }

  /// Keeps what `set` changed for the sessions to come.
  private func saveSettings() throws {
    let settings = changedSettings.map { (name: $0, value: Quoting.word(show(setting($0)))) }
    if settings.isEmpty { throw Explanation("no setting was changed") }
    try reachFiles().saveSettings(settings)
  }

  private func setting(_ name: String) -> Value {
    if let limit = Limits.named.first(where: { $0.name == name }) {
      return .number(limits[keyPath: limit.path])
    }
    if let setting = Switch(rawValue: name) { return .text(word(of: setting)) }
    return language.settings.first { $0.name == name }?.read(world) ?? .none
  }

  /// Where commands are restricted no limit is raised above what it was before.
  private func change(_ name: String, to value: Value) throws {
    if let setting = Switch(rawValue: name) {
      guard case .text(let word) = value, setting.words.contains(word) else {
        throw Explanation("the setting “\(name)” is \(setting.choices)")
      }
      return turn(setting, on: word == setting.words.first)
    }
    guard let limit = Limits.named.first(where: { $0.name == name }) else {
      try language.settings.first { $0.name == name }?.write(world, value)
      return
    }
    let most = ceilings?[keyPath: limit.path] ?? limit.most
    guard case .number(let number) = value, number >= 1, number <= most else {
      throw LanguageError.settingOutOfRange(name, 1...most, place: restriction)
    }
    limits[keyPath: limit.path] = number
  }

  private func printSettings() {
    let rows =
      Limits.named.map { ($0.name, String(limits[keyPath: $0.path]), $0.summary) }
      + Switch.allCases.map { ($0.rawValue, word(of: $0), $0.summary) }
      + language.settings.map { ($0.name, show($0.read(world)), $0.summary) }
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = rows.map(\.1.count).max() ?? 0
    for (name, value, summary) in rows {
      output.writeLine("\(Display.pad(name, nameWidth))  \(Display.pad(value, valueWidth))  \(summary)")
    }
  }
}
