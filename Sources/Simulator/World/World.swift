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
/// A world is immutable and shared by all its sessions.
public struct World: Sendable {
  private let declared: DeclaredWorld

  /// The name of the world in programs.
  public var name: String { declared.name }
  /// The version that a program prints for `--version`.
  public var version: String { declared.version }
  /// The commands, kinds, functions and settings that a session accepts.
  public var table: CommandTable { declared.language.table }

  /// Creates a world from schemas and the parts that act on them.
  ///
  /// - Parameters:
  ///   - name: The name of the world in programs.
  ///   - version: The version that a program prints for `--version`.
  ///   - schemas: The kinds of models, in the order in which help lists them.
  ///   - parts: The commands, views, constraints and other parts of the world.
  public init(
    _ name: String, version: String = "1.0", _ schemas: any AnySchema...,
    @WorldBuilder parts: () -> [any WorldPart] = { [] }
  ) {
    declared = DeclaredWorld(name, version: version, schemas, parts())
  }

  /// The name of the command that receives the values of a ``Feed``; `nil` if the world has no feed.
  public var feedCommand: String? { declared.declarations.session.feedCommand }

  /// Returns a new session. All of its random numbers follow from the seed.
  ///
  /// - Throws: Any error that a ``Start`` throws.
  public func makeSession(seed: UInt64 = 1) throws -> CommandSession {
    try declared.makeSession(seed: seed)
  }

  /// Returns the host of a new session's commands. Create a session from it with the world's ``table`` to complete it.
  public func makeHost(seed: UInt64 = 1) throws -> Simulation { try declared.makeHost(seed: seed) }

  /// The problems of the declarations, such as duplicate names and names that cannot be typed. A test should check that
  /// there are none.
  public var problems: [String] {
    declared.declarations.problems + table.problems + WorldProblems.find(in: declared.declarations)
      + sessionProblems
  }

  /// Returns the coverage dimensions of the world.
  ///
  /// - Parameter isAllowed: Returns a Boolean value that indicates whether a command may run; the others are only
  ///   covered by their refusal.
  public func declaredCoverage(isAllowed: (CommandDescription) -> Bool = { _ in true }) -> DeclaredCoverage {
    DeclaredCoverage(
      declared.declarations, table: table, settings: declared.language.limitNames, isAllowed: isAllowed)
  }

  private var sessionProblems: [String] {
    do {
      let world = try makeSession()
      let found = declared.declarations.checksOfSessions.compactMap { $0(world.world) }
      return found + world.world.takeUndeclared()
    } catch {
      return ["a session cannot begin: \((error as? any Explainable)?.explanation.message ?? "\(error)")"]
    }
  }
}

/// The storage of a world, shared by reference with its sessions.
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

/// The parts that every world has.
enum Services {
  static let all: [any WorldPart] = [
    GeneratorService(), TimePart(), HistoryPart(), PersistencePart(), RulePart(), CheckPart(), WatchesPart(),
    ViewsPart(),
  ]
}

/// The part that declares the seeded random number generator.
struct GeneratorService: WorldPart {
  func declare(in declarations: inout Declarations) { declarations.schemas.append(Generator.schema) }
}
