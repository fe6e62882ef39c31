public import CommandLanguage
public import TerminalText

/// The prompt: a person's lines go to a session, and what it prints goes to the terminal.
///
/// One `poll(2)` loop waits for keys, for signals and for whatever else the host wants heard, and does
/// everything on the calling thread. Use it only where `Terminal.isInteractive()` says so.
public final class Prompt {
  /// What is shown where a command begins, and where it goes on.
  public struct Marks: Sendable {
    public var command = "> "
    public var continuation = ". "
    public init() {}
  }

  public var marks = Marks()
  /// The name by which a person's inputrc may tell this program from others.
  public var applicationName: String

  let session: any Session
  let painter: Painter
  var history: History
  let sources: PromptSources
  var open = OpenCommand()

  /// - Parameters:
  ///   - applicationName: what an inputrc may call the program.
  ///   - sources: what is listened to besides the keyboard.
  public init(
    session: any Session, applicationName: String = "prompt", history: History = .off,
    painter: Painter = .plain, sources: PromptSources = PromptSources()
  ) {
    self.session = session
    self.applicationName = applicationName
    self.history = history
    self.painter = painter
    self.sources = sources
  }
}
