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
  /// The indices of the optional parameters.
  var freeParameters: [Int] { parameters.indices.filter { !parameters[$0].isRequired } }

  func name(ofPart index: Int) -> String { name + " " + parameters[index].usage }
}

/// Records what a session uses.
final class UsageTally {
  /// For each command, bit 0 for the command and a higher bit for each optional parameter.
  private var seen: [UInt64]
  private var isRefused: [Bool]
  private var limits: [String] = []
  private var diagnostics: [String] = []

  init(commandCount: Int) {
    seen = Array(repeating: 0, count: commandCount)
    isRefused = Array(repeating: false, count: commandCount)
  }

  func refuse(_ command: Int) { isRefused[command] = true }

  /// Records diagnostics that are reported and the limits that they concern.
  func note(_ diagnostics: [Diagnostic]) {
    for what in diagnostics.lazy.map(\.explanation) {
      if let limit = what.limit, !limits.contains(limit) { limits.append(limit) }
      if let kind = what.kind, !self.diagnostics.contains(kind) { self.diagnostics.append(kind) }
    }
  }

  /// Records the use of a command with parameters. Returns `true` if nothing about the command remains to be recorded.
  func use(_ command: Int, of description: CommandDescription, parameters: [Int]) -> Bool {
    seen[command] |= parameters.reduce(1) { $0 | Self.bit(of: $1) }
    return description.freeParameters.allSatisfy { seen[command] & Self.bit(of: $0) != 0 }
  }

  /// All parameters from the 63rd share one bit.
  private static func bit(of parameter: Int) -> UInt64 { 1 << UInt64(Swift.min(parameter, 62) + 1) }

  func usage(of commands: [CommandDescription]) -> CommandUsage {
    var usage = CommandUsage()
    for (index, command) in commands.enumerated() where seen.indices.contains(index) {
      if isRefused[index] { usage.refused.append(command.name) }
      guard seen[index] != 0 else { continue }
      usage.commands.append(command.name)
      for parameter in command.freeParameters where seen[index] & Self.bit(of: parameter) != 0 {
        usage.options.append(command.name(ofPart: parameter))
      }
    }
    usage.limits = limits
    usage.diagnostics = diagnostics
    return usage
  }
}
