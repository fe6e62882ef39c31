/// A session around another one, to which it passes everything on; a subclass overrides what it does besides.
open class SessionWrapper: ScriptSession {
  /// The session that is asked.
  public let base: any Session

  /// A session around `base`.
  public init(_ base: any Session) { self.base = base }

  open func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    base.run(command, into: &output)
  }

  /// Runs a prepared command; a base that cannot runs its text.
  open func run(_ command: PreparedCommand, into output: inout [UInt8]) -> Outcome {
    guard let base = base as? any ScriptSession else { return base.run(command.text.span, into: &output) }
    return base.run(command, into: &output)
  }

  /// What the base makes of the commands; a base that cannot prepare finds nothing wrong.
  public func prepare(_ commands: consuming [PreparedCommand]) -> [PreparedCommand] {
    let commands = commands
    return (base as? any ScriptSession)?.prepare(commands) ?? commands
  }

  public func completeness(of text: Span<UInt8>) -> Completeness { base.completeness(of: text) }

  open func makeReader() -> CommandReader? { base.makeReader() }

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    base.completions(of: text, at: cursor)
  }

  public var plainRanges: [Range<Int>] { base.plainRanges }

  public var errorRanges: [Range<Int>] { base.errorRanges }

  public func highlights(of text: Span<UInt8>) -> [Highlight] { base.highlights(of: text) }

  public func hint(of text: Span<UInt8>, at cursor: Int) -> String? { base.hint(of: text, at: cursor) }

  public func suggestion(of text: Span<UInt8>, at cursor: Int) -> String? {
    base.suggestion(of: text, at: cursor)
  }

  public var width: Int? {
    get { base.width }
    set { base.width = newValue }
  }

  public func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] { base.unfitted(output, from: start) }

  open var isInterrupted: () -> Bool {
    get { base.isInterrupted }
    set { base.isInterrupted = newValue }
  }
}
