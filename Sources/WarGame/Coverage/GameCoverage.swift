public import CommandLanguage

/// What there is in the war room for scenarios to exercise, made from the declarations.
public struct GameCoverage: Sendable {
  /// One thing of which all should be exercised, and the names of what there is.
  public struct Dimension: Sendable, Equatable {
    public var name: String
    public var cells: [String]
  }

  /// In the order in which they are to be shown.
  public let dimensions: [Dimension]

  /// Parts of commands that nothing but a prompt lets succeed: it alone starts programs.
  private static let atPromptOnly = ["feed [PROGRAM …]"]

  /// - Parameter isAllowed: which commands may run; those that may not are there to be refused.
  public init(isAllowed: (CommandDescription) -> Bool) {
    let usage = CommandTable<WarRoom>.warRoom.usage(isAllowed: isAllowed)
    dimensions = [
      Dimension(name: "commands", cells: usage.commands),
      Dimension(name: "options", cells: usage.options.filter { !Self.atPromptOnly.contains($0) }),
      Dimension(name: "refused commands", cells: usage.refused),
      Dimension(name: "status changes", cells: StatusChange.allowed.map(\.name)),
      Dimension(name: "refused status changes", cells: StatusChange.refused.map(\.name)),
      Dimension(name: "phase × side × screen", cells: ScreenCell.all.map(\.name)),
      Dimension(name: "diagnostics", cells: usage.diagnostics),
      Dimension(name: "limits", cells: usage.limits + GameError.Countable.allCases.map(\.rawValue)),
      Dimension(name: "views", cells: ViewMark.all.map(\.name)),
    ]
  }

  /// The dimensions with those of their cells that a session exercised since `noteCoverage`.
  public func exercised(by session: GameSession) -> [Dimension] {
    let usage = session.usage
    let tally = session.world.coverage ?? CoverageTally()
    tally.look(at: session.world)
    let cells = [
      usage.commands, usage.options, usage.refused,
      StatusChange.allowed.filter { tally.changes & $0.bit != 0 }.map(\.name),
      StatusChange.refused.filter { tally.refusals & $0.bit != 0 }.map(\.name),
      ScreenCell.all.filter { tally.screens & $0.bit != 0 }.map(\.name),
      usage.diagnostics, usage.limits, tally.marks.map(\.name).sorted(),
    ]
    return zip(dimensions, cells).map { Dimension(name: $0.name, cells: $1) }
  }
}

extension CommandSession where World == WarRoom {
  /// From now on the session notes what it exercises.
  public func noteCoverage() {
    noteUsage()
    let tally = CoverageTally()
    tally.look(at: world)
    world.coverage = tally
  }
}
