/// A session over a host's world: what the prompt, the replayer and the tests of any host drive.
public final class CommandSession<World: CommandWorld>: ScriptSession {
  public let world: World
  public let table: CommandTable<World>
  /// Evaluates and runs what the host's commands keep; its `limits` are the session's.
  public let interpreter: Interpreter
  /// How `run`, `save` and `record` reach files; `nil` refuses them.
  public var files: (any SessionFiles)? {
    get { interpreter.files }
    set { interpreter.files = newValue }
  }

  public var isInterrupted: () -> Bool {
    get { interpreter.isInterrupted }
    set { interpreter.isInterrupted = newValue }
  }

  /// How diagnostics are laid out.
  public var renderer: DiagnosticRenderer {
    get { interpreter.renderer }
    set { interpreter.renderer = newValue }
  }

  public init(_ world: World, _ table: CommandTable<World>) {
    self.world = world
    self.table = table
    interpreter = Interpreter(language: table.language, world: world)
    world.attach(interpreter)
  }

  public func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    if interpreter.reachedLimit != nil { interpreter.reachedLimit = nil }
    let buffer = interpreter.output
    let printed = output.count
    swap(&output, &buffer.storage)
    defer { swap(&output, &buffer.storage) }
    return command.withUnsafeBufferPointer { interpreter.run($0, printed: printed) }
  }

  /// Does something to the world as one command line would: within the limits, what is printed into `output`,
  /// an error as a diagnostic.
  public func run(into output: inout [UInt8], _ body: (World) throws -> Void) -> Outcome {
    if interpreter.reachedLimit != nil { interpreter.reachedLimit = nil }
    let buffer = interpreter.output
    let printed = output.count
    swap(&output, &buffer.storage)
    defer { swap(&output, &buffer.storage) }
    do {
      try interpreter.beginningLine(printed: printed) { try body(world) }
      return .done
    } catch {
      return interpreter.end(with: error)
    }
  }

  public func runLines(_ text: Span<UInt8>, into output: inout [UInt8]) -> LineRun {
    let buffer = interpreter.output
    swap(&output, &buffer.storage)
    defer { swap(&output, &buffer.storage) }
    return text.withUnsafeBufferPointer { interpreter.runLines($0) }
  }

  /// The name of the limit that the last command line reached; `nil` when it reached none.
  public var reachedLimit: String? { interpreter.reachedLimit }

  public func completeness(of text: Span<UInt8>) -> Completeness {
    text.withUnsafeBufferPointer { interpreter.completeness(of: $0) }
  }

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    text.withUnsafeBufferPointer { Completion(interpreter, $0, cursor).completions() }
  }

  /// One line about the command that is typed at `cursor`: `status UNIT STATUS  Change a unit's status`.
  public func hint(for text: Span<UInt8>, at cursor: Int) -> String {
    text.withUnsafeBufferPointer { Completion(interpreter, $0, cursor).hint() }
  }

  /// Reports every syntax error of `text` without running it; whether it has none.
  public func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { interpreter.check($0, into: &output) }
  }

  /// From now on only the commands that `isAllowed` accepts run; any other is an error:
  /// `“run” is not allowed in a replay`. A second restriction only narrows the first.
  public func restrict(in place: String, isAllowed: (CommandDescription) -> Bool) {
    restrict(to: table.restriction(in: place, isAllowed: isAllowed))
  }

  /// Restricts the session as others of its table are; by another table's restriction to nothing at all.
  public func restrict(to restriction: CommandRestriction<World>) {
    guard restriction.table === table else {
      return restrict(in: restriction.place) { _ in false }
    }
    interpreter.restrict(in: restriction.place, forbidding: restriction.isForbidden)
  }
}

/// Which commands of a table may not run somewhere: decided once, for any number of sessions.
public struct CommandRestriction<World: CommandWorld>: Sendable {
  let table: CommandTable<World>
  let place: String
  /// By the command's place in the table.
  let isForbidden: [Bool]
}

extension CommandTable {
  /// The restriction to the commands that `isAllowed` accepts.
  ///
  /// - Parameter place: where it holds, as the message of a refused command says: `a replay`.
  public func restriction(
    in place: String, isAllowed: (CommandDescription) -> Bool
  ) -> CommandRestriction<World> {
    CommandRestriction(
      table: self, place: place, isForbidden: language.commands.map { !isAllowed($0.description) })
  }
}
