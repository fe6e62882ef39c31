/// A command, declared once: parsing, checking, help, completion, hints and messages come from it.
///
///     Command("status", "Change a unit's status", .unit, .status) { world, unit, status in
///       try world.setStatus(of: unit, to: status)
///     }
///
/// The body runs inside `World.perform`. It throws an `Explanation` when the command cannot be done.
public struct Command<World: CommandWorld>: Sendable {
  /// The command's name, parameters and help, and what drivers need to know of it.
  public var description: CommandDescription
  /// Makes the body for one world, which reads its arguments and runs.
  @usableFromInline let bind: @Sendable (World) -> (ArgumentReader) throws -> Void

  /// A command of the host, whose body takes the values of its parameters in their order.
  ///
  /// - Parameters:
  ///   - name: the first word of the command.
  ///   - summary: the one line that help lists.
  ///   - parameters: the arguments in the order in which they are written; options may stand anywhere.
  ///   - run: the body; it throws an ``Explanation`` when the command cannot be done.
  @inlinable
  public init<each Parsed>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<World, each Parsed>,
    run: @escaping @Sendable (World, repeat each Parsed) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    for parameter in repeat each parameters { infos.append(parameter.info) }
    description = CommandDescription(name: name, summary: summary, parameters: infos)
    let reads = (repeat (each parameters).read)
    bind = { world in
      { reader in
        let arguments = (repeat try (each reads)(world, reader))
        try reader.perform(world) { try run(world, repeat each arguments) }
      }
    }
  }

  /// A command whose parameters, of one type, are known at run time only.
  public init<Parsed>(
    _ name: String, _ summary: String, parameters: [Parameter<World, Parsed>],
    run: @escaping @Sendable (World, [Parsed]) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    for parameter in parameters { infos.append(parameter.info) }
    description = CommandDescription(name: name, summary: summary, parameters: infos)
    bind = { world in
      { reader in
        var arguments: [Parsed] = []
        for parameter in parameters { arguments.append(try parameter.read(world, reader)) }
        try reader.perform(world) { try run(world, arguments) }
      }
    }
  }

  /// The command with a topic, a longer help text, examples, traits or variants; text and variants are made when help asks
  /// for them.
  public func with(
    topic: String? = nil, help: @autoclosure @escaping @Sendable () -> String? = nil,
    examples: [String]? = nil, traits: CommandTraits? = nil,
    variants: (@Sendable () -> [CommandVariant])? = nil
  ) -> Self {
    var command = self
    if let topic { command.description.topic = topic }
    let former = command.description.makeHelp
    command.description.makeHelp = { help() ?? former() }
    if let examples { command.description.examples = examples }
    if let traits { command.description.traits = traits }
    if let variants { command.description.makeVariants = variants }
    return command
  }
}
