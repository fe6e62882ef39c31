/// Everything a host declares, made once and shared by all its sessions.
///
/// The built-in commands (`print`, `expect`, `help`, `set`, `vars`, `defs`, `unset`, `quit`, `run`, `save`, `record`) and
/// functions are always there. Two declarations of one name are a programmer's error and reported by
/// `problems`, which a host's test should find empty.
public final class CommandTable<World: CommandWorld>: Sendable {
  let language: Language
  private let ownDeclarations: (commands: [Command<World>], kinds: [Kind<World>])
  /// The commands that every table of the host's library has.
  private let standardCommands: Set<String>
  /// The language's errors, then the host's.
  let errors: [any CountedError.Type]
  let attach: @Sendable (World, Interpreter) -> Void
  /// A scenario that `demo` teaches with; empty where there is none, nor a `demo`.
  public let lesson: String

  /// A table of the host's declarations and the language's own commands.
  ///
  /// - Parameters:
  ///   - commands: the host's commands, in the order in which help lists them.
  ///   - kinds: the kinds of objects that selections and expressions reach.
  ///   - roots: names that always stand for a value.
  ///   - functions: the host's functions, beside those of the language.
  ///   - topics: the topics of help in their order; others follow in the order of the commands.
  ///   - vocabulary: the words that are values in expressions (`ready`, `attacker`).
  ///   - settings: what `set` can change besides the limits.
  ///   - errors: the host's own, whose kinds are counted.
  ///   - standardCommands: those of `commands` that come with a library, so that no table declares them again.
  ///   - lesson: a scenario that `demo` teaches with: its comments are told, its commands suggested one by one.
  ///   - attach: called once, when a session is made: a host that keeps expressions, selections or blocks runs them
  ///     through the interpreter. The session owns both: the host lets go of it at ``Interpreter/onEnd``.
  public init(
    commands: [Command<World>], kinds: [Kind<World>] = [], roots: [Root<World>] = [],
    functions: [Function<World>] = [], vocabulary: [String] = [], settings: [Setting<World>] = [],
    topics: [String] = [], errors: [any CountedError.Type] = [],
    standardCommands: [String] = [], lesson: String = "",
    attach: @escaping @Sendable (World, Interpreter) -> Void = { _, _ in }
  ) {
    self.lesson = lesson
    self.attach = attach
    self.standardCommands = Set(standardCommands)
    ownDeclarations = (commands, kinds)
    self.errors = [LanguageError.self] + errors
    // Every program waits for this at its start. So no key paths: in generic code each use makes one anew, with all that it
    // is made of; and what is of the world's type is gone through in plain loops, which make no types of sequences.
    var described = (commands: [CommandDescription](), kinds: [KindDescription]())
    for command in commands { described.commands.append(command.description) }
    for kind in kinds { described.kinds.append(kind.description) }
    var erased = (roots: [ErasedRoot](), functions: [ErasedFunction](), settings: [ErasedSetting]())
    for root in roots { erased.roots.append(root.erased) }
    for function in functions { erased.functions.append(function.erased) }
    for setting in settings { erased.settings.append(setting.erased) }
    language = Language(
      commands: described.commands, kinds: described.kinds, roots: erased.roots,
      functions: erased.functions, vocabulary: vocabulary, settings: erased.settings, topics: topics,
      hasLesson: !lesson.isEmpty)
  }

  /// The commands in the order of declaration, the host's before the built-in ones.
  public var commands: [CommandDescription] { language.commands }

  /// The bodies of the host's commands for one world, which outlives them.
  func bodies(for world: World) -> OnDemand<(ArgumentReader) throws -> Void> {
    let commands = ownDeclarations.commands
    return OnDemand(count: commands.count) { [unowned world] in commands[$0].bind(world) }
  }

  /// The host's kinds for one world, which outlives them.
  func kinds(for world: World) -> OnDemand<BoundKind> {
    let kinds = ownDeclarations.kinds
    return OnDemand(count: kinds.count) { [unowned world] in kinds[$0].bind(world) }
  }

  /// What is wrong with the declarations: names that are taken twice or cannot be typed.
  public var problems: [String] { language.findProblems(standard: standardCommands) }
}
