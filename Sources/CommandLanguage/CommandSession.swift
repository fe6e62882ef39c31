/// A session over a host's world: what the prompt, the replayer and the tests of any host drive.
public final class CommandSession<World: CommandWorld>: ScriptSession {
  public let world: World
  public let table: CommandTable<World>
  /// Evaluates and runs what the host's commands keep; its `limits` are the session's.
  public let interpreter: Interpreter
  /// How `run`, `save` and `record` reach files; `nil` refuses them.
  public weak var files: (any SessionFiles)?
  public var isInterrupted: () -> Bool = { false }

  public init(_ world: World, _ table: CommandTable<World>) {
    self.world = world
    self.table = table
    interpreter = Interpreter()
    world.attach(interpreter)
  }

  public func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome { .done }

  public func completeness(of text: Span<UInt8>) -> Completeness { .complete }

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    Completions(replaced: cursor..<cursor, candidates: [])
  }

  /// One line about what is expected at `cursor`: `status UNIT STATUS — Change a unit's status`.
  public func hint(for text: Span<UInt8>, at cursor: Int) -> String { "" }

  /// Reports every syntax error of `text` without running it; whether it has none.
  public func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool { true }

  /// From now on only the commands that `isAllowed` accepts run; any other is an error:
  /// `“run” is not allowed in a replay`. A second restriction only narrows the first.
  public func restrict(in place: String, isAllowed: (CommandDescription) -> Bool) {}
}
