import TerminalText

/// A session that runs the commands of a table on a host.
public final class CommandSession: Session {
  /// The object that the commands act on.
  public let host: any CommandHost
  /// The commands, kinds, functions and settings that the session accepts.
  public let table: CommandTable
  /// The interpreter that evaluates and runs syntax that the host's commands captured, within the session's limits.
  public let interpreter: Interpreter
  let readCount = ReadCount()

  /// Creates a session that runs the commands of a table on a host.
  public init(_ host: any CommandHost, _ table: CommandTable) {
    self.host = host
    self.table = table
    interpreter = Interpreter(table.language, host)
    host.attach(interpreter)
  }

  /// Resets the session to its initial state for a seed, without restrictions, files, usage records, observers or other
  /// settings of a driver.
  ///
  /// This is cheaper than creating another session. Output, captured syntax and bindings from before the reset are
  /// invalid; lines that the session has read can be run again.
  ///
  /// - Parameter seed: the seed of random numbers; `nil` for the host's default.
  /// - Returns: `true` if the session was reset. If it returns `false`, the session must not be used any more, unless a
  ///   line was running.
  public func reset(seed: UInt64? = nil) -> Bool {
    if interpreter.budget.isRunning { return false }
    // The host's observers may evaluate conditions during the reset.
    interpreter.budget.begin()
    (observer, eventObserver) = (nil, nil)
    guard host.reset(seed: seed) else { return false }
    interpreter.reset()
    readCount.lines = 0
    host.attach(interpreter)
    return true
  }

  deinit { interpreter.onEnd?() }

  /// The files that `run` and library commands can access; `nil` if they may access none.
  public var files: (any SessionFiles)? {
    get { interpreter.files }
    set { interpreter.files = newValue }
  }

  public var plainRanges: [Range<Int>] { interpreter.output.plainRanges }

  public var errorRanges: [Range<Int>] { interpreter.output.errorRanges }

  public var isInterrupted: () -> Bool {
    get { interpreter.budget.isInterrupted }
    set { interpreter.budget.isInterrupted = newValue }
  }

  public var observer: ((RunningLine) -> Void)? {
    didSet { followRunningLines() }
  }

  /// The running line until its first event is sent. Work without a typed line is reported only if it has an event.
  private var pendingLine: SessionLine?

  public var eventObserver: ((SessionEvent) -> Void)? {
    didSet {
      followRunningLines()
      let isObserved = eventObserver != nil
      guard isObserved != interpreter.output.isObserved else { return }
      interpreter.output.observe(isObserved)
      host.recordEvents(isObserved)
      guard let eventObserver else { return }
      for event in host.initialEvents { eventObserver(event) }
    }
  }

  private func followRunningLines() {
    guard observer != nil || eventObserver != nil else { return interpreter.budget.onPulse = nil }
    interpreter.budget.onPulse = { [unowned self] in
      sendEvents(isEnd: false)
      let (output, budget) = (interpreter.output, interpreter.budget)
      observer?(
        RunningLine(
          output: output.storage, finalCount: output.finalCount, plainRanges: output.plainRanges,
          errorRanges: output.errorRanges, steps: budget.spentSteps, commands: budget.commands,
          isEnding: budget.wasInterrupted))
    }
  }

  /// Sends the line's events since the last call whose output can no longer be dropped.
  private func sendEvents(isEnd: Bool) {
    if eventObserver == nil { return }
    let events = interpreter.output.takeEvents(isEnd: isEnd)
    if !events.isEmpty { send(events) }
  }

  private func send(_ events: [SessionEvent]) {
    guard let eventObserver else { return }
    if let pendingLine {
      self.pendingLine = nil
      eventObserver(.lineBegan(pendingLine))
    }
    for event in events { eventObserver(event) }
  }

  public var wasInterrupted: Bool { interpreter.budget.wasInterrupted }

  public var isRepeatable: Bool { !wasInterrupted && interpreter.executor.isRepeatable }

  public var width: Int? {
    get { interpreter.output.width }
    set { interpreter.output.width = newValue }
  }

