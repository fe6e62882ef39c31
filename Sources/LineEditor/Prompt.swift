public import CommandLanguage

/// The prompt: a person's lines go to a session, and what it prints goes to the terminal.
///
/// One `poll(2)` loop waits for keys, for signals and for whatever else the host wants heard, and does
/// everything on the calling thread. Use it only where `Terminal.isInteractive()` says so.
public final class Prompt {
  /// Why the prompt ended.
  public enum Ending: Sendable, Equatable {
    /// The session asked to end.
    case quit
    /// Ctrl-D on an empty line, or a terminal that is gone.
    case endOfInput
    /// A signal that ends a process came: what is left to do is to put things away and exit with
    /// 128 plus its number.
    case signal(Int32)
    /// Another prompt runs in this process, or the process has no descriptor left.
    case unavailable
  }

  /// What is shown where a command begins, and where it goes on.
  public struct Marks: Sendable {
    public var command = "> "
    public var continuation = ". "
    public init() {}
  }

  public var marks = Marks()
  /// The name by which a person's inputrc may tell this program from others.
  public var applicationName = "warroom"

  let session: any Session
  let painter: Painter
  var history: History
  var sources: [Source] = []
  var open = OpenCommand()

  public init(session: any Session, history: History = .off, painter: Painter = .plain) {
    self.session = session
    self.history = history
    self.painter = painter
  }

  /// Listens to one more source; from inside a command too.
  public func add(_ source: Source) {
    sources.append(source)
  }

  /// Listens no more to the sources with this descriptor.
  public func remove(descriptor: Int32) {
    sources.removeAll { $0.descriptor == descriptor }
  }
}
