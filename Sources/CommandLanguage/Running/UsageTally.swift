/// The commands, options, limits and diagnostics that exist or were used.
public struct CommandUsage: Sendable, Equatable {
  /// The names of commands.
  public var commands: [String] = []
  /// The optional parameters of commands, as usage lines show them: `spawn [side=SIDE]`.
  public var options: [String] = []
  /// The names of commands that are not allowed.
  public var refused: [String] = []
  /// The names of limits: those that `set` changes, and the limit on the nesting of running commands.
  public var limits: [String] = []
  /// The kinds of errors, as a `CatalogedError` names them.
  public var diagnostics: [String] = []

  /// Creates an empty usage.
  public init() {}

  /// The names of the dimensions of coverage, with their cells.
  package var parts: [(name: String, cells: [String])] {
    [
      ("commands", commands), ("options", options), ("refused commands", refused),
      ("diagnostics", diagnostics),
      ("limits", limits),
    ]
  }
}

extension CommandDescription {
  var freeParameters: [Int] { parameters.indices.filter { !parameters[$0].isRequired } }

  func name(ofPart index: Int) -> String { name + " " + parameters[index].usage }
}

/// A record of the commands, options, limits and diagnostics that a session uses.
final class UsageRecorder {
  /// The parameters that were given to each used command, by index.
  private var used: [Int: Set<Int>] = [:]
  private var refused: Set<Int> = []
  private var limits: [String] = []
  private var diagnostics: [String] = []

  func refuse(_ command: Int) { refused.insert(command) }

  func note(_ diagnostics: [Diagnostic]) {
    for what in diagnostics.lazy.map(\.explanation) {
      if let limit = what.limit, !limits.contains(limit) { limits.append(limit) }
      if let kind = what.kind, !self.diagnostics.contains(kind) { self.diagnostics.append(kind) }
    }
  }

  func use(_ command: Int, parameters: [Int]) { used[command, default: []].formUnion(parameters) }

  func usage(of commands: [CommandDescription]) -> CommandUsage {
    var usage = CommandUsage()
    for (index, command) in commands.enumerated() {
      if refused.contains(index) { usage.refused.append(command.name) }
      guard let parameters = used[index] else { continue }
      usage.commands.append(command.name)
      usage.options += command.freeParameters.filter(parameters.contains).map { command.name(ofPart: $0) }
    }
    usage.limits = limits
    usage.diagnostics = diagnostics
    return usage
  }
}
