/// A command, declared once: parsing, checking, help, completion, hints and messages come from it.
///
///     Command("status", "Change a unit's status", .unit, .status) { world, unit, status in
///       try world.setStatus(of: unit, to: status)
///     }
///
/// The body runs inside `World.perform`. It throws an `Explanation` when the command cannot be done.
public struct Command<World: CommandWorld>: Sendable {
  public var description: CommandDescription
  /// The world's type is hidden here, at the one place where the body is known, so that running a command
  /// is one call.
  @usableFromInline let invoke: @Sendable (any CommandWorld, ArgumentReader) throws -> Void
  /// The parameters' bodies, which `invoke` only borrows.
  @usableFromInline let owned: [any AnyObject & Sendable]

  @inlinable
  public init<each Parsed>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<World, each Parsed>,
    run: @escaping @Sendable (World, repeat each Parsed) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    var owned: [any AnyObject & Sendable] = []
    for parameter in repeat each parameters {
      infos.append(parameter.info)
      owned.append(parameter.body)
    }
    self.owned = owned
    let lent = (repeat LentParameter(each parameters))
    description = CommandDescription(name: name, summary: summary, parameters: infos)
    invoke = { anyWorld, reader in
      // A table of `World` is only ever bound to a world of that type, by `CommandSession.init`.
      let world = unsafeDowncast(anyWorld, to: World.self)
      let arguments = (repeat try (each lent).read(world, reader))
      try reader.perform(world) { try run(world, repeat each arguments) }
    }
  }

  /// The command with a topic, a longer help text, examples or traits.
  public func with(
    topic: String? = nil, help: String? = nil, examples: [String]? = nil, traits: CommandTraits? = nil
  ) -> Self {
    var command = self
    if let topic { command.description.topic = topic }
    if let help { command.description.help = help }
    if let examples { command.description.examples = examples }
    if let traits { command.description.traits = traits }
    return command
  }
}

/// What can be known of a command without running it; help, the man page and coverage read it.
public struct CommandDescription: Sendable {
  public var name: String
  public var summary: String
  public var parameters: [ParameterInfo]
  public var topic = ""
  public var help = ""
  public var examples: [String] = []
  public var traits: CommandTraits = []

  @usableFromInline init(name: String, summary: String, parameters: [ParameterInfo]) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
  }

  /// `status UNIT STATUS`.
  public var usage: String {
    parameters.reduce(name) { $0 + " " + $1.usage }
  }
}

/// What a driver or a host needs to know of a command. Hosts add their own from bit 8 on.
public struct CommandTraits: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Not listed by help and not completed.
  public static let hidden = CommandTraits(rawValue: 1)
  /// `World.perform` does not wrap it: it asks only, or sees to its own transactions (`undo`).
  public static let direct = CommandTraits(rawValue: 2)
  /// Reaches nothing but the world: no file, program or network.
  public static let contained = CommandTraits(rawValue: 4)
}
