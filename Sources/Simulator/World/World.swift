import AutoUpdate
public import CommandLanguage

/// A world, declared once: its models, commands and views.
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
public final class World: Sendable {
  /// The name of the world in programs.
  public let name: String
  /// The version that a program prints for `--version`.
  public let version: String
  let declarations: Declarations
  private let language: WorldLanguage
  let schemas: SchemaSet

  /// The parts that every world has, after its own.
  private static let services: [any WorldPart] = [
    TimePart(), HistoryPart(), PersistencePart(), RulePart(), CheckPart(), WatchesPart(), ViewsPart(),
  ]

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
    self.name = name
    self.version = version
    var declarations = Declarations()
    declarations.schemas = schemas
    declarations.errors = [SimulationError.self]
    Prototyping(of: schemas).declare(in: &declarations)
    declarations.standardCommands = declarations.commands.map { $0.description.name }
    for part in parts() { part.declare(in: &declarations) }
    FieldCoverage(schemas: schemas).declare(in: &declarations)
    if schemas.contains(where: { $0.hasRelations }) {
      declarations.errors.append(RaisedError<RelationError>.self)
    }
    if schemas.contains(where: { $0.hasAccessRules }) {
      declarations.errors.append(RaisedError<AccessError>.self)
    }
    declarations.ownKindCount = declarations.schemas.count
    let ownCount = declarations.commands.count
    declarations.noteRefusals(from: declarations.standardCommands.count)
    declarations.schemas.append(Generator.schema)
    for part in Self.services { part.declare(in: &declarations) }
    declarations.standardCommands += declarations.commands.dropFirst(ownCount).map { $0.description.name }
    self.declarations = declarations
    language = WorldLanguage(declarations, modelCount: schemas.count)
    self.schemas = SchemaSet(declarations.schemas, reservedNames: language.reservedNames)
  }

  /// The commands, kinds, functions and settings that a session accepts.
  public var table: CommandTable { language.table }

  /// The name of the command that receives the values of a ``Feed``; `nil` if the world has no feed.
  public var feedCommand: String? { declarations.feedCommand }

  /// Returns a new session. All of its random numbers depend only on the seed.
  ///
  /// - Throws: Any error that a ``Start`` throws.
  public func makeSession(seed: UInt64 = 1) throws -> CommandSession {
    CommandSession(try makeHost(seed: seed), table)
  }

  /// Returns the host of a new session's commands. The host is complete once a session is created from it and the
  /// world's ``table``.
  public func makeHost(seed: UInt64 = 1) throws -> Simulation {
    let simulation = Simulation(of: self)
    try simulation.store.transaction("start") { transaction in
      transaction.save(Generator(seed: seed))
      for start in declarations.starts { try start(simulation) }
    }
    return simulation
  }

  /// The problems of the declarations, such as duplicate names and names that cannot be typed. A test should check that
  /// there are none.
  public var problems: [String] {
    declarations.problems + table.problems + WorldProblems.find(in: declarations) + sessionProblems
  }

  private var sessionProblems: [String] {
    do {
      let session = try makeSession()
      let found = declarations.checksOfSessions.compactMap { $0(session.world) }
      return found + session.world.takeUndeclared()
    } catch {
      return ["a session cannot start: \(Explanation(of: error).message)"]
    }
  }

  /// Returns the coverage dimensions of the world.
  ///
  /// - Parameter isAllowed: Returns a Boolean value that indicates whether a command may run; the others are only
  ///   covered by their refusal.
  public func declaredCoverage(isAllowed: (CommandDescription) -> Bool = { _ in true }) -> DeclaredCoverage {
    DeclaredCoverage(declarations, table: table, settings: language.limitNames, isAllowed: isAllowed)
  }
}
