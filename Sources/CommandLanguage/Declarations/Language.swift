/// A host's declarations with the world's type hidden, and the tables to find them by name.
final class Language: Sendable {
  /// The host's commands, then the built-in ones that it does not replace.
  let commands: [CommandDescription]
  /// By the command's index; `nil` for the host's.
  let builtins: [BuiltinCommand?]
  let isDirect: [Bool]
  let grammar: Grammar
  let kinds: [KindDescription]
  let roots: [ErasedRoot]
  /// The host's functions.
  let functions: [ErasedFunction]
  let settings: [ErasedSetting]
  let topics: [String]
  let vocabulary: [String]
  /// The names that stand for a value, and what they mean.
  let constantNames: [String]
  private let constants: [String: Constant]
  private let callables: [String: Callable]

  /// The words of expressions, which name nothing else.
  static let wordsOfExpressions: Set<String> = [
    "true", "false", "none", "and", "or", "not", "in", "where", "by", "limit", "desc", "it",
  ]

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

  convenience init<World: CommandWorld>(
    commands hostCommands: [Command<World>], kinds: [Kind<World>], roots: [Root<World>],
    functions: [Function<World>], vocabulary: [String], settings: [Setting<World>], topics: [String],
    hasLesson: Bool
  ) {
    // Every program waits for this at its start. So no key paths: in generic code each use makes one anew, with all that it
    // is made of; and what is of the world's type is gone through in plain loops, which make no types of sequences.
    var descriptions: [CommandDescription] = []
    for command in hostCommands { descriptions.append(command.description) }
    self.init(
      commands: descriptions, kinds: Self.descriptions(of: kinds), roots: Self.erased(roots),
      functions: Self.erased(functions), vocabulary: vocabulary, settings: Self.erased(settings),
      topics: topics, hasLesson: hasLesson)
  }

  private init(
    commands hostCommands: [CommandDescription], kinds: [KindDescription], roots: [ErasedRoot],
    functions: [ErasedFunction], vocabulary: [String], settings: [ErasedSetting], topics: [String],
    hasLesson: Bool
  ) {
    let named = Set(hostCommands.map { $0.name })
    let added = BuiltinCommand.allCases.filter { !named.contains($0.rawValue) && (hasLesson || $0 != .demo) }
    commands = hostCommands + added.map { $0.description }
    builtins = hostCommands.map { _ in nil } + added
    isDirect = commands.map { $0.traits.contains(.direct) }
    self.kinds = kinds
    grammar = Grammar(
      commands: commands.map { ($0.name, $0.grammar) },
      kinds: kinds.map { $0.plural }.filter { !$0.isEmpty })
    self.roots = roots
    self.functions = functions
    self.settings = settings
    self.topics = topics
    self.vocabulary = vocabulary
    let plurals = kinds.map { $0.plural }
    constantNames = vocabulary + roots.map { $0.name } + plurals
    let meanings: [Constant] =
      vocabulary.indices.map { .word($0) } + roots.indices.map { .root($0) }
      + plurals.indices.map { .kind($0) }
    constants = Dictionary(zip(constantNames, meanings)) { first, _ in first }
    let hostNames = functions.map { $0.name }
    let builtins = BuiltinFunction.allCases.filter { !hostNames.contains($0.rawValue) }
    let names = hostNames + kinds.map { $0.name } + builtins.map { $0.rawValue }
    let callables: [Callable] =
      functions.indices.map { .host($0) } + kinds.indices.map { .kind($0) } + builtins.map { .builtin($0) }
    self.callables = Dictionary(zip(names, callables)) { first, _ in first }
  }

  private static func descriptions<World>(of kinds: [Kind<World>]) -> [KindDescription] {
    var descriptions: [KindDescription] = []
    for kind in kinds { descriptions.append(kind.description) }
    return descriptions
  }

  private static func erased<World>(_ roots: [Root<World>]) -> [ErasedRoot] {
    var erased: [ErasedRoot] = []
    for root in roots {
      erased.append(
        ErasedRoot(name: root.name, summary: root.summary) { ($0 as? World).map(root.read) ?? .none })
    }
    return erased
  }

  private static func erased<World>(_ functions: [Function<World>]) -> [ErasedFunction] {
    var erased: [ErasedFunction] = []
    for function in functions {
      erased.append(
        ErasedFunction(name: function.name, summary: function.summary, arity: function.arity) {
          world, values in
          guard let world = world as? World else { return .none }
          return try function.call(world, values)
        })
    }
    return erased
  }

  private static func erased<World>(_ settings: [Setting<World>]) -> [ErasedSetting] {
    var erased: [ErasedSetting] = []
    for setting in settings {
      erased.append(
        ErasedSetting(
          name: setting.name, summary: setting.summary, words: setting.words,
          read: { ($0 as? World).map(setting.read) ?? .none },
          write: { world, value in if let world = world as? World { try setting.write(world, value) } }))
    }
    return erased
  }

  func kindIndex(_ id: KindID) -> Int? {
    for index in kinds.indices where kinds[index].id == id { return index }
    return nil
  }

  func kind(_ id: KindID) -> KindDescription? { kindIndex(id).map { kinds[$0] } }

  func constant(_ name: String) -> Constant? { name.isEmpty ? nil : constants[name] }

  func callable(_ name: String) -> Callable? { callables[name] }

  var callableNames: [String] {
    functions.map(\.name) + BuiltinFunction.allCases.map(\.rawValue) + kinds.map(\.name)
  }

  func command(named name: String) -> CommandDescription? { commands.first { $0.name == name } }
}

struct ErasedFunction: Sendable {
  let name: String
  let summary: String
  let arity: ClosedRange<Int>
  let call: @Sendable (any CommandWorld, [Value]) throws -> Value
}

struct ErasedRoot: Sendable {
  let name: String
  let summary: String
  let read: @Sendable (any CommandWorld) -> Value
}

struct ErasedSetting: Sendable {
  let name: String
  let summary: String
  let words: [String]
  let read: @Sendable (any CommandWorld) -> Value
  let write: @Sendable (any CommandWorld, Value) throws -> Void
}
