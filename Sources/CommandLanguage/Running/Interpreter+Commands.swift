extension Interpreter {
  /// Runs one command: a declared one, or one that `def` made.
  @inline(__always)
  func executeCommand(_ tree: Tree, _ index: Int32, _ node: Node) throws {
    guard node.payload >= 0 else { return try callDefinition(tree, index, node) }
    let flags = flags[node.payload]
    if !flags.marks.isEmpty { return try executeMarked(tree, index, node, flags) }
    try invoke(tree, index, node, flags)
  }

  @inline(__always)
  func invoke(_ tree: Tree, _ index: Int32, _ node: Node, _ flags: CommandFlags) throws {
    let reader = (activeReaders == 0 ? firstReader : nil) ?? innerReader()
    activeReaders &+= 1
    defer { activeReaders &-= 1 }
    // The language owns the bodies and this interpreter the readers; both outlive the call.
    try reader._withUnsafeGuaranteedRef { reader in
      reader.begin(tree, index, node, isDirect: flags.isDirect)
      try flags.body._withUnsafeGuaranteedRef { try $0.invoke(world, reader) }
    }
  }

  @inline(never)
  private func innerReader() -> Unmanaged<ArgumentReader> {
    if activeReaders >= readers.count { readers.append(ArgumentReader(self)) }
    return Unmanaged.passUnretained(readers[activeReaders])
  }

  func forbidden(_ tree: Tree, _ node: Node) -> CommandFailure {
    failure(.forbidden(tree.text(node.nameRange), place: restriction), tree, node.nameRange)
  }

  // MARK: Definitions

  func define(_ tree: Tree, _ index: Int32) throws {
    let name = tree[tree[index].first]
    let bytes = tree.bytes(name.range)
    let hash = UInt32(truncatingIfNeeded: name.payload)
    let definition = Definition(name: Array(bytes), hash: hash, syntax: tree.cut(index, captured: []))
    if let place = self.definition(bytes, hash) {
      definitions[place] = definition
    } else {
      try checkVariables(definitions.count)
      definitions.append(definition)
    }
  }

  func definition(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int? {
    definitions.firstIndex { $0.hash == hash && $0.name.elementsEqual(name) }
  }

  private func callDefinition(_ tree: Tree, _ index: Int32, _ node: Node) throws {
    let hash = UInt32(truncatingIfNeeded: ~node.payload)
    guard let place = definition(tree.bytes(node.nameRange), hash) else { throw unknownCommand(tree, node) }
    let definition = definitions[place]
    var arguments: [Value] = []
    for child in tree.children(of: index) { arguments.append(try argumentValue(tree, child)) }
    let name = tree.text(node.nameRange)
    do {
      try calling {
        try deeper { try run(definition, arguments, tree, node) }
      }
    } catch var failure as CommandFailure {
      if failure.diagnostic.explanation.notes.count < 4, failure.text != Array(tree.source) {
        failure.diagnostic.explanation.notes.append(LanguageError.note(inside: name))
      }
      throw failure
    }
  }

  private func run(_ definition: Definition, _ arguments: [Value], _ tree: Tree, _ node: Node) throws {
    try definition.syntax.withTree { body in
      var names: [Node] = []
      var block: Int32 = -1
      for child in body.children(of: definition.syntax.root) {
        if body[child].kind == .block { block = child } else { names.append(body[child]) }
      }
      guard arguments.count == names.count - 1 else {
        let usage = names.map { body.text($0.range) }
        let wanted = ([usage[0]] + usage.dropFirst().map { $0.uppercased() }).joined(separator: " ")
        let count = names.count - 1
        throw failure(
          .wrongCount(of: usage[0], count...count, given: arguments.count, usage: wanted), tree, node.range)
      }
      let (start, outer, wasInDefinition) = (locals.count, frameStart, isInDefinition)
      for (name, value) in zip(names.dropFirst(), arguments) {
        locals.append(
          Binding(
            name: Array(body.bytes(name.range)), hash: UInt32(truncatingIfNeeded: name.payload), value: value)
        )
      }
      frameStart = start
      isInDefinition = true
      defer {
        locals.removeSubrange(start...)
        frameStart = outer
        isInDefinition = wasInDefinition
      }
      try executeBlock(body, block)
    }
  }

  /// What an argument of a `def`'s command is: a number, a text, or the value it stands for.
  func argumentValue(_ tree: Tree, _ index: Int32) throws -> Value {
    let node = tree[index]
    switch node.kind {
    case .word:
      let bytes = tree.bytes(node.range)
      return Number.parse(bytes).map { .number($0) } ?? .text(String(decoding: bytes, as: UTF8.self))
    case .option: throw failure(.definitionWithOption, tree, node.range)
    case .block: throw failure(.unexpectedBlock, tree, node.range)
    default: return try evaluate(tree, index)
    }
  }

  private func unknownCommand(_ tree: Tree, _ node: Node) -> CommandFailure {
    let name = tree.text(node.nameRange)
    let known =
      Keyword.allCases.map(\.name) + definitions.map { String(decoding: $0.name, as: UTF8.self) }
      + language.commands.filter { !$0.description.traits.contains(.hidden) }.map(\.description.name)
    let near = Suggestion.nearest(to: name, among: known) ?? Suggestion.usual(name, among: known)
    return failure(.unknownCommand(name, suggestion: near), tree, node.nameRange)
  }
}

extension Syntax {
  /// Calls `body` with the tree, which is valid that long.
  func withTree<R>(_ body: (Tree) throws -> R) rethrows -> R {
    try nodes.withUnsafeBufferPointer { nodes in
      try source.withUnsafeBufferPointer { source in try body(Tree(nodes: nodes, source: source)) }
    }
  }
}

/// Whole numbers as words.
enum Number {
  /// `-?[0-9]+` within `Int`, or `nil`.
  @inline(__always)
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    let isNegative = first == 0x2D
    var index = isNegative ? 1 : 0
    guard index < bytes.count else { return nil }
    var value = 0
    while index < bytes.count {
      guard bytes[index].isDigit else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(bytes[index] & 0x0F)
      let (sum, carry) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
      index += 1
    }
    return value
  }
}
