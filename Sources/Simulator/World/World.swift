import AutoUpdate
public import CommandLanguage

/// A world, declared once: its models, and the commands and views over them.
///
///     let kanban = World("kanban", Person.schema, Card.schema) {
///       List("board", of: Card.self, by: \.column, \.points)
///       Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card, column in
///         try world.change(card) { $0.column = column }
///       }
///     }
///     let session = try kanban.makeSession(seed: 7)
///
/// It is immutable and shared by all its sessions.
public struct World: Sendable {
  private let declared: DeclaredWorld

  /// The name of the world in programs.
  public var name: String { declared.name }
  /// As a program's `--version` tells it.
  public var version: String { declared.version }
  /// All that a session can be told.
  public var table: CommandTable { declared.language.table }

  /// A world of some kinds, and what can be done and seen in it.
  ///
  /// - Parameters:
  ///   - name: what programs call it.
  ///   - version: as a program's `--version` tells it.
  ///   - schemas: the kinds of models, in the order in which help lists them.
  ///   - parts: commands, views, constraints and whatever else adds to the world.
  public init(
    _ name: String, version: String = "1.0", _ schemas: any AnySchema...,
    @WorldBuilder parts: () -> [any WorldPart] = { [] }
  ) {
    declared = DeclaredWorld(name, version: version, schemas, parts())
  }

  /// The name of the command that takes in what a ``Feed`` says; `nil` in a world without one.
  public var feedCommand: String? { declared.declarations.session.feedCommand }

  /// A fresh session; the seed decides every random number in it.
  ///
  /// - Throws: what a ``Start`` throws.
  public func makeSession(seed: UInt64 = 1) throws -> CommandSession {
    try declared.makeSession(seed: seed)
  }

  /// Returns the host of a fresh session's commands; complete when a session with the world's ``table`` is made from
  /// it.
  public func makeHost(seed: UInt64 = 1) throws -> Simulation { try declared.makeHost(seed: seed) }

  /// The problems of the declarations: names that are taken twice or cannot be typed, and the like. A test of one
  /// line checks that there are none.
  public var problems: [String] {
    declared.declarations.problems + table.problems + WorldProblems.find(in: declared.declarations)
      + sessionProblems
  }

  /// Returns the coverage dimensions of the world.
  ///
  /// - Parameter isAllowed: which commands may run; those that may not are there to be refused.
  public func declaredCoverage(isAllowed: (CommandDescription) -> Bool = { _ in true }) -> DeclaredCoverage {
    DeclaredCoverage(
      declared.declarations, table: table, settings: declared.language.limitNames, isAllowed: isAllowed)
  }

  private var sessionProblems: [String] {
    do {
      let world = try makeSession()
      return declared.declarations.checksOfSessions.compactMap { $0(world.world) }
    } catch {
      return ["a session cannot begin: \((error as? any Explainable)?.explanation.message ?? "\(error)")"]
    }
  }
}

/// The contents of a world: one object, to which its sessions refer.
private final class DeclaredWorld: Sendable {
  let name: String
  let version: String
  let declarations: Declarations
  let language: WorldLanguage
  private let schemas: SchemaSet
  private let parts: SessionParts

  init(_ name: String, version: String, _ schemas: [any AnySchema], _ parts: [any WorldPart]) {
    self.name = name
    self.version = version
    var declarations = Declarations()
    declarations.schemas = schemas
    declarations.errors = [SimulationError.self]
    Prototyping(of: schemas).declare(in: &declarations)
    declarations.standardCommands = declarations.commands.map { $0.description.name }
    for part in parts { part.declare(in: &declarations) }
    FieldCoverage(schemas: schemas).declare(in: &declarations)
    if schemas.contains(where: { $0.hasRelations }) { declarations.errors.append(RelationError.self) }
    if schemas.contains(where: { $0.hasAccessRules }) { declarations.errors.append(AccessError.self) }
    declarations.session.ownKindCount = declarations.schemas.count
    let ownCount = declarations.commands.count
    declarations.noteRefusals(from: declarations.standardCommands.count)
    for part in Services.all { part.declare(in: &declarations) }
    declarations.standardCommands += declarations.commands.dropFirst(ownCount).map { $0.description.name }
    declarations.session.installs = declarations.installs
    declarations.session.kinds = declarations.kinds.map { $0.bind }
    declarations.session.silentObservers = declarations.silentObservers
    self.parts = declarations.session
    self.declarations = declarations
    language = WorldLanguage(declarations, modelCount: schemas.count)
    self.schemas = SchemaSet(declarations.schemas, reservedNames: language.reservedNames)
  }

  func makeSession(seed: UInt64) throws -> CommandSession {
    CommandSession(try makeHost(seed: seed), language.table)
  }

  func makeHost(seed: UInt64) throws -> Simulation {
    let simulation = Simulation(schemas, parts)
    try simulation.store.transaction("start") { transaction in
      transaction.save(Generator(seed: seed))
      for start in declarations.starts { try start(simulation) }
    }
    simulation.makeTwin = { [self] seed in try makeSession(seed: seed) }
    return simulation
  }
}

/// The services of every world.
enum Services {
  static let all: [any WorldPart] = [
    GeneratorService(), TimePart(), HistoryPart(), KeepingPart(), RulePart(), CheckPart(), WatchesPart(),
    ViewsPart(),
  ]
}

/// The seeded generator.
struct GeneratorService: WorldPart {
  func declare(in declarations: inout Declarations) { declarations.schemas.append(Generator.schema) }
}
