import AutoUpdate
public import CommandLanguage

/// The declarations of a world, collected once from its parts.
public struct Declarations: Sendable {
  /// The schemas of models, including those of services.
  public var schemas: [any AnySchema] = []
  /// The commands, in the order in which help lists them.
  public var commands: [Command] = []
  /// The kinds that are not models, such as views, each with a closure that creates its objects in a session.
  public var kinds: [(kind: Kind, bind: @Sendable (Simulation) -> BoundKind)] = []
  /// The names that always stand for a value in expressions.
  public var roots: [Root] = []
  /// The functions of expressions, in addition to those of the language.
  public var functions: [Function] = []
  /// The settings that `set` can change, in addition to the limits of the language.
  public var settings: [Setting] = []
  /// The names of the settings that limit a number of objects. The error for reaching a limit names its setting.
  public var limitNames: [String] = []
  /// The topics of help, in order.
  public var topics: [String] = []
  /// The error types whose kinds coverage counts.
  public var errors: [any CatalogedError.Type] = []
  /// The closures that run within the first transaction of a session, in order.
  public var starts: [@Sendable (Simulation) throws -> Void] = []
  /// The closures that install the services of a session after its first transaction, in order.
  public var installs: [@Sendable (Simulation) -> Void] = []
  /// The views, in the order of their declaration.
  public var views: [DeclaredView] = []
  /// The circumstances. Coverage counts each screen once per combination of their words.
  public var circumstances: [Circumstance] = []
  /// The coverage dimensions, in addition to those of the language.
  public var coverage: [CoveragePart] = []
  /// The checks that need a session. Each returns a problem, or `nil`.
  public var checksOfSessions: [@Sendable (Simulation) -> String?] = []
  /// The names of observers that print nothing, which `trace` marks.
  public var silentObservers: [String] = []
  /// The scenario of a prompt's `demo`; empty if there is none.
  public var lesson = ""
  /// The reserved names in addition to those of commands, kinds, roots and words.
  public var reservedNames: [String] = []
  /// The kinds whose objects have the names of views, so that expressions find views through these objects:
  /// `map.attacker`.
  var kindsOfViews: [String] = []
  /// The closures that return properties of objects other than fields, given an object's name and the name after the
  /// dot.
  var children: [@Sendable (Simulation, String, Span<UInt8>) -> Value?] = []
  /// The closures that return the targets of `why` other than objects and fields.
  var whyTargets: [@Sendable (Simulation) -> [String]] = []
  /// The closures that return the lines that `why` prints for such a target; `nil` for another part's target.
  var whyAnswers: [@Sendable (Simulation, _ target: String, _ row: String?) throws -> [String]?] = []
  /// The closures that return the reason, in words, for which a change of one field changed others; `nil` if there is
  /// none.
  var reasons: [@Sendable (any AnyChange) -> String?] = []
  /// The number of kinds that the world declares; the services' kinds follow them.
  var ownKindCount = 0
  /// The migrations of stores from earlier versions of the world, in the order of their declaration.
  var migrations: [Migration] = []
  /// The constraints that may refuse each of the world's own commands, by the command's name.
  var refusals: [String: [String]] = [:]
  /// The names of the constraints that the world declares.
  var constraints: [String] = []
  /// The declared schedules, in order.
  var schedules: [Schedule] = []
  /// The name of the command that receives the values of a feed; `nil` in a world without feeds.
  var feedCommand: String?
  /// A closure that returns the update from a line of a feed; `nil` in a world without feeds.
  var readFeed: (@Sendable (Simulation, FeedLine) throws(FeedProblem) -> FeedUpdate?)?
  var standardCommands: [String] = []
  /// The constraints and invariants that the world itself declares.
  var ruleNames: [(name: String, role: RuleRole)] = []
  /// The kinds that views show, each with the beginning of a sentence for a problem.
  var kindsInUse: [(user: String, kindName: String)] = []
  /// The problems of the declarations.
  public var problems: [String] = []

  /// Creates empty declarations.
  public init() {}

  /// Records the constraints that may refuse the world's own commands, which start at an index of `commands`.
  mutating func noteRefusals(from index: Int) {
    constraints = ruleNames.filter { $0.role == .constraint }.map(\.name)
    for command in commands.dropFirst(index).map(\.description) {
      refusals[command.name, default: []] += command.refusals
      for name in command.refusals where !constraints.contains(name) {
        problems.append(
          "the command “\(command.name)” may be refused by “\(name)”, which is not a constraint")
      }
    }
  }

