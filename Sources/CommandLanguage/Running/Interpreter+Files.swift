extension Interpreter {
  /// Returns the session's access to files; throws if it has none.
  public func reachFiles() throws -> any SessionFiles {
    guard let files else { throw LanguageError.withoutFiles }
    return files
  }

  /// Returns the content of a file for a host's command, and charges it to the line.
  public func readFile(_ path: String) throws -> [UInt8] {
    try budget.charge()
    let content = try reachFiles().read(path)
    try budget.charge(bytes: content.count)
    return content
  }

  /// Runs a file's commands as part of the running command line: they share its budget, and the first failure ends the
  /// line. Errors that can be found in advance are reported before any of the commands runs.
  func runFile(_ path: String, _ arguments: [Value]) throws {
    let files = try reachFiles()
    try budget.calling {
      try budget.charge()
      let scripts = try files.scripts(path)
      for script in scripts { try budget.charge(bytes: script.content.count) }
      let outer = variables.global(named: "arguments")
      try variables.setGlobal("arguments", .list(arguments))
      let pending = executor.lastBranch
      executor.lastBranch = nil
      defer {
        executor.lastBranch = pending
        try? variables.setGlobal("arguments", outer)
      }
      for script in scripts { try run(prepare(try commands(of: script)), of: script.path) }
    }
  }

  private func commands(of script: SessionScript) throws -> [PreparedLine] {
    var reader = CommandReader(language.grammar, { self.limits })
    reader.readsAhead = true
    reader.feed(script.content.span)
    reader.finish()
    var commands: [PreparedLine] = []
    while let command = reader.next() {
      try budget.charge()
      commands.append(command)
    }
    return commands
  }

  private func run(_ commands: [PreparedLine], of path: String) throws {
    let isSound = commands.allSatisfy(\.isSound)
    for command in commands {
      if !command.isSound {
        report(command.diagnostics, about: command.text)
        reportLocation(path, command.line)
        continue
      }
      guard isSound else { continue }
      do {
        try executor.run(command)
      } catch {
        if error is Quit { throw error }
        report(error)
        reportLocation(path, command.line)
        throw LanguageError.fileFailed(path)
      }
    }
    if !isSound { throw LanguageError.fileFailed(path) }
  }

  private func reportLocation(_ path: String, _ line: Int) {
    let (end, hasDropped) = (output.end, output.hasDropped)
    (output.end, output.hasDropped) = (.max, false)
    defer { (output.end, output.hasDropped) = (end, hasDropped) }
    output.writeLine(DiagnosticRenderer.location(path, line))
  }
}
