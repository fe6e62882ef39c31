/// The declarations of a host, shared by all its sessions.
///
/// The built-in functions and commands (`print`, `expect`, `help`, `set`, `vars`, `defs`, `unset`, `quit`, `run`) are
/// always included. Declaring a name twice is a programming error; ``problems`` lists such errors, and a host's tests
/// should check that it is empty.
public final class CommandTable: Sendable {
  let language: Language
  let standardCommands: Set<String>

  /// Creates a table from the host's declarations and the language's built-in commands.
  ///
  /// - Parameters:
  ///   - commands: the host's commands, in the order in which help lists them.
  ///   - kinds: the kinds of objects that selections and expressions can access.
  ///   - roots: names that always refer to a value.
  ///   - functions: the host's functions, in addition to the built-in ones.
  ///   - vocabulary: the words that are values in expressions (`ready`, `attacker`).
  ///   - settings: the settings that `set` can change, in addition to the limits.
  ///   - topics: the help topics in order; topics that only commands name follow, in the order of the commands.
  ///   - errors: the host's error types, whose kinds count in ``CommandUsage``.
  ///   - standardCommands: the names of commands that a library adds to every table.
  ///   - libraries: session commands and settings that libraries add, such as those of a prompt.
  public init(
    commands: [Command], kinds: [Kind] = [], roots: [Root] = [], functions: [Function] = [],
    vocabulary: [String] = [], settings: [Setting] = [], topics: [String] = [],
    errors: [any CatalogedError.Type] = [], standardCommands: [String] = [], libraries: [CommandLibrary] = []
  ) {
    self.standardCommands = Set(standardCommands)
    language = Language(
      commands: commands, kinds: kinds, roots: roots, functions: functions, vocabulary: vocabulary,
      settings: settings, topics: topics, errors: errors, libraries: libraries)
  }

  /// The commands in the order of declaration, the host's before the built-in ones.
  public var commands: [CommandDescription] { language.commands }

  /// The words that have a meaning with every host, and cannot name anything else.
  public static let reservedWords = Language.expressionKeywords.union(Keyword.allCases.map(\.rawValue))

  /// The problems in the declarations, such as names that are declared twice or cannot be typed.
  public var problems: [String] { language.findProblems(standard: standardCommands) }
}
