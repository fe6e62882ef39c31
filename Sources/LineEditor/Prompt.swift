public import CommandLanguage
public import Prompting
public import TerminalText

/// The prompt: a person's lines go to a session, and what it prints goes to the terminal.
///
/// One `poll(2)` loop waits for keys, for signals and for whatever else the host wants heard, and does
/// everything on the calling thread. Use it only where `Terminal.isInteractive()` says so.
public final class Prompt {
  /// The marks before a command and before its further lines.
  public struct Marks: Sendable {
    /// Begins the first line of a command.
    public var command = "> "
    /// Begins each further line of an open command.
    public var continuation = ". "
    /// The marks of scenario files: `> ` and `. `.
    public init() {}
  }

  /// The marks before the lines that are typed.
  public var marks = Marks()
  /// The name by which a person's inputrc may tell this program from others.
  public var applicationName: String

  let session: any Session
  let hooks: [any LineHook]
  let painter: Painter
  var history: History
  let sources: PromptSources
  let host: any PromptHost
  let streams: Bool
  let clock: () -> UInt64
  /// A Boolean value that indicates whether some of the running command's output was left out, as Ctrl-C stopped its writing.
  var hasLeftOut = false
  var open = OpenCommand()
  /// The texts that were entered or loaded and have not run yet.
  var waiting: ArraySlice<WaitingText> = []
  /// The output of commands that are not durable yet, in order.
  var held = HeldOutput()
  /// The entries of earlier sessions and of this one, the oldest first.
  var entries: [[UInt8]] = []

  /// A prompt for the commands of a session.
  ///
  /// - Parameters:
  ///   - session: runs the commands, completes them, and says when one is whole.
  ///   - hooks: take part in each command, the outermost first.
  ///   - applicationName: what an inputrc may call the program.
  ///   - history: where lines typed earlier are kept.
  ///   - painter: colours what the session prints.
  ///   - sources: what is listened to besides the keyboard.
  ///   - streams: whether a command's output is shown while it runs, and not only when it has ended.
  ///   - clock: returns nanoseconds since some moment.
  ///   - host: what the prompt asks besides running commands; held as long as the prompt is.
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
    self.host = host ?? SessionAlone()
  }
}

/// Lines that are to be run.
struct WaitingText {
  var text: [UInt8]
  /// A Boolean value that indicates whether the person typed the commands, and so already sees them.
  var isTyped: Bool
}

/// The output of commands until it may be shown, a piece for each.
struct HeldOutput {
  private var pieces: [OutputPiece] = []
  private(set) var byteCount = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: OutputPiece) {
    if piece.text.isEmpty { return }
    pieces.append(piece)
    byteCount += piece.text.count
  }

  /// Removes all pieces and returns them in order.
  mutating func takeAll() -> [OutputPiece] {
    defer { self = HeldOutput() }
    return pieces
  }
}

/// Asks nothing of anybody.
private final class SessionAlone: PromptHost {}