  public func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] {
    interpreter.output.unfitted(output, from: start)
  }

  /// The renderer of diagnostics.
  public var renderer: DiagnosticRenderer {
    get { interpreter.renderer }
    set { interpreter.renderer = newValue }
  }

  /// A Boolean value that indicates whether failed commands print diagnostics. A driver that needs only outcomes can
  /// turn this off to save the cost of the texts.
  public var printsDiagnostics: Bool {
    get { interpreter.printsDiagnostics }
    set { interpreter.printsDiagnostics = newValue }
  }

  /// The name of the limit that the last command line reached; `nil` if it reached none.
  public var reachedLimit: String? { interpreter.reachedLimit }

  /// The first failure of the last command line; `nil` if it succeeded.
  public var failure: Explanation? { interpreter.lastFailure }

  /// Sets a global variable, as `let` does, for example to pass a value to a script.
  public func setVariable(_ name: String, to value: Value) throws {
    try interpreter.variables.setGlobal(name, value)
  }

  // MARK: Reading

  public func makeReader() -> CommandReader? {
    CommandReader(table.language.grammar, { [interpreter] in interpreter.limits }, readCount)
  }

  public func completeness(of text: Span<UInt8>) -> Completeness {
    var lexer = Lexer(table.language.grammar)
    // A single-line string ends with its line, even if an interpolation in it is open.
    let lines = [UInt8](copying: text) + [0x0A]
    lexer.scan(lines.span, 0..<lines.count)
    return lexer.isOpen ? .open : .complete
  }

  /// The identity of the bindings in prepared lines, which remain prepared until it changes. A reset may change it.
  public var binding: UInt64 { interpreter.identity }

  public func prepare(_ lines: consuming [PreparedLine]) -> [PreparedLine] { interpreter.prepare(lines) }

  public func read(_ text: Span<UInt8>) -> PreparedLine {
    readCount.lines += 1
    return CommandReader.read([UInt8](copying: text), table.language.grammar, interpreter.limits)
  }

  // MARK: Running

  public func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome {
    let line = line.isParsed ? line : read(line.text.span)
    return runLine(into: &output, SessionLine(text: line.text, number: line.line)) { printed in
      interpreter.run(line, printed: printed)
    }
  }

  /// Runs `body` like a command line: within the limits, with its output in `output` and its errors as diagnostics.
  public func run(into output: inout [UInt8], _ body: () throws -> Void) -> Outcome {
    runLine(into: &output, SessionLine(text: [], number: nil)) { printed in
      do {
        try interpreter.beginningLine(printed: printed) { try body() }
        return .done
      } catch {
        return interpreter.end(with: error)
      }
    }
  }

  /// Redirects the output of `body` to `output`, and sends its events.
  private func runLine(
    into output: inout [UInt8], _ line: @autoclosure () -> SessionLine, _ body: (_ printed: Int) -> Outcome
  ) -> Outcome {
    clearLastLine()
    let buffer = interpreter.output
    let printed = output.count
    swap(&output, &buffer.storage)
    defer { swap(&output, &buffer.storage) }
    buffer.beginLine(at: printed)
    guard let eventObserver else { return body(printed) }
    let line = line()
    pendingLine = line
    if line.number != nil { send([]) }
    let outcome = body(printed)
    sendEvents(isEnd: true)
    if pendingLine != nil, outcome != .done { send([]) }
    if pendingLine == nil { eventObserver(.lineEnded(outcome)) }
    pendingLine = nil
    return outcome
  }

  private func clearLastLine() {
    interpreter.reachedLimit = nil
    interpreter.lastError = nil
    interpreter.failedCheck = false
    interpreter.executor.clearProgress()
    interpreter.budget.wasInterrupted = false
  }

  /// A Boolean value that indicates whether an expectation or an invariant failed in the last command line.
  public var failedCheck: Bool { interpreter.failedCheck }

  /// A Boolean value that indicates whether any command of the last line has begun to act. If none has, running the
  /// line again has no effect except to report its error.
  public var hasRun: Bool { interpreter.executor.hasRun }

  /// The lengths of the output after each completed statement of the last line that is not in a block.
  public var statementEnds: [Int] { interpreter.executor.statementEnds }

  /// Excludes a range of the last line's output from ``unfitted(_:from:)``.
  public func omit(_ range: Range<Int>) { interpreter.output.noteOmitted(range) }

  /// The number of times that a variable or a definition of the session was set.
  public var declarationCount: Int { interpreter.variables.declarationCount }

  /// A Boolean value that indicates whether the session has definitions.
  public var hasDefinitions: Bool { !interpreter.variables.definitionNames.isEmpty }

  // MARK: Completing

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    if text.count > interpreter.limits.line { return Completions(replaced: cursor..<cursor, candidates: []) }
    var completion = Completion(interpreter, [UInt8](copying: text), cursor)
    return completion.completions()
  }

  public func highlights(of text: Span<UInt8>) -> [Highlight] {
    if text.count > interpreter.limits.line { return [] }
    return Highlighter(interpreter, [UInt8](copying: text)).highlights()
  }

  public func hint(of text: Span<UInt8>, at cursor: Int) -> String? {
    if text.count > interpreter.limits.line { return nil }
    return Completion(interpreter, [UInt8](copying: text), cursor).hint
  }

  public func suggestion(of text: Span<UInt8>, at cursor: Int) -> String? {
    if text.count > interpreter.limits.line || cursor != text.count { return nil }
    var completion = Completion(interpreter, [UInt8](copying: text), cursor, listsNames: false)
    return completion.onlyContinuation()
  }

  // MARK: Restricting

  /// Restricts the session to the commands that `isAllowed` accepts. Any other command is an error: `“run” is not
  /// allowed in a replay`.
  ///
  /// A second restriction can only narrow the first. Limits can only be lowered from then on.
  public func restrict(in context: String, isAllowed: (CommandDescription) -> Bool) {
    restrict(to: table.restriction(in: context, isAllowed: isAllowed))
  }

  /// Applies a restriction that was computed once for its table. A restriction of another table forbids every command.
  public func restrict(to restriction: CommandRestriction) {
    guard restriction.table === table else {
      return restrict(in: restriction.context) { _ in false }
    }
    interpreter.restrict(in: restriction.context, forbidding: restriction.isForbidden)
  }
}

/// The commands of a table that are forbidden in some sessions, computed once for any number of sessions.
public struct CommandRestriction: Sendable {
  let table: CommandTable
  let context: String
  let isForbidden: [Bool]
}

extension CommandTable {
  /// Returns the restriction to the commands that `isAllowed` accepts.
  ///
  /// - Parameters:
  ///   - context: the context named in the message of a refused command: `a replay`.
  ///   - isAllowed: called once for each command.
  public func restriction(
    in context: String, isAllowed: (CommandDescription) -> Bool
  ) -> CommandRestriction {
    CommandRestriction(table: self, context: context, isForbidden: commands.map { !isAllowed($0) })
  }
}
