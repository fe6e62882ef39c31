import CommandLanguage

/// A prompt's session that lets a line about a program reach it: `feed -- PROGRAM`, `feed off` and `feed`, each
/// alone on its line.
final class FeedSession: SessionWrapper {
  private let outline: (Span<UInt8>) -> [StatementOutline]
  private unowned let feeds: FeedRunner

  /// - Parameters:
  ///   - recorded: runs a command and keeps it.
  ///   - outline: tells the statements of a line.
  init(
    recorded: any Session, outline: @escaping (Span<UInt8>) -> [StatementOutline], feeds: FeedRunner
  ) {
    self.outline = outline
    self.feeds = feeds
    super.init(recorded)
  }

  override func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    feeds.isTyped = isAboutProgram(command)
    defer {
      if !feeds.isTyped { feeds.catchUp(&output) }
      feeds.isTyped = false
    }
    return base.run(command, into: &output)
  }

  private func isAboutProgram(_ command: Span<UInt8>) -> Bool {
    let statements = outline(command)
    return statements.count == 1 && statements[0].isAboutFeedProgram
  }
}
