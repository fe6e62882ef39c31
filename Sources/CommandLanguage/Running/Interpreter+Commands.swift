extension Interpreter {
  /// Runs one declared command.
  func executeCommand(_ program: Program, _ index: Int32, _ node: Node) throws {
    guard node.payload >= 0 else { throw unknownCommand(program, node) }
    budget.commands &+= 1
    if hasMarks, !marks[node.payload].isEmpty {
      try executeMarked(program, index, node, marks[node.payload])
    } else {
      try invoke(program, index, node)
    }
  }

  private func invoke(_ program: Program, _ index: Int32, _ node: Node) throws {
    let reader = activeReaders > 0 ? innerReader() : firstReader ?? innerReader()
    activeReaders &+= 1
    defer { activeReaders &-= 1 }
    reader.begin(program, index, node)
    if let body = boundCalls.body(of: index, in: program) { return try reader.run(body) }
    let body = try language.bindings[node.payload](reader)
    if isRepeated, reader.isLasting, language.frames[node.payload] == .host {
      boundCalls.keep(body, of: index, in: program, names: reader.names)
    }
    try reader.run(body)
  }

  /// A Boolean value that indicates whether the statement that runs may run again: in a loop, a definition or a block.
  private var isRepeated: Bool { loops > 0 || budget.calls > 0 }

  /// The reader of a command that runs inside another.
  private func innerReader() -> ArgumentReader {
    while readers.count <= activeReaders { readers.append(ArgumentReader(self, host, language, kinds)) }
    if activeReaders == 0 { firstReader = readers[0] }
    return readers[activeReaders]
  }

  /// Runs a command that is not allowed here, or of which something has not been used yet.
  private func executeMarked(_ program: Program, _ index: Int32, _ node: Node, _ marks: CommandMarks) throws {
    if marks.contains(.forbidden) {
      usage?.refuse(node.payload)
      let name = program.text(node.nameRange)
      throw program.failure(LanguageError.forbidden(name, place: restriction ?? ""), node.nameRange)
    }
    do {
      try invoke(program, index, node)
    } catch is Quit {
      noteUse(program, index, node)
      throw Quit()
    }
    noteUse(program, index, node)
  }

  private func unknownCommand(_ program: Program, _ node: Node) -> CommandFailure {
    let name = program.text(node.nameRange)
    return program.failure(LanguageError.unknownCommand(name, suggestion: nil), node.nameRange)
  }

  // MARK: Definitions

  func define(_ program: Program, _ index: Int32, _ node: Node) throws {
    let name = program.text(program[node.first].range)
    var child = node.first
    while program[child].kind != .block { child = program[child].next }
    while definitions.count <= node.payload { definitions.append(nil) }
    if definitions[node.payload] == nil { try checkVariables(definitions.count { $0 != nil }) }
    let definition = Definition(
      name: name, parameters: DefinitionParameter.all(of: node, in: program, language), program: program,
      node: index, block: child,
      comment: index == firstStatement ? comment : "")
    try setDefinition(node.payload, definition)
  }

  func setDefinition(_ place: Int, _ definition: Definition?) throws {
    let (memory, before, former) = (budget.memory, budget.memory.present, definitions[place])
    if let definition { memory.charge(definition.memory, to: .present) }
    if let former { memory.release(former.memory, from: .present) }
    if let excess = memory.excess(over: before) {
      if let former { memory.charge(former.memory, to: .present) }
      if let definition { memory.release(definition.memory, from: .present) }
      throw excess
    }
    declarationCount &+= 1
    definitions[place] = definition
  }

  /// A command that `def` made.
  func executeDefined(_ program: Program, _ index: Int32, _ node: Node) throws {
    var arguments: [Value] = []
    for child in program.children(of: index) { arguments.append(try argument(child, of: program)) }
    _ = try callDefinition(node.payload, arguments, program, node)
  }

  /// Calls a definition; the value that it returned, if it did.
  func callDefinition(_ place: Int, _ arguments: [Value], _ program: Program, _ node: Node) throws -> Value? {
    guard place < definitions.count, let definition = definitions[place] else {
      throw unknownCommand(program, node)
    }
    guard arguments.count == definition.parameters.count else {
      let count = definition.parameters.count
      throw program.failure(
        LanguageError.wrongCount(
          of: definition.name, count...count, given: arguments.count, usage: definition.usage), node.range)
    }
    let arguments = try fitted(arguments, to: definition.parameters, program, node)
    do {
      return try budget.calling { try run(definition, arguments) }
    } catch var failure as CommandFailure {
      let note = LanguageError.note(inside: definition.name)
      let notes = failure.diagnostic.explanation.notes
      if notes.count < 4, notes.last != note { failure.diagnostic.explanation.notes.append(note) }
      throw failure
    }
  }

  /// Returns the arguments as values of the types that a definition wants: the name of an object is the object.
  private func fitted(
    _ arguments: [Value], to parameters: [DefinitionParameter], _ program: Program, _ node: Node
  ) throws -> [Value] {
    var fitted = arguments
    var child = node.first
    for (place, parameter) in parameters.enumerated() where child >= 0 {
      if parameter.type != .unknown {
        do { fitted[place] = try value(arguments[place], of: parameter) } catch {
          throw program.failure(Explanation(of: error), program[child].range)
        }
      }
      child = program[child].next
    }
    return fitted
  }

  private func value(_ value: Value, of parameter: DefinitionParameter) throws -> Value {
    switch (parameter.type, value) {
    case (.object(let kind), .object(let object)) where object.kind == kind: return value
    case (.object(let id), .text(let name)):
      guard let kind = language.kindIndex(id) else { return value }
      guard let row = kinds[kind].find(Array(name.utf8).span) else { throw unknownObject(kind, name) }
      return .object(id, row)
    case (.number, .number), (.number, .decimal), (.text, .text), (.truth, .truth), (.duration, .duration),
      (.list, .list):
      return value
    // A bare word of a command is a text.
    case (.truth, .text("true")): return .truth(true)
    case (.truth, .text("false")): return .truth(false)
    default:
      throw LanguageError.wrongArgument(
        label: parameter.name, wanted: parameter.noun, given: value.noun)
    }
  }

  private func run(_ definition: Definition, _ arguments: [Value]) throws -> Value? {
    let size = definition.program[definition.block].payload
    let (outerBase, outerRow, outerClosed) = (base, row, isClosed)
    var bytes = 0
    for argument in arguments { bytes += argument.byteCount }
    try budget.hold(bytes, insteadOf: 0)
    base = stack.count
    row = nil
    isClosed = false
    stack.append(contentsOf: arguments.lazy.map { $0 })
    stack.append(contentsOf: repeatElement(nil, count: max(0, size - arguments.count)))
    defer {
      dropFrame()
      (base, row, isClosed) = (outerBase, outerRow, outerClosed)
    }
    guard try executeBlock(definition.program, definition.block) == .return else { return nil }
    defer { returned = nil }
    return returned
  }
}
