public import CommandLanguage

/// The coverage dimensions of a world, derived from its declarations.
public struct DeclaredCoverage: Sendable {
  /// A dimension of coverage and its cells.
  public struct Dimension: Sendable, Equatable {
    /// The name of the dimension in the report: `card.column words`.
    public var name: String
    /// The unique names of the cells, in the order of declaration.
    public var cells: [String]
    /// A Boolean value that indicates whether the dimension belongs to the command language, and so is the same in
    /// every world.
    public var isOfLanguage: Bool
  }

  /// The dimensions in the order of display: those of the world, then those of the language.
  public let dimensions: [Dimension]
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
    worldErrors = Set(declarations.errors.flatMap { $0.countedKinds })
    worldLimits = Set(settings)
    var usage = table.usage(isAllowed: isAllowed)
    usage.limits += settings
    var dimensions = declared.map { Dimension(name: $0.name, cells: $0.cells, isOfLanguage: false) }
    let parts = Self.parts(usage, commandNames, worldErrors, worldLimits)
    dimensions += parts.world.map { Dimension(name: $0.name, cells: $0.cells, isOfLanguage: false) }
    dimensions += parts.language.map {
      Dimension(name: "language: \($0.name)", cells: $0.cells, isOfLanguage: true)
    }
    self.dimensions = dimensions
  }

  private typealias Part = [(name: String, cells: [String])]

  private static func parts(
    _ usage: CommandUsage, _ commands: Set<String>, _ errors: Set<String>, _ limits: Set<String>
  ) -> (world: Part, language: Part) {
    func part(_ isOfWorld: Bool) -> Part {
      func ofCommand(_ cells: [String]) -> [String] {
        cells.filter { cell in
          let name = String(decoding: cell.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
          return commands.contains(name) == isOfWorld
        }
      }
      return [
        ("commands", ofCommand(usage.commands)), ("options", ofCommand(usage.options)),
        ("refused commands", ofCommand(usage.refused)),
        ("diagnostics", usage.diagnostics.filter { errors.contains($0) == isOfWorld }),
        ("limits", usage.limits.filter { limits.contains($0) == isOfWorld }),
      ]
    }
    return (part(true), part(false))
  }

  /// Returns the dimensions with only the cells that a session exercised since ``note(in:)``.
  public func exercised(by session: CommandSession) -> [Dimension] {
    let parts = Self.parts(session.usage, commandNames, worldErrors, worldLimits)
    let cells = declared.map { $0.exercised(session.world) } + (parts.world + parts.language).map(\.cells)
    return zip(dimensions, cells).map { dimension, cells in
      Dimension(
        name: dimension.name, cells: dimension.cells.filter(cells.contains),
        isOfLanguage: dimension.isOfLanguage)
    }
  }

  /// Starts recording the coverage of a session.
  public func note(in session: CommandSession) {
    session.noteUsage()
    for dimension in declared { dimension.begin(session.world) }
  }
}
