/// A runner of a script that arrives in chunks of bytes.
///
///     var script = ScriptRunner(session, name: "orders.txt")
///     while let chunk = read() { if script.feed(chunk, into: &output) != .done { break } }
///     let outcome = script.finish(into: &output)
///
/// By default, a script is read to its end and checked before its first command runs. If it has syntax errors, unknown
/// commands or wrong numbers of arguments, all are reported and nothing runs, unless the runner keeps going. With
/// `runsAsItComes`, for example for typed input, each command runs as soon as it has been read.
///
/// After a failed command, the runner prints its location (`  at orders.txt:12`) and stops, unless it keeps going.
public struct ScriptRunner {
  private let session: any Session
  private let hooks: [any LineHook]
  private let name: String
  private let keepsGoing: Bool
  private let runsAsItComes: Bool
  private var reader: CommandReader?
  private var commands: [PreparedLine] = []
  private var state = State.running
  private var hasFailed = false
  private let afterLine: (_ output: inout [UInt8], _ plain: [Range<Int>], _ errors: [Range<Int>]) -> Bool

  private enum State { case running, stopped, quit, ended }

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - session: runs the commands.
  ///   - hooks: the hooks that are called for each command.
  ///   - name: the script's name in messages.
  ///   - keepsGoing: whether the runner continues after a failed command.
  ///   - runsAsItComes: whether each command runs as soon as it has been read.
  ///   - returnsComments: whether lines that contain only a comment are run too, for a hook that records them.
  ///   - afterLine: called after each line with the output, from which it may remove bytes that it has shown, and with
  ///     the ranges of free text and of error messages that the line added. If it returns `false`, nothing more runs.
  public init(
    _ session: any Session, hooks: [any LineHook] = [], name: String, keepsGoing: Bool = false,
    runsAsItComes: Bool = false, returnsComments: Bool = false,
    afterLine: @escaping (_ output: inout [UInt8], _ plain: [Range<Int>], _ errors: [Range<Int>]) -> Bool = {
      _, _, _ in true
    }
  ) {
    self.afterLine = afterLine
    self.session = session
    self.hooks = hooks
    self.name = name
    self.keepsGoing = keepsGoing
    self.runsAsItComes = runsAsItComes
    reader = session.makeReader()
    reader?.readsAhead = !runsAsItComes
    reader?.returnsComments = returnsComments
  }

  /// Reads the next bytes of the script and appends any output to `output`.
  ///
  /// - Returns: `done` if the runner accepts more bytes; `quit` or `failed` if it has stopped.
  public mutating func feed(_ chunk: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    if state == .running {
      reader?.feed(chunk)
      readOn(&output)
    }
    return outcome(isEnd: false)
  }

  /// Ends the script: runs the remaining commands and returns the outcome of the whole script.
  public mutating func finish(into output: inout [UInt8]) -> Outcome {
    reader?.finish()
    if state == .running { readOn(&output) }
    if !runsAsItComes { runAll(&output) }
    return outcome(isEnd: true)
  }

  private func outcome(isEnd: Bool) -> Outcome {
    switch state {
    case .quit: hasFailed ? .failed : .quit
    case .stopped, .ended: .failed
    case .running: isEnd && hasFailed ? .failed : .done
    }
  }

  private mutating func readOn(_ output: inout [UInt8]) {
    while state == .running, let command = reader?.next() {
      if !runsAsItComes {
        commands.append(command)
      } else {
        for prepared in session.prepare([command]) { run(prepared, &output) }
      }
    }
  }

  private mutating func runAll(_ output: inout [UInt8]) {
    var read: [PreparedLine] = []
    swap(&read, &commands)
    let prepared = session.prepare(read)
    let isSound = prepared.allSatisfy(\.isSound)
    for command in prepared where state == .running {
      // If the text has errors, only the commands with errors run, to report them.
      if isSound || keepsGoing || !command.isSound { run(command, &output) }
      if !isSound, !keepsGoing, state == .stopped { state = .running }
    }
    if !isSound, !keepsGoing, state == .running { state = .stopped }
  }

  private mutating func run(_ command: PreparedLine, _ output: inout [UInt8]) {
    let outcome = session.run(command, into: &output, hooks: hooks)
    var errors = session.errorRanges
    switch outcome {
    case .done: break
    case .quit: state = .quit
    case .failed:
      hasFailed = true
      let start = output.count
      output.append(contentsOf: (DiagnosticRenderer.location(name, command.line) + "\n").utf8)
      errors.append(start..<output.count)
      if !keepsGoing { state = .stopped }
    }
    if !afterLine(&output, session.plainRanges, errors) { state = .ended }
  }
}
