/// The declaration of a command, from which parsing, checking, help, completion, hints and messages follow.
///
///     Command("status", "Change a unit's status", host: Server.self, .unit, .status) { server, unit, status in
///       try server.setStatus(of: unit, to: status)
///     }
///
/// The body runs inside `CommandHost.perform`. It throws an `Explanation` if the command fails.
public struct Command: Sendable {
  /// The command's name, parameters, help and traits.
  public var description: CommandDescription
  @usableFromInline let bind: Binding
  @usableFromInline let frame: CallFrame

  /// Reads a command's arguments and returns its body bound to their values.
  @usableFromInline typealias Binding = @Sendable (ArgumentReader) throws -> () throws -> Void

  @usableFromInline
  init(description: CommandDescription, frame: CallFrame, bind: @escaping Binding) {
    self.description = description
    self.frame = frame
    self.bind = bind
  }

  /// Creates a command that acts on the session instead of its host, so that no transaction wraps it.
  ///
  /// An error that the body throws refers to the last argument.
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

  /// Creates a command of the host, whose body receives the values of its parameters in order.
  ///
  /// - Parameters:
  ///   - name: the first word of the command.
  ///   - summary: the line that help lists.
  ///   - host: the type of the host.
  ///   - parameters: the arguments in the order in which they are written; options may appear anywhere.
  ///   - run: the body; it throws an ``Explanation`` if the command fails.
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

  /// Creates a command with parameters of one type that are known only at run time.
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

  /// Returns the command with a topic, help text, examples, traits or variants. Only help computes the text and
  /// variants.
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
  /// Returns the command with former names: `Command("move", …) { … }.formerly("shift")`.
  ///
  /// An error about a former name suggests the current one. Scenarios and texts in a store can be updated.
  public func formerly(_ names: String...) -> Command {
    var command = self
    command.description.formerNames += names
    return command
  }
}

@usableFromInline
enum CallFrame: Sendable {
  /// The host performs the command, unless it is direct. An error refers to the argument that the error names.
  case host
  /// The command acts on the session. An error refers to the last argument.
  case session
  /// The command is built in and locates its own errors.
  case language
}
