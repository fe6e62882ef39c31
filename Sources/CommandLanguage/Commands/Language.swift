/// A command whose world's type is hidden from the interpreter.
struct ErasedCommand: Sendable {
  let description: CommandDescription
  /// Whether every parameter is a word or an option, so that the parser needs no declaration.
  let isPlain: Bool
  let invoke: @Sendable (any CommandWorld, ArgumentReader) throws -> Void
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
  let read: @Sendable (any CommandWorld) -> Value
  let write: @Sendable (any CommandWorld, Value) throws -> Void
}

/// A host's declarations with the world's type hidden, and the tables to find them by name.
final class Language: Sendable {
  let commands: [ErasedCommand]
  let kinds: [any ErasedKind]
  let roots: [ErasedRoot]
  let functions: [ErasedFunction]
  let vocabulary: [String]
  let settings: [ErasedSetting]
  let topics: [String]
  let problems: [String]

  init<World: CommandWorld>(
    commands: [Command<World>], kinds: [Kind<World>], roots: [Root<World>], functions: [Function<World>],
    vocabulary: [String], settings: [Setting<World>], topics: [String]
  ) {
    self.commands = commands.map { command in
      ErasedCommand(
        description: command.description,
        isPlain: command.description.parameters.allSatisfy { $0.shape == .word && !$0.isAssigned },
        invoke: { world, reader in try command.invoke(unsafeDowncast(world, to: World.self), reader) })
    }
    self.kinds = kinds.map(\.erased)
    self.roots = roots.map { root in
      ErasedRoot(name: root.name, summary: root.summary) { root.read(unsafeDowncast($0, to: World.self)) }
    }
    self.functions = functions.map { function in
      ErasedFunction(name: function.name, summary: function.summary, arity: function.arity) {
        try function.call(unsafeDowncast($0, to: World.self), $1)
      }
    }
    self.vocabulary = vocabulary
    self.settings = settings.map { setting in
      ErasedSetting(
        name: setting.name, summary: setting.summary,
        read: { setting.read(unsafeDowncast($0, to: World.self)) },
        write: { try setting.write(unsafeDowncast($0, to: World.self), $1) })
    }
    self.topics = topics
    problems = []
  }
}
