import TerminalText

extension Interpreter {
  func run(_ builtin: BuiltinCommand, _ reader: ArgumentReader) throws {
    switch builtin {
    case .print: try printValues(reader)
    case .expect: try ConditionCheck(evaluator, reader.program, try reader.next()).check()
    case .help: try help(reader)
    case .set: try settings.set(reader)
    case .vars: try listVariables()
    case .defs: listDefinitions()
    case .unset:
      while reader.hasMore {
        let name = try reader.readText()
        try reader.blamingLast { try variables.remove(name) }
      }
    case .quit: throw Quit()
    case .run:
      let path = try reader.readText()
      let position = reader.last
      var arguments: [Value] = []
      while reader.hasMore { arguments.append(try reader.readValue()) }
      let program = reader.program
      do { try runFile(path, arguments) } catch { throw program.located(error, program[position].range) }
    }
  }

  private func printValues(_ reader: ArgumentReader) throws {
    guard reader.hasMore else { return output.write(byte: 0x0A) }
    let index = try reader.next()
    let node = reader.program[index]
    if node.kind == .list && node.flag {
      try printer.printLine(try evaluator.elements(reader.program, index))
    } else {
      try printer.printLine(CollectionOfOne(try evaluator.evaluate(reader.program, index)))
    }
  }

  private func help(_ reader: ArgumentReader) throws {
    let help = Help(interpreter: self)
    guard reader.hasMore else { return output.write(help.overview()) }
    var topic = reader.readRest()
    // A topic of several words may be quoted, but need not be.
    if topic.utf8.count > 1, topic.utf8.first == 0x22, topic.utf8.last == 0x22 {
      topic = String(topic.dropFirst().dropLast())
    }
    if topic == "-k" || topic.hasPrefix("-k ") {
      let word = String(topic.dropFirst(3))
      if word.isEmpty { throw reader.located(Explanation("a word is missing after “-k”")) }
      guard let text = help.text(for: topic) else {
        throw reader.located(Explanation("no help contains \(Quoting.message(word))"))
      }
      return output.write(text)
    }
    guard let text = help.text(for: topic) else {
      var explanation = Explanation.unknown("help on", topic, among: help.names.map(\.text))
      if explanation.suggestion == nil { explanation.notes = ["“help” lists the topics"] }
      throw reader.located(explanation)
    }
    output.write(text)
  }

  // MARK: Variables and definitions

  private func listVariables() throws {
    if variables.variableNames.isEmpty { return output.writeLine("no variables") }
    for (position, name) in variables.symbols.variableNames.enumerated() {
      guard let value = variables.global(at: position) else { continue }
      try printer.printLine([.text(name), .text("="), value])
    }
  }

  private func listDefinitions() {
    if variables.definitionNames.isEmpty { return output.writeLine("no definitions") }
    for case let definition? in variables.definitions { output.writeLine(definition.usage) }
  }
}
