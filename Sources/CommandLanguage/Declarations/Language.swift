import TerminalText

/// A host's declarations, with tables to look them up by name.
final class Language: Sendable {
  /// The host's commands, followed by the language's commands that it doesn't replace, then those of libraries.
  let commands: [CommandDescription]
  let hostCommandCount: Int
  /// The names of the commands of the language and of libraries that the host replaces.
  let replaced: [String]
  /// The index of the language's own `run`; `nil` if the host replaces it.
  let runCommand: Int?
  let isDirect: [Bool]
  let grammar: Grammar
  let frames: [CallFrame]
  let bindings: [Command.Binding]
  let kinds: [Kind]
  // The kinds' identities have an array of their own, because they are compared for each property that an expression
  // reads.
  private let kindIDs: ContiguousArray<KindID>
  let roots: [Root]
  let functions: [Function]
  let settings: [Setting]
  /// The language's error types, then the host's.
  let errors: [any CatalogedError.Type]
  let pages: [HelpPage]
  let topics: [String]
  let vocabulary: [String]
  let constantNames: [String]
  private let constants: [String: Constant]
  private let callables: [String: Callable]

  static let expressionKeywords: Set<String> = [
    "true", "false", "none", "and", "or", "not", "is", "in", "as", "where", "by", "limit", "desc", "it",
  ]

  /// Returns the nearest word to a name among those that continue an expression; `nil` if none is near or the name is
  /// one of them.
  static func nearContinuation(to name: String) -> String? {
    let words = ["where", "by", "limit", "and", "or", "desc"] + SelectionFormat.options
    return words.contains(name) ? nil : NearNames.nearest(to: name, among: words)
  }

  enum Constant: Sendable {
    case word(Int)
    case root(Int)
    case kind(Int)
  }

  enum Callable: Sendable {
    case builtin(BuiltinFunction)
    case host(Int)
    case kind(Int)
  }

  init(
    commands hostCommands: [Command], kinds: [Kind], roots: [Root], functions: [Function],
    vocabulary: [String], settings: [Setting], topics: [String], errors: [any CatalogedError.Type],
    libraries: [CommandLibrary]
  ) {
    let named = Set(hostCommands.map { $0.description.name })
    let own = BuiltinCommand.allCases.map { $0.command } + libraries.flatMap { $0.commands }
    replaced = own.map { $0.description.name }.filter(named.contains)
    let all = hostCommands + own.filter { !named.contains($0.description.name) }
    commands = all.map { $0.description }
    frames = all.map { $0.frame }
    bindings = all.map { $0.bind }
    hostCommandCount = hostCommands.count
    let run = BuiltinCommand.run.rawValue
    runCommand = named.contains(run) ? nil : commands.firstIndex { $0.name == run }
    pages = libraries.flatMap { $0.pages }
    isDirect = commands.map { $0.traits.contains(.direct) }
    self.kinds = kinds
    kindIDs = ContiguousArray(kinds.map { $0.id })
    grammar = Self.grammar(commands, kinds, functions)
    self.roots = roots
    self.functions = functions
    self.settings = Setting.ofSession + libraries.flatMap { $0.settings } + settings
    self.topics = topics
    self.errors = [LanguageError.self] + errors
    self.vocabulary = vocabulary
    let plurals = kinds.map { $0.plural }
    constantNames = vocabulary + roots.map { $0.name } + plurals
    constants = Self.constants(constantNames, vocabulary.count, roots.count)
    callables = Self.callables(functions, kinds)
  }

  /// Creates the language of texts that were written with former kinds and words. It only resolves names and runs
  /// nothing.
  ///
  /// Each former name of a command becomes a command of its own, unless a current command has that name.
  init(_ present: Language, kinds: [Kind], roots: [Root], vocabulary: [String]) {
    var aliases: [CommandDescription] = []
    for command in present.commands {
      for former in command.formerNames where present.command(named: former) == nil {
        var alias = command
        alias.name = former
        aliases.append(alias)
      }
    }
    commands = present.commands + aliases
    hostCommandCount = present.hostCommandCount
    (replaced, runCommand) = (present.replaced, present.runCommand)
    isDirect = commands.map { $0.traits.contains(.direct) }
    self.kinds = kinds
    kindIDs = ContiguousArray(kinds.map { $0.id })
    grammar = Self.grammar(commands, kinds, present.functions)
    (frames, bindings) = (present.frames, present.bindings)
    self.roots = roots
    (functions, settings, errors) = (present.functions, present.settings, present.errors)
    (pages, topics) = (present.pages, present.topics)
    self.vocabulary = vocabulary
    constantNames = vocabulary + roots.map { $0.name } + kinds.map { $0.plural }
    constants = Self.constants(constantNames, vocabulary.count, roots.count)
    callables = Self.callables(functions, kinds)
  }

  private static func grammar(
    _ commands: [CommandDescription], _ kinds: [Kind], _ functions: [Function]
  ) -> Grammar {
    Grammar(
      commands: commands.map { ($0.name, $0.grammar, $0.traits) },
      kinds: kinds.map { $0.plural }.filter { !$0.isEmpty },
      functions: callableNames(functions, kinds))
  }

  private static func callableNames(_ functions: [Function], _ kinds: [Kind]) -> [String] {
    functions.map { $0.name } + BuiltinFunction.allCases.map { $0.rawValue }
      + kinds.filter { $0.hasNames }.map { $0.name }
  }

  private static func constants(
    _ names: [String], _ wordCount: Int, _ rootCount: Int
  ) -> [String: Constant] {
    let meanings: [Constant] = names.indices.map { index in
      if index < wordCount { return .word(index) }
      return index < wordCount + rootCount ? .root(index - wordCount) : .kind(index - wordCount - rootCount)
    }
    return Dictionary(zip(names, meanings)) { first, _ in first }
  }

  private static func callables(_ functions: [Function], _ kinds: [Kind]) -> [String: Callable] {
    let hostNames = functions.map { $0.name }
    let builtins = BuiltinFunction.allCases.filter { !hostNames.contains($0.rawValue) }
    let kindsWithNames = kinds.indices.filter { kinds[$0].hasNames }
    let names = hostNames + kindsWithNames.map { kinds[$0].name } + builtins.map { $0.rawValue }
    let callables: [Callable] =
      functions.indices.map { .host($0) } + kindsWithNames.map { .kind($0) } + builtins.map { .builtin($0) }
    return Dictionary(zip(names, callables)) { first, _ in first }
  }

  func kindIndex(_ id: KindID) -> Int? {
    for index in kindIDs.indices where kindIDs[index] == id { return index }
    return nil
  }

  var plurals: [String] { kinds.map(\.plural).filter { !$0.isEmpty } }

  func kind(_ id: KindID) -> Kind? { kindIndex(id).map { kinds[$0] } }

  func constant(_ name: String) -> Constant? { name.isEmpty ? nil : constants[name] }

  func callable(_ name: String) -> Callable? { callables[name] }

  var callableNames: [String] { Self.callableNames(functions, kinds) }

  func mayRunInCondition(_ command: Int) -> Bool {
    command >= hostCommandCount && (commands[command].name == "print" || commands[command].name == "expect")
  }

  func command(named name: String) -> CommandDescription? { commands.first { $0.name == name } }
}
