/// A command, declared once: parsing, checking, help, completion, hints and messages come from it.
///
///     Command("status", "Change a unit's status", host: Server.self, .unit, .status) { server, unit, status in
///       try server.setStatus(of: unit, to: status)
///     }
///
/// The body runs inside `CommandHost.perform`. It throws an `Explanation` when the command cannot be done.
public struct Command: Sendable {
  /// The command's name, parameters and help, and what drivers need to know of it.
  public var description: CommandDescription
  /// Reads the arguments, and returns the body bound to their values.
  @usableFromInline let bind: Binding
  /// The surroundings of the body.
  @usableFromInline let frame: CallFrame

  /// Reads a command's arguments, and returns its body bound to their values.
  @usableFromInline typealias Binding = @Sendable (ArgumentReader) throws -> () throws -> Void

  @usableFromInline
  init(description: CommandDescription, frame: CallFrame, bind: @escaping Binding) {
    self.description = description
    self.frame = frame
    self.bind = bind
  }

  /// A command that acts on the session and not on its host, so that no transaction wraps it.
  ///
  /// An error of the body is about the argument that was read last.
  ///
  ///     Command(session: "load", "Go on with the commands of a file", .path()) { interpreter, path in … }
  public init<each Parsed>(
    session name: String, _ summary: String, _ parameters: repeat Parameter<each Parsed>,
    run: @escaping @Sendable (Interpreter, repeat each Parsed) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    for parameter in repeat each parameters { infos.append(parameter.info) }
    var description = CommandDescription(name: name, summary: summary, parameters: infos)
    description.traits = .direct
    let reads = (repeat (each parameters).read)
    self.init(description: description, frame: .session) { reader in
      let arguments = (repeat try (each reads)(reader))
      let interpreter = reader.interpreter
      return { try run(interpreter, repeat each arguments) }
    }
  }

  /// A command of the host, whose body takes the values of its parameters in their order.
  ///
  /// - Parameters:
  ///   - name: the first word of the command.
  ///   - summary: the one line that help lists.
  ///   - host: the type of the host.
  ///   - parameters: the arguments in the order in which they are written; options may stand anywhere.
  ///   - run: the body; it throws an ``Explanation`` when the command cannot be done.
  @inlinable
  public init<Host: CommandHost, each Parsed>(
    _ name: String, _ summary: String, host: Host.Type, _ parameters: repeat Parameter<each Parsed>,
    run: @escaping @Sendable (Host, repeat each Parsed) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    for parameter in repeat each parameters { infos.append(parameter.info) }
    let description = CommandDescription(name: name, summary: summary, parameters: infos)
    let reads = (repeat (each parameters).read)
    self.init(description: description, frame: .host) { reader in
      let host = reader.host.host(as: host)
      let arguments = (repeat try (each reads)(reader))
      return { try run(host, repeat each arguments) }
    }
  }

  /// A command whose parameters, of one type, are known at run time only.
  public init<Host: CommandHost, Parsed>(
    _ name: String, _ summary: String, host: Host.Type, parameters: [Parameter<Parsed>],
    run: @escaping @Sendable (Host, [Parsed]) throws -> Void
  ) {
    var infos: [ParameterInfo] = []
    for parameter in parameters { infos.append(parameter.info) }
    let description = CommandDescription(name: name, summary: summary, parameters: infos)
    self.init(description: description, frame: .host) { reader in
      let host = reader.host.host(as: host)
      let arguments = try parameters.map { try $0.read(reader) }
      return { try run(host, arguments) }
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

extension Command {
  /// The command, which had other names before: `Command("move", …) { … }.formerly("shift")`.
  ///
  /// An error about a former name gives the present one. Scenarios and texts in a store can be brought up to date.
  public func formerly(_ names: String...) -> Command {
    var command = self
    command.description.formerNames += names
    return command
  }
}

/// The surroundings in which the body of a command runs.
@usableFromInline
enum CallFrame: Sendable {
  /// The host performs it, unless the command is direct; an error is about the argument that it names.
  case host
  /// It acts on the session; an error is about the argument that was read last.
  case session
  /// It is one of the language's own, which places its errors itself.
  case language
}
