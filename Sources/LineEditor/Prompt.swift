public import CommandLanguage
public import Prompting
public import TerminalText

/// An interactive prompt, which passes typed lines to a session and shows its output on the terminal.
///
/// One `poll(2)` loop on the calling thread waits for keys, for signals and for the sources of the host. Use a prompt
/// only if `Terminal.isInteractive()` returns `true`.
public final class Prompt {
  /// The marks before a command and before its further lines.
  public struct Marks: Sendable {
    /// The mark before the first line of a command.
    public var command = "> "
    /// The mark before each further line of a command.
    public var continuation = ". "
    /// Creates the marks of scenario files: `> ` and `. `.
    public init() {}
  }

  /// The marks before the lines that are typed.
  public var marks = Marks()
  /// The program's name for `$if` in a user's inputrc.
  public var applicationName: String

  let session: any Session
  let hooks: [any LineHook]
  let painter: Painter
  var history: History
  let sources: PromptSources
  let host: any PromptHost
  let streams: Bool
  let clock: () -> UInt64
  /// A Boolean value that indicates whether output of the running command was left out because of Ctrl-C.
  var hasLeftOut = false
  var open = OpenCommand()
  /// The entered or loaded texts that have not run yet.
  var waiting: ArraySlice<WaitingText> = []
  /// The held-back output of commands that are not durable yet, in order.
  var held = HeldOutput()
  /// The history entries of earlier sessions and of this one, oldest first.
  var entries: [[UInt8]] = []

  /// Creates a prompt for a session.
  ///
  /// - Parameters:
  ///   - session: the session that runs and completes the commands.
  ///   - hooks: the hooks that run around each command, the outermost first.
  ///   - applicationName: the program's name for `$if` in an inputrc.
  ///   - history: the history of typed lines.
  ///   - painter: the painter that colours the session's output.
  ///   - sources: the sources to wait for besides the keyboard.
  ///   - streams: whether a command's output is shown while the command runs.
  ///   - clock: returns the nanoseconds of a monotonic clock.
  ///   - host: the program around the prompt, which the prompt retains.
  public init(
    session: any Session, hooks: [any LineHook] = [], applicationName: String = "prompt",
    history: History = .off, painter: Painter = .plain, sources: PromptSources = PromptSources(),
    streams: Bool = true, clock: @escaping () -> UInt64 = Terminal.nanoseconds,
    host: (any PromptHost)? = nil
  ) {
    self.session = session
    self.streams = streams
    self.clock = clock
    self.hooks = hooks
    self.applicationName = applicationName
    self.history = history
    self.painter = painter
    self.sources = sources
    self.host = host ?? DefaultPromptHost()
  }
}

/// Lines that have not run yet.
struct WaitingText {
  var text: [UInt8]
  /// A Boolean value that indicates whether the lines were typed, so that they are already on the screen.
  var isTyped: Bool
}

/// The output of commands that must not be shown yet, with one piece for each command.
struct HeldOutput {
  private var pieces: [OutputPiece] = []
  private(set) var byteCount = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: OutputPiece) {
    if piece.text.isEmpty { return }
    pieces.append(piece)
    byteCount += piece.text.count
  }

  mutating func takeAll() -> [OutputPiece] {
    defer { self = HeldOutput() }
    return pieces
  }
}

private final class DefaultPromptHost: PromptHost {}

extension InteractivePrompt {
  /// A prompt with GNU readline, and a history in the program's state folder. A binary that uses this prompt links GNU
  /// readline.
  public static let readline = InteractivePrompt { prompt in
    Prompt(
      session: prompt.session, hooks: prompt.hooks, applicationName: prompt.program,
      history: History(.standard(program: prompt.program)), painter: Painter(isOn: prompt.isColoured),
      sources: prompt.sources, streams: prompt.streams, host: prompt.host
    ).run()
  } say: { text in
    let columns = TerminalOutput.windowSize?.columns ?? 80
    TerminalOutput.write(WordWrap.wrapped(Array(text.utf8), to: columns))
  } help: { program in
    "\(HistoryLocation.variable(of: program)) sets the file of the prompt's history, or “off”."
  }
}

extension Painter {
  /// Returns the prompt's text in readline's format: escape codes are between `\001` and `\002`, so that readline does
  /// not count their columns.
  func prompt(_ text: String) -> String {
    guard isOn, !text.isEmpty else { return text }
    return "\u{1}\(Self.bold)\u{2}\(text)\u{1}\(Self.reset)\u{2}"
  }
}
