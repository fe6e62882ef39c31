public import CommandLanguage

/// The coverage dimensions of a world, derived from its declarations.
public struct DeclaredCoverage: Sendable {
  /// The dimensions in the order of display: those of the world, then those of the language.
  public let dimensions: [CoverageDimension]
  private let declared: [CoveragePart]
  private let commandNames: Set<String>
  private let worldErrors: Set<String>
  private let worldLimits: Set<String>

  init(
    _ declarations: Declarations, table: CommandTable, settings: [String],
    isAllowed: (CommandDescription) -> Bool
  ) {
    declared = declarations.coverage
    commandNames = Set(declarations.commands.map(\.description.name))
    worldErrors = Set(declarations.errors.flatMap { $0.catalogedKinds })
    worldLimits = Set(settings)
    var usage = table.usage(isAllowed: isAllowed)
    usage.limits += settings
    var dimensions = declared.map { CoverageDimension($0.name, cells: $0.cells) }
    let parts = Self.parts(usage, commandNames, worldErrors, worldLimits)
    dimensions += parts.world.map { CoverageDimension($0.name, cells: $0.cells) }
    dimensions += parts.language.map {
      CoverageDimension("language: \($0.name)", cells: $0.cells, isOfLanguage: true)
    }
    self.dimensions = dimensions
  }

  private typealias Part = [(name: String, cells: [String])]

  private static func parts(
    _ usage: CommandUsage, _ commands: Set<String>, _ errors: Set<String>, _ limits: Set<String>
  ) -> (world: Part, language: Part) {
    func isOfWorld(_ cell: String, _ part: String) -> Bool {
      switch part {
      case "diagnostics": errors.contains(cell)
      case "limits": limits.contains(cell)
      default: commands.contains(String(decoding: cell.utf8.prefix { $0 != 0x20 }, as: UTF8.self))
      }
    }
    func parts(ofWorld: Bool) -> Part {
      usage.parts.map { name, cells in (name, cells.filter { isOfWorld($0, name) == ofWorld }) }
    }
    return (parts(ofWorld: true), parts(ofWorld: false))
  }

  /// Returns the dimensions with only the cells that a session exercised since the call of ``note(in:)``.
  public func exercised(by session: CommandSession) -> [CoverageDimension] {
    let parts = Self.parts(session.usage, commandNames, worldErrors, worldLimits)
    let cells = declared.map { $0.exercised(session.world) } + (parts.world + parts.language).map(\.cells)
    return zip(dimensions, cells).map { dimension, cells in
      CoverageDimension(
        dimension.name, cells: dimension.cells.filter(cells.contains), isOfLanguage: dimension.isOfLanguage)
    }
  }

  /// Starts recording the coverage of a session.
  public func note(in session: CommandSession) {
    session.noteUsage()
    for dimension in declared { dimension.begin(session.world) }
  }
}
