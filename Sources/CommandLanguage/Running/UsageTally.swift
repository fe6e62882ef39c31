/// The commands, options, limits and diagnostics that exist, or that were used.
public struct CommandUsage: Sendable, Equatable {
  /// Names of commands.
  public var commands: [String] = []
  /// Parts that a command does not need, as its usage line shows them: `spawn [side=SIDE]`.
  public var options: [String] = []
  /// Names of commands that are not allowed.
  public var refused: [String] = []
  /// Names of limits: those that `set` moves, and the one on how deep commands nest while they run.
  public var limits: [String] = []
  /// Kinds of errors, as a `CatalogedError` names them.
  public var diagnostics: [String] = []

  /// Nothing used yet.
  public init() {}
}

extension CommandDescription {
  /// The places of the parameters that may be left out.
  var freeParameters: [Int] { parameters.indices.filter { !parameters[$0].isRequired } }

  func name(ofPart index: Int) -> String { name + " " + parameters[index].usage }
}

/// Notes what a session uses.
final class UsageTally {
  /// For each command a bit for itself, and above it one for each parameter that may be left out.
  private var seen: [UInt64]
  private var isRefused: [Bool]
  private var limits: [String] = []
  private var diagnostics: [String] = []

  init(commandCount: Int) {
    seen = Array(repeating: 0, count: commandCount)
    isRefused = Array(repeating: false, count: commandCount)
  }

  func refuse(_ command: Int) { isRefused[command] = true }

  /// Notes what is reported, and the limits that it is about.
  func note(_ diagnostics: [Diagnostic]) {
    for what in diagnostics.lazy.map(\.explanation) {
      if let limit = what.limit, !limits.contains(limit) { limits.append(limit) }
      if let kind = what.kind, !self.diagnostics.contains(kind) { self.diagnostics.append(kind) }
    }
  }

  /// Notes that a command was run with these parameters; whether nothing of it is left to be noted.
  func use(_ command: Int, of description: CommandDescription, parameters: [Int]) -> Bool {
    seen[command] |= parameters.reduce(1) { $0 | Self.bit(of: $1) }
    return description.freeParameters.allSatisfy { seen[command] & Self.bit(of: $0) != 0 }
  }

  /// Parameters beyond the 63rd are noted as one.
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
