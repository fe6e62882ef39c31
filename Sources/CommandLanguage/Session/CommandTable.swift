/// Everything a host declares, made once and shared by all its sessions.
///
/// The built-in commands (`print`, `expect`, `help`, `set`, `vars`, `defs`, `unset`, `quit`, `run`, `save`, `record`) and
/// functions are always there. Two declarations of one name are a programmer's error and reported by
/// `problems`, which a host's test should find empty.
public final class CommandTable<World: CommandWorld>: Sendable {
  let language: Language
  /// Make the bodies and kinds of one world.
  private let commandBindings: [@Sendable (World) -> (ArgumentReader) throws -> Void]
  private let kindBindings: [@Sendable (World) -> BoundKind]
  /// The language's errors, then the host's.
  let errors: [any CountedError.Type]

  /// - Parameters:
  ///   - topics: the topics of help in their order; others follow in the order of the commands.
  ///   - vocabulary: the words that are values in expressions (`ready`, `attacker`).
  ///   - settings: what `set` can change besides the limits.
  ///   - errors: the host's own, whose kinds are counted.
  public init(
    commands: [Command<World>], kinds: [Kind<World>] = [], roots: [Root<World>] = [],
    functions: [Function<World>] = [], vocabulary: [String] = [], settings: [Setting<World>] = [],
    topics: [String] = [], errors: [any CountedError.Type] = []
  ) {
    self.errors = [LanguageError.self] + errors
    commandBindings = commands.map { $0.bind }
    kindBindings = kinds.map { $0.bind }
    language = Language(
      commands: commands, kinds: kinds, roots: roots, functions: functions, vocabulary: vocabulary,
      settings: settings, topics: topics)
  }

  /// The commands in the order of declaration, the host's before the built-in ones.
  public var commands: [CommandDescription] { language.commands }

  /// The bodies of the host's commands, and its kinds, for one world.
  func bind(_ world: World) -> (bodies: [(ArgumentReader) throws -> Void], kinds: [BoundKind]) {
    (commandBindings.map { $0(world) }, kindBindings.map { $0(world) })
  }

  /// What is wrong with the declarations: names that are taken twice or cannot be typed.
  public var problems: [String] { language.findProblems() }
}
