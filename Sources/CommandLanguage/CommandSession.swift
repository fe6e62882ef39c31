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
    interpreter.restrict(
      in: place, forbidding: table.language.commands.map { !isAllowed($0.description) })
  }
}
