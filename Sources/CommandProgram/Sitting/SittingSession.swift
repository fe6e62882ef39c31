import CommandLanguage

/// A prompt's session: it prints besides what a person wants to know and no record keeps.
final class SittingSession<World: ProgramWorld>: SessionWrapper {
  private let session: CommandSession<World.Host>
  private unowned let host: SittingHost<World>

  /// - Parameters:
  ///   - base: runs a command and keeps it.
  ///   - session: the session behind it.
  init(_ base: any Session, _ session: CommandSession<World.Host>, _ host: SittingHost<World>) {
    self.session = session
    self.host = host
    super.init(base)
  }

  override func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    let statements = session.outline(of: command)
    let start = output.count
    let outcome = base.run(command, into: &output)
    // A mistake may be a part of the lesson.
    defer { output += host.lessonText(after: command.indices.map { command[$0] }).utf8 }
    guard outcome == .done else { return outcome }
    if statements.count == 1, statements[0].command == "expect", output.count == start {
      output += "as expected\n".utf8
    }
    return outcome
  }
}