  /// Returns the schedule with a name, or else the one with that former name; `nil` if there is none.
  func schedule(named name: String) -> Schedule? {
    schedules.first { $0.name == name } ?? schedules.first { $0.formerNames.contains(name) }
  }
}

/// A declared view.
public struct DeclaredView: Sendable, Equatable {
  /// The kind of a view.
  public enum Kind: Sendable {
    /// A stack of views that opens as a whole; the rows of a kind's objects; a view of text.
    case screen, list, label
  }

  /// The path of the view: the names of the views that contain it, and then its own name, as in `map/units`.
  public let path: String
  /// The kind of the view.
  public let kind: Kind
  /// The marks that the view's lines can have: `+`, `-`, `~`, `^`.
  public let marks: [Character]
}

/// A dimension of coverage, such as a field's words or the marks of a view.
public struct CoveragePart: Sendable {
  /// The name of the part in the coverage report.
  public var name: String
  /// The unique names of the cells, in the order in which they are listed.
  public var cells: [String] { makeCells() }
  /// The closure that computes the names. Only coverage calls it.
  private let makeCells: @Sendable () -> [String]
  let begin: @Sendable (Simulation) -> Void
  let exercised: @Sendable (Simulation) -> [String]

  /// Creates a part that a session records after `begin` is called.
  ///
  /// - Parameters:
  ///   - name: The name of the part in the coverage report.
  ///   - cells: The unique names of the cells, in the order in which they are listed.
  ///   - begin: Starts recording in a session.
  ///   - exercised: Returns the cells that the session has exercised since then, in any order.
  public init(
    _ name: String, cells: @autoclosure @escaping @Sendable () -> [String],
    begin: @escaping @Sendable (Simulation) -> Void = { _ in },
    exercised: @escaping @Sendable (Simulation) -> [String]
  ) {
    self.name = name
    makeCells = cells
    self.begin = begin
    self.exercised = exercised
  }
}

/// A part of a world that adds to its declarations, such as a command, a list or a constraint.
public protocol WorldPart: Sendable {
  /// Adds the part to a world's declarations.
  func declare(in declarations: inout Declarations)
}

extension CommandTraits {
  /// The command accesses a file, a program or the network. A scenario from a stranger may not run it.
  public static let reachesOut = CommandTraits(rawValue: 1 << 8)
  /// The effect of the command depends on the history of the state, not on the state alone.
  public static let aboutThePast = CommandTraits(rawValue: 1 << 9)
}

extension Command: WorldPart {
  /// Adds the command. Unless it reaches out, it is marked as contained.
  public func declare(in declarations: inout Declarations) {
    let traits = description.traits
    declarations.commands.append(traits.contains(.reachesOut) ? self : with(traits: traits.union(.contained)))
  }
}

extension Command {
  /// Creates a command of a world, whose body takes the simulation and the values of its parameters in order.
  ///
  ///     Command("move", "Move a card", .one(Card.self), .field(\Card.column)) { world, card, column in
  ///       try world.change(card) { $0.column = column }
  ///     }
  @inlinable
  public init<each Parsed>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Parsed>,
    run: @escaping @Sendable (Simulation, repeat each Parsed) throws -> Void
  ) {
    self.init(name, summary, host: Simulation.self, repeat each parameters, run: run)
  }
}

extension Root {
  /// Creates a name of a world whose value is computed by `read` at each use.
  ///
  /// - Parameter type: The type of the value, which expressions are checked against.
  public init(
    _ name: String, _ summary: String = "", type: ValueType = .unknown,
    read: @escaping @Sendable (Simulation) -> Value
  ) {
    self.init(name, summary, type: type, host: Simulation.self, read: read)
  }

  /// Creates a name for one object. Its value is none while there is no such object.
  @inlinable
  public init<M: Model>(_ name: String, _ summary: String, _ reference: Reference<M>) {
    self.init(name, summary, type: .reference(M.self)) { $0.value(of: reference) }
  }
}

extension Function {
  /// Creates a function of a world, whose result is computed by `call`; see the initializer with a host.
  public init(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>, result: ValueType = .unknown,
    call: @escaping @Sendable (Simulation, [Value]) throws -> Value
  ) {
    self.init(name, summary, arity, result: result, host: Simulation.self, call: call)
  }
}

