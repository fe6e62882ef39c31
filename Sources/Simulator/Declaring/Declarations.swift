public import CommandLanguage

/// The declarations of a world, collected once from its parts.
public struct Declarations: Sendable {
  /// The kinds that are models, the world's own and those of services.
  public var schemas: [any AnySchema] = []
  /// The commands, in the order in which help lists them.
  public var commands: [Command] = []
  /// Kinds that are no models, such as views, each with what makes its objects in a session.
  public var kinds: [(kind: Kind, bind: @Sendable (Simulation) -> BoundKind)] = []
  /// Names that always stand for a value in expressions.
  public var roots: [Root] = []
  /// The functions of expressions, beside those of the language.
  public var functions: [Function] = []
  /// The settings that `set` can change, besides the limits of the language.
  public var settings: [Setting] = []
  /// The settings that say how many there may be of something; whoever reaches one is told its name.
  public var limitNames: [String] = []
  /// The topics of help, in their order.
  public var topics: [String] = []
  /// The errors whose kinds are counted.
  public var errors: [any CatalogedError.Type] = []
  /// The changes that begin a session, within its first transaction, in order.
  public var starts: [@Sendable (Simulation) throws -> Void] = []
  /// The services of a session, made in order after its first transaction.
  public var installs: [@Sendable (Simulation) -> Void] = []
  /// The views, in the order of their declaration.
  public var views: [DeclaredView] = []
  /// In which circumstances coverage wants each screen to be open.
  public var circumstances: [Circumstance] = []
  /// The coverage dimensions, besides those of the language.
  public var coverage: [CoveragePart] = []
  /// The checks that need a session. Each returns a problem, or `nil`.
  public var checksOfSessions: [@Sendable (Simulation) -> String?] = []
  /// Observers that show nothing, by their names; `trace` tells them apart.
  public var silentObservers: [String] = []
  /// A scenario that a prompt's `demo` teaches with; empty for none.
  public var lesson = ""
  /// Names that mean something besides those of commands, kinds, roots and words.
  public var reservedNames: [String] = []
  /// The kinds whose objects are called as views are, which are found behind their names then: `map.attacker`.
  var kindsOfViews: [String] = []
  /// The other parts of each session.
  var session = SessionParts()
  /// The names of the commands that every world has.
  var standardCommands: [String] = []
  /// The constraints and invariants that the world itself declares.
  var ruleNames: [(name: String, role: RuleRole)] = []
  /// The kinds that views show, each with the beginning of a sentence about it.
  var kindsInUse: [(user: String, kindName: String)] = []
  /// The problems of the declarations.
  public var problems: [String] = []

  /// Nothing yet.
  public init() {}

  /// Notes which constraints may refuse the commands of the world's own, which stand from an index on.
  mutating func noteRefusals(from index: Int) {
    session.constraints = ruleNames.filter { $0.role == .constraint }.map(\.name)
    for command in commands.dropFirst(index).map(\.description) {
      session.refusals[command.name, default: []] += command.refusals
      for name in command.refusals where !session.constraints.contains(name) {
        problems.append(
          "the command “\(command.name)” may be refused by “\(name)”, which is not a constraint")
      }
    }
  }
}

/// A view as the world declares it.
public struct DeclaredView: Sendable, Equatable {
  /// The kind of a view.
  public enum Kind: Sendable {
    /// A stack of views that is opened as a whole; the rows of a kind's objects; one line of text.
    case screen, list, label
  }

  /// Its name and those of the views around it: `map/units`.
  public let path: String
  /// The kind of the view.
  public let kind: Kind
  /// The marks that its lines can have: `+`, `-`, `~`, `^`.
  public let marks: [Character]
}

/// One thing of which scenarios should exercise all: a field's words, the marks of a view.
public struct CoveragePart: Sendable {
  /// The name of the part in the coverage report.
  public var name: String
  /// The names of what there is, each once, in the order in which they are listed.
  public var cells: [String] { makeCells() }
  /// Makes the names, which nobody asks for but coverage.
  private let makeCells: @Sendable () -> [String]
  /// Begins to note in a session that was asked to.
  let begin: @Sendable (Simulation) -> Void
  /// Returns the names that a session exercised, in any order.
  let exercised: @Sendable (Simulation) -> [String]

