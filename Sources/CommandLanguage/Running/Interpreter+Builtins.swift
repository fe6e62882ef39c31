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
    case .record:
      let path = reader.hasMore ? try reader.readText() : nil
      try reader.blamingLast { try reachFiles().record(to: path) }
    }
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
    for (place, name) in symbols.variableNames.enumerated() where isSet(place) {
      try printLine([.text(name), .text("="), globals[place] ?? .none])
    }
  }

  private func listDefinitions() {
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

  var settingNames: [String] { Limits.named.map(\.name) + language.settings.map(\.name) }

  private func set(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return printSettings() }
    let name = try reader.readText()
    guard settingNames.contains(name) else {
      throw reader.located(Explanation.unknown("setting", name, among: settingNames))
    }
    guard reader.hasMore else { return output.writeLine("\(name) \(show(setting(name)))") }
    let value = try reader.readValue()
    try reader.blamingLast { try change(name, to: value) }
  }

  private func setting(_ name: String) -> Value {
    if let limit = Limits.named.first(where: { $0.name == name }) {
      return .number(limits[keyPath: limit.path])
    }
    return language.settings.first { $0.name == name }?.read(world) ?? .none
  }

  /// Where commands are restricted no limit is raised above what it was before.
  private func change(_ name: String, to value: Value) throws {
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
      + language.settings.map { ($0.name, show($0.read(world)), $0.summary) }
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = rows.map(\.1.count).max() ?? 0
    for (name, value, summary) in rows {
      output.writeLine("\(Display.pad(name, nameWidth))  \(Display.pad(value, valueWidth))  \(summary)")
    }
  }
}