extension Setting {
  /// Creates a setting of a world that `read` returns and `write` changes; see the initializer with a host.
  public init(
    _ name: String, _ summary: String, words: [String] = [], read: @escaping @Sendable (Simulation) -> Value,
    write: @escaping @Sendable (Simulation, Value) throws -> Void
  ) {
    self.init(name, summary, words: words, host: Simulation.self, read: read, write: write)
  }
}

extension Root: WorldPart {
  public func declare(in declarations: inout Declarations) { declarations.roots.append(self) }
}

extension Function: WorldPart {
  public func declare(in declarations: inout Declarations) { declarations.functions.append(self) }
}

extension Setting: WorldPart {
  public func declare(in declarations: inout Declarations) { declarations.settings.append(self) }
}

/// The objects at the beginning of a session: `Start { world in try world.add(Person.self, named: "Ann") }`.
public struct Start: WorldPart {
  private let body: @Sendable (Simulation) throws -> Void

  /// Creates a part that runs `body` within the first transaction of each session, which is not a step of its history.
  public init(_ body: @escaping @Sendable (Simulation) throws -> Void) { self.body = body }

  public func declare(in declarations: inout Declarations) { declarations.starts.append(body) }
}

/// The lesson of a prompt's `demo`: a scenario whose comments are shown and whose commands are suggested one by one.
///
///     Lesson("""
///       # This is a board of cards. Right accepts the suggestion, and Return runs it.
///       > add card Docs points=3
///       # Now it is on the board.
///       """)
///
/// Replay a scenario file with the same text to test it.
public struct Lesson: WorldPart {
  let text: String

  /// Creates a lesson from the text of a scenario.
  public init(_ text: String) { self.text = text }

  public func declare(in declarations: inout Declarations) {
    if !declarations.lesson.isEmpty { declarations.problems.append("a world can have only one lesson") }
    declarations.lesson = text
  }
}

/// A result builder for the parts of a world.
@resultBuilder
public enum WorldBuilder {
  /// Returns the part for a command.
  public static func buildExpression(_ command: Command) -> [any WorldPart] { [command] }
  /// Returns the part for a name that always stands for a value.
  public static func buildExpression(_ root: Root) -> [any WorldPart] { [root] }
  /// Returns the part for a function of expressions.
  public static func buildExpression(_ function: Function) -> [any WorldPart] { [function] }
  /// Returns the part for a setting.
  public static func buildExpression(_ setting: Setting) -> [any WorldPart] { [setting] }
  /// Returns a part of any other type, such as a list or a constraint.
  public static func buildExpression(_ part: some WorldPart) -> [any WorldPart] { [part] }
  /// Rejects a field with a message that says where to declare it.
  @available(*, unavailable, message: "a field belongs in a schema")
  public static func buildExpression<Object>(_ field: Field<Object>) -> [any WorldPart] { [] }
  /// Rejects a schema with a message that says where to declare it.
  @available(*, unavailable, message: "schemas go before the braces: World(\"name\", Card.schema) { … }")
  public static func buildExpression(_ schema: some AnySchema) -> [any WorldPart] { [] }
  /// Returns the parts of an expression, such as a function that declares several.
  public static func buildExpression(_ parts: [any WorldPart]) -> [any WorldPart] { parts }
  /// Returns the parts of all expressions, in order.
  public static func buildBlock(_ parts: [any WorldPart]...) -> [any WorldPart] { parts.flatMap { $0 } }
  /// Returns the parts of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ parts: [any WorldPart]?) -> [any WorldPart] { parts ?? [] }
  /// Returns the parts of an `if` branch.
  public static func buildEither(first: [any WorldPart]) -> [any WorldPart] { first }
  /// Returns the parts of an `else` branch.
  public static func buildEither(second: [any WorldPart]) -> [any WorldPart] { second }
  /// Returns the parts of all iterations of a loop, in order.
  public static func buildArray(_ parts: [[any WorldPart]]) -> [any WorldPart] { parts.flatMap { $0 } }
}

/// An error type of a world's own commands, whose kinds coverage counts: `Errors(GameError.self)`.
public struct Errors: WorldPart {
  private let type: any CatalogedError.Type

  /// Creates a part that declares the kinds of an error type.
  public init(_ type: any CatalogedError.Type) { self.type = type }

  public func declare(in declarations: inout Declarations) { declarations.errors.append(type) }
}