  /// A part that a session notes from `begin` on, if it was asked to.
  ///
  /// - Parameters:
  ///   - name: what the coverage report calls it.
  ///   - cells: the names of what there is, each once, in the order in which they are listed.
  ///   - begin: begins to note in a session.
  ///   - exercised: which of the cells the session exercised since then, in any order.
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

/// A part of a world: a command, a list, a constraint; whatever adds to its declarations.
public protocol WorldPart: Sendable {
  /// Adds the part to a world's declarations.
  func declare(in declarations: inout Declarations)
}

extension CommandTraits {
  /// Reaches a file, a program or the network: no scenario of a stranger may run it.
  public static let reachesOut = CommandTraits(rawValue: 1 << 8)
  /// The effect depends on how the state came to be, not on the state alone.
  public static let aboutThePast = CommandTraits(rawValue: 1 << 9)
}

extension Command: WorldPart {
  /// Adds the command; unless it reaches out, it is taken to be about the world alone.
  public func declare(in declarations: inout Declarations) {
    let traits = description.traits
    declarations.commands.append(traits.contains(.reachesOut) ? self : with(traits: traits.union(.contained)))
  }
}

extension Command {
  /// A command of a world, whose body takes the simulation and the values of its parameters in their order.
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
  /// A name of a world whose value is what `read` gives, each time that it is asked for.
  ///
  /// - Parameter type: the type of the value, as far as expressions are checked against it.
  public init(
    _ name: String, _ summary: String = "", type: ValueType = .unknown,
    read: @escaping @Sendable (Simulation) -> Value
  ) {
    self.init(name, summary, type: type, host: Simulation.self, read: read)
  }
}

extension Function {
  /// A function of a world, whose result is what `call` gives for its arguments; see the initializer with a host.
  public init(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>, result: ValueType = .unknown,
    call: @escaping @Sendable (Simulation, [Value]) throws -> Value
  ) {
    self.init(name, summary, arity, result: result, host: Simulation.self, call: call)
  }
}

extension Setting {
  /// A setting of a world that `read` shows and `write` changes; see the initializer with a host.
  public init(
    _ name: String, _ summary: String, words: [String] = [], read: @escaping @Sendable (Simulation) -> Value,
    write: @escaping @Sendable (Simulation, Value) throws -> Void
  ) {
    self.init(name, summary, words: words, host: Simulation.self, read: read, write: write)
  }
}

extension Circumstance: WorldPart {
  public func declare(in declarations: inout Declarations) {
    declarations.circumstances.append(self)
    if let problem { declarations.problems.append(problem) }
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

  /// Runs `body` within the first transaction of each session, which is no step of its history.
  public init(_ body: @escaping @Sendable (Simulation) throws -> Void) { self.body = body }

  public func declare(in declarations: inout Declarations) { declarations.starts.append(body) }
}

/// The lesson of a prompt's `demo`: a scenario, whose comments are shown and whose commands are suggested one by one.
///
///     Lesson("""
///       # This is a board of cards. Right takes what is suggested, Return runs it.
///       > add card Docs points=3
///       # Now it is on the board.
///       """)
///
/// A scenario file of the same bytes shows that it is true.
public struct Lesson: WorldPart {
  let text: String

  /// A lesson of a scenario's text.
  public init(_ text: String) { self.text = text }

  public func declare(in declarations: inout Declarations) {
    if !declarations.lesson.isEmpty { declarations.problems.append("a world has one lesson") }
    declarations.lesson = text
  }
}

/// Reads the parts of a world one below the other.
@resultBuilder
public enum WorldBuilder {
  /// Takes a command.
  public static func buildExpression(_ command: Command) -> [any WorldPart] { [command] }
  /// Takes a name that always stands for a value.
  public static func buildExpression(_ root: Root) -> [any WorldPart] { [root] }
  /// Takes a function of expressions.
  public static func buildExpression(_ function: Function) -> [any WorldPart] { [function] }
  /// Takes a setting.
  public static func buildExpression(_ setting: Setting) -> [any WorldPart] { [setting] }
  /// Takes a part of any other type, such as a list or a constraint.
  public static func buildExpression(_ part: some WorldPart) -> [any WorldPart] { [part] }
  /// Refuses a field, with a message that says where it stands.
  @available(*, unavailable, message: "a field belongs in a schema")
  public static func buildExpression<Object>(_ field: Field<Object>) -> [any WorldPart] { [] }
  /// Refuses a schema, with a message that says where it stands.
  @available(*, unavailable, message: "schemas go before the braces: World(\"name\", Card.schema) { … }")
  public static func buildExpression(_ schema: some AnySchema) -> [any WorldPart] { [] }
  /// Takes the parts that an expression gives, such as a function that declares several.
  public static func buildExpression(_ parts: [any WorldPart]) -> [any WorldPart] { parts }
  /// Puts the parts of all lines together, in their order.
  public static func buildBlock(_ parts: [any WorldPart]...) -> [any WorldPart] { parts.flatMap { $0 } }
  /// Takes the parts of an `if` without `else`, when its condition holds.
  public static func buildOptional(_ parts: [any WorldPart]?) -> [any WorldPart] { parts ?? [] }
  /// Takes the parts of an `if`.
  public static func buildEither(first: [any WorldPart]) -> [any WorldPart] { first }
  /// Takes the parts of an `else`.
  public static func buildEither(second: [any WorldPart]) -> [any WorldPart] { second }
  /// Puts the parts of all turns of a loop together, in their order.
  public static func buildArray(_ parts: [[any WorldPart]]) -> [any WorldPart] { parts.flatMap { $0 } }
}
