import CommandLanguage

/// A prompt's session that lets a line about a program reach it: `feed -- PROGRAM`, `feed off` and `feed`, each
/// alone on its line.
final class FeedSession: Session {
  private let recorded: any Session
  private let outline: (Span<UInt8>) -> [StatementOutline]
  private unowned let feeds: FeedRunner

  /// - Parameters:
  ///   - recorded: runs a command and keeps it.
  ///   - outline: tells the statements of a line.
  init(
    recorded: any Session, outline: @escaping (Span<UInt8>) -> [StatementOutline], feeds: FeedRunner
  ) {
    self.recorded = recorded
    self.outline = outline
    self.feeds = feeds
  }

  func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    feeds.isTyped = isAboutProgram(command)
    defer {
      if !feeds.isTyped { feeds.catchUp(&output) }
      feeds.isTyped = false
    }
    return recorded.run(command, into: &output)
  }

  func completeness(of text: Span<UInt8>) -> Completeness { recorded.completeness(of: text) }

  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    recorded.completions(of: text, at: cursor)
  }

  var isInterrupted: () -> Bool {
    get { recorded.isInterrupted }
    set { recorded.isInterrupted = newValue }
  }

  func makeReader() -> CommandReader? { recorded.makeReader() }

  func singleCommand(in text: Span<UInt8>) -> [String]? { recorded.singleCommand(in: text) }

  private func isAboutProgram(_ command: Span<UInt8>) -> Bool {
    let statements = outline(command)
    return statements.count == 1 && statements[0].isAboutFeedProgram
  }
}
