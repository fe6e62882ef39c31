extension Interpreter {
  func reachFiles() throws -> any SessionFiles {
    guard let files else { throw Explanation("files cannot be reached from here") }
    return files
  }

  /// Runs a script's text as part of the command that asked for it: it stops at the first failure.
  func runFile(_ text: [UInt8], _ path: String) throws {
    try calling {
      try text.withUnsafeBufferPointer { source in
        var parser = Parser(source, language: language, limits: limitsPointer)
        let root = parser.parseScript()
        if let first = parser.diagnostics.first {
          // All but the first are printed here; the first ends the command.
          report(Array(parser.diagnostics.dropFirst()), about: source)
          throw inFile(CommandFailure(first, about: text), path)
        }
        let (start, outer, wasInDefinition, outerRow) = (locals.count, frameStart, isInDefinition, row)
        frameStart = start
        isInDefinition = false
        row = nil
        defer {
          locals.removeSubrange(start...)
          frameStart = outer
          isInDefinition = wasInDefinition
          row = outerRow
        }
        try parser.nodes.withUnsafeBufferPointer { nodes in
          let tree = Tree(nodes: nodes, source: source)
          do {
            try deeper { try executeStatements(tree, from: tree[root].first) }
          } catch let failure as CommandFailure {
            throw inFile(failure, path)
          }
        }
      }
    }
  }

  private func inFile(_ failure: CommandFailure, _ path: String) -> CommandFailure {
    var failure = failure
    if failure.diagnostic.notes.count < 4 {
      failure.diagnostic.notes.append("in the file \(Display.quoted(path))")
    }
    return failure
  }

  // MARK: Settings

  var settingNames: [String] { Limits.named.map(\.name) + language.settings.map(\.name) }

  func setting(_ name: String) -> Value {
    if let limit = Limits.named.first(where: { $0.name == name }) {
      return .number(bounds[keyPath: limit.path])
    }
    return language.settings.first { $0.name == name }?.read(world) ?? .none
  }

  func change(_ name: String, to value: Value) throws {
    guard let limit = Limits.named.first(where: { $0.name == name }) else {
      try language.settings.first { $0.name == name }?.write(world, value)
      return
    }
    guard case .number(let number) = value, number >= 1, number <= limit.most else {
      throw Explanation("the limit “\(name)” is a number from 1 to \(limit.most)")
    }
    bounds[keyPath: limit.path] = number
  }

  func printSettings() {
    let bounds = bounds
    let rows =
      Limits.named.map { ($0.name, String(bounds[keyPath: $0.path]), $0.summary) }
      + language.settings.map { ($0.name, show($0.read(world)), $0.summary) }
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = rows.map(\.1.count).max() ?? 0
    for (name, value, summary) in rows {
      output.writeLine("\(Help.pad(name, nameWidth))  \(Help.pad(value, valueWidth))  \(summary)")
    }
  }
}
