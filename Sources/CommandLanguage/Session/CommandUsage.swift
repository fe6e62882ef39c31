extension CommandTable {
  /// Returns everything that a session of this table can use.
  ///
  /// - Parameter isAllowed: the predicate that the session's restriction uses.
  public func usage(isAllowed: (CommandDescription) -> Bool = { _ in true }) -> CommandUsage {
    var usage = CommandUsage()
    for command in commands {
      guard isAllowed(command) else {
        usage.refused.append(command.name)
        continue
      }
      usage.commands.append(command.name)
      usage.options += command.freeParameters.map { command.name(ofPart: $0) }
    }
    usage.limits = Limits.named.map(\.name) + [Limits.framesName]
    usage.diagnostics = language.errors.flatMap { $0.catalogedKinds }
    return usage
  }
}

extension CommandSession {
  /// Starts recording the commands, options, limits and errors that the session uses.
  public func noteUsage() { interpreter.noteUsage() }

  /// The usage since `noteUsage`: commands and options that succeeded, commands that were refused, limits that were
  /// reached, and errors that were reported, including the host's.
  public var usage: CommandUsage {
    var usage = interpreter.usage?.usage(of: table.commands) ?? CommandUsage()
    let guards = table.language.errors.flatMap { $0.guardKinds }
    usage.diagnostics.removeAll { guards.contains($0) }
    return usage
  }
}
