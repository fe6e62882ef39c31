/// Everything a host declares, made once and shared by all its sessions.
///
/// The built-in commands (`print`, `expect`, `help`, `set`, `vars`, `defs`, `unset`, `quit`, `run`) and functions are
/// always there. Two declarations of one name are a programmer's error and reported by
/// `problems`, which a host's test should find empty.
public final class CommandTable: Sendable {
  let language: Language
  /// The commands that every table of the host's library has.
  let standardCommands: Set<String>
  /// The language's errors, then the host's.
  let errors: [any CatalogedError.Type]

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
  ///   - libraries: commands and settings of the session that libraries add, such as those of a prompt.
  public init(
    commands: [Command], kinds: [Kind] = [], roots: [Root] = [], functions: [Function] = [],
    vocabulary: [String] = [], settings: [Setting] = [], topics: [String] = [],
    errors: [any CatalogedError.Type] = [], standardCommands: [String] = [], libraries: [CommandLibrary] = []
  ) {
    self.standardCommands = Set(standardCommands)
    self.errors = [LanguageError.self] + errors
    language = Language(
      commands: commands, kinds: kinds, roots: roots, functions: functions, vocabulary: vocabulary,
      settings: settings, topics: topics, libraries: libraries)
  }

  /// The commands in the order of declaration, the host's before the built-in ones.
  public var commands: [CommandDescription] { language.commands }

  /// The problems of the declarations: names that are taken twice or cannot be typed.
  public var problems: [String] { language.findProblems(standard: standardCommands) }
}
