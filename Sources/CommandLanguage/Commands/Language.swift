/// A host's declarations with the world's type hidden, and the tables to find them by name.
final class Language: Sendable {
  let commands: [ErasedCommand]
  let isPlain: [Bool]
  let kinds: [any ErasedKind]
  private let kindIDs: [KindID]
  private let finders: [KindFinder]
  /// The same, to be called without being retained.
  private let lentFinders: [Unmanaged<KindFinder>]
  let roots: [ErasedRoot]
  let functions: [ErasedFunction]
  let settings: [ErasedSetting]
  let topics: [String]
  let problems: [String]

  /// Keywords in their order, then the commands.
  let statementNames: NameTable
  /// The names that stand for a value, and what they mean.
  let constants: NameTable
  let constantNames: [String]
  let constantMeanings: [Constant]
  let vocabulary: [String]
  /// The functions, then the kinds.
  let callables: NameTable
  let callableNames: [String]

  enum Constant: Sendable {
    case word(Value)
    case root(Int)
    case kind(Int)
  }

  init<World: CommandWorld>(
    commands: [Command<World>], kinds: [Kind<World>], roots: [Root<World>], functions: [Function<World>],
    vocabulary: [String], settings: [Setting<World>], topics: [String]
  ) {
    let named = Set(commands.map(\.description.name))
    // A host's command takes the place of a built-in one of its name.
    let builtins = BuiltinCommands.all.filter { !named.contains($0.description.name) }
    let commands =
      commands.map {
        ErasedCommand(description: $0.description, owned: $0.owned, invoke: $0.invoke)
      } + builtins
    self.commands = commands
    isPlain = commands.map { command in
      command.description.parameters.allSatisfy {
        ($0.shape == .word || $0.shape == .block) && !$0.isAssigned
      }
    }
    statementNames = NameTable(Keyword.allCases.map(\.name) + commands.map(\.description.name))

    finders = kinds.map(\.finder)
    lentFinders = finders.map { .passUnretained($0) }
    let kinds = kinds.map(\.erased)
    self.kinds = kinds
    kindIDs = kinds.map(\.id)
    self.roots = roots.map { root in
      ErasedRoot(name: root.name, summary: root.summary) { root.read(unsafeDowncast($0, to: World.self)) }
    }
    self.functions =
      functions.map { function in
        ErasedFunction(function.name, function.summary, function.arity) { interpreter, values in
          try function.call(unsafeDowncast(interpreter.world, to: World.self), values)
        }
      } + BuiltinFunctions.all
    self.settings = settings.map { setting in
      ErasedSetting(
        name: setting.name, summary: setting.summary,
        read: { setting.read(unsafeDowncast($0, to: World.self)) },
        write: { try setting.write(unsafeDowncast($0, to: World.self), $1) })
    }
    self.topics = topics

    constantNames = vocabulary + roots.map(\.name) + kinds.map(\.plural)
    constantMeanings =
      vocabulary.map { .word(.text($0)) } + roots.indices.map { .root($0) } + kinds.indices.map { .kind($0) }
    constants = NameTable(constantNames)
    self.vocabulary = vocabulary
    callableNames = self.functions.map(\.name) + kinds.map(\.name)
    callables = NameTable(callableNames)
    problems = Self.problems(
      commands.map(\.description), constants: constantNames, callables: callableNames, kinds: kinds)
  }

  func kindIndex(_ id: KindID) -> Int? {
    for index in kindIDs.indices where kindIDs[index] == id { return index }
    return nil
  }

  /// The id of a kind's object with this name.
  @inline(__always)
  func find(_ name: UnsafeBufferPointer<UInt8>, of id: KindID, in world: any CommandWorld) -> Int? {
    guard let index = kindIndex(id) else { return nil }
    return lentFinders[index]._withUnsafeGuaranteedRef { $0.find(world, name.span) }
  }

  func kind(_ id: KindID) -> (any ErasedKind)? { kindIndex(id).map { kinds[$0] } }

  /// Whether a name is a word of the vocabulary.
  func isWord(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Bool {
    guard let index = constants.index(of: name, hash: hash), case .word = constantMeanings[index] else {
      return false
    }
    return true
  }

  func command(named name: String) -> CommandDescription? {
    commands.first { $0.description.name == name }?.description
  }

  // MARK: Checking the declarations

  private static func problems(
    _ commands: [CommandDescription], constants: [String], callables: [String], kinds: [any ErasedKind]
  ) -> [String] {
    var problems = repeated(Keyword.allCases.map(\.name) + commands.map(\.name), "command")
    problems += repeated(constants, "name") + repeated(callables, "function")
    for kind in kinds { problems += repeated(kind.properties.map(\.name), "property of \(kind.name)") }
    for command in commands {
      let parameters = command.parameters.filter { $0.option == nil }
      for (index, parameter) in parameters.enumerated() where index + 1 < parameters.count {
        let takesRest =
          parameter.shape == .expression || parameter.shape == .selection || parameter.shape == .rest
        if takesRest || parameter.occurrence == .repeated {
          problems.append(
            "“\(command.name)”: nothing can follow \(parameter.label), which takes the rest of the line")
        }
      }
      problems += repeated(command.parameters.compactMap(\.option), "option of \(command.name)")
    }
    return problems
  }

  private static func repeated(_ names: [String], _ what: String) -> [String] {
    var seen: Set<String> = []
    var problems: [String] = []
    for name in names where !name.isEmpty {
      if !seen.insert(name).inserted { problems.append("the \(what) “\(name)” is declared twice") }
      let isName =
        name.utf8.first.map(\.isNameStart) == true
        && name.utf8.allSatisfy { $0.isNamePart || (what == "command" && $0 == 0x2D) }
      if !isName { problems.append("the \(what) “\(name)” cannot be typed") }
    }
    return problems
  }
}

/// A command whose world's type is hidden from the interpreter.
struct ErasedCommand: Sendable {
  let description: CommandDescription
  let body: CommandBody

  init(
    description: CommandDescription, owned: [any AnyObject & Sendable] = [],
    invoke: @escaping @Sendable (any CommandWorld, ArgumentReader) throws -> Void
  ) {
    self.description = description
    body = CommandBody(owned, invoke)
  }
}

/// A command's body as an object, which can be called without being retained.
final class CommandBody: Sendable {
  let invoke: @Sendable (any CommandWorld, ArgumentReader) throws -> Void
  /// What `invoke` borrows.
  private let owned: [any AnyObject & Sendable]

  init(
    _ owned: [any AnyObject & Sendable],
    _ invoke: @escaping @Sendable (any CommandWorld, ArgumentReader) throws -> Void
  ) {
    self.owned = owned
    self.invoke = invoke
  }
}

struct ErasedFunction: Sendable {
  let name: String
  let summary: String
  let arity: ClosedRange<Int>
  let call: @Sendable (Interpreter, [Value]) throws -> Value

  init(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>,
    call: @escaping @Sendable (Interpreter, [Value]) throws -> Value
  ) {
    self.name = name
    self.summary = summary
    self.arity = arity
    self.call = call
  }
}

struct ErasedRoot: Sendable {
  let name: String
  let summary: String
  let read: @Sendable (any CommandWorld) -> Value
}

struct ErasedSetting: Sendable {
  let name: String
  let summary: String
  let read: @Sendable (any CommandWorld) -> Value
  let write: @Sendable (any CommandWorld, Value) throws -> Void
}
