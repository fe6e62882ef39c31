public import CommandLanguage

/// A prompt that a library provides to a program. The program does not depend on that library.
///
/// ```swift
/// CommandProgram(world, prompt: .readline).main()
/// ```
public struct InteractivePrompt: Sendable {
  /// Runs a session on the terminal until the user leaves, the session ends or a signal arrives, and restores the
  /// terminal.
  public let run: @Sendable (PromptSession) -> PromptEnding
  /// Shows a text on the terminal, wrapped to the window, while no session runs.
  public let say: @Sendable (String) -> Void
  /// Returns the paragraph about the prompt in the help of a program with this name; empty for none.
  public let help: @Sendable (_ program: String) -> String

  /// Creates a prompt.
  public init(
    run: @escaping @Sendable (PromptSession) -> PromptEnding,
    say: @escaping @Sendable (String) -> Void,
    help: @escaping @Sendable (_ program: String) -> String = { _ in "" }
  ) {
    self.run = run
    self.say = say
    self.help = help
  }
}

/// A program's session for a prompt, with its hooks and sources.
public struct PromptSession {
  /// The program's name, for its history and a user's settings.
  public var program: String
  /// The session that runs the user's lines.
  public var session: any Session
  /// The hooks that the program runs before and after each line, the outermost first.
  public var hooks: [any LineHook]
  /// A Boolean value that indicates whether the prompt uses colour.
  public var isColoured: Bool
  /// The other sources that the prompt listens to.
  public var sources: PromptSources
  /// A Boolean value that indicates whether the output of a line is shown while the line runs. Otherwise, it is shown
  /// when the line has ended.
  public var streams: Bool
  /// The program's services for the prompt.
  public var host: (any PromptHost)?

  /// Creates a session for a prompt.
  public init(
    program: String, session: any Session, hooks: [any LineHook] = [], isColoured: Bool,
    sources: PromptSources, streams: Bool = true, host: (any PromptHost)? = nil
  ) {
    self.streams = streams
    self.hooks = hooks
    self.host = host
    self.program = program
    self.session = session
    self.isColoured = isColoured
    self.sources = sources
  }
}

/// The reason why a prompt ended.
public enum PromptEnding: Sendable, Equatable {
  /// The session asked to end.
  case quit
  /// Ctrl-D on an empty line.
  case endOfInput
  /// A signal arrived that ends the process, or the terminal was closed, which counts as SIGHUP. The program must save
  /// its data and exit with 128 plus the signal's number. From now on, the process ignores this signal.
  case signal(Int32)
  /// Another prompt runs in this process, or the process has no descriptor left.
  case unavailable
}
