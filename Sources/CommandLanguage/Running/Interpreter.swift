import Synchronization

/// An interpreter that runs prepared commands on a host. The host's commands use it to evaluate and run captured
/// syntax.
public final class Interpreter {
  /// The remaining resources of the command line; hosts charge their own loops to it.
  public let budget: Budget
  /// The limits of future command lines; `set` changes them, within `Limits.named`.
  public var limits: Limits {
    get { budget.limits }
    set { budget.limits = newValue }
  }

  /// A closure that is called with the text of a command line before the line runs; the text is empty if the line was
  /// not typed.
  public var onLineBegin: ((_ text: [UInt8]) -> Void)? {
    get { lineBegin }
    set { lineBegin = newValue }
  }
  /// A closure that is called when a command line has ended, even if it failed.
  public var onLineEnd: (() -> Void)? {
    get { lineEnd }
    set { lineEnd = newValue }
  }
  /// A closure that is called when the session ends, while the host still exists. It must release references to the
  /// interpreter.
  public var onEnd: (() -> Void)?
  /// A closure that is called when a definition is called, whose result depends on definitions and global variables.
  public var onDeclarationRead: (() -> Void)?
  /// A closure that is called when a definition or a global variable was set.
  public var onDeclarationChange: (() -> Void)? {
    get { variables.onChange }
    set { variables.onChange = newValue }
  }

  // The storage is private because access from other modules would need exclusivity checks.
  private var lineBegin: ((_ text: [UInt8]) -> Void)?
  private var lineEnd: (() -> Void)?
  /// The identity of the variables and definitions with which a line's names are resolved. A reset changes it if a line
  /// used a variable or a definition; lines that were resolved before are then resolved again.
  private(set) var identity: UInt64
  private static let lastIdentity = Atomic<UInt64>(0)
  let language: Language
  unowned let host: any CommandHost
  /// The output, to which the host also prints.
  public let output: OutputBuffer
  let kinds: [BoundKind]
  var files: (any SessionFiles)?
  let variables: Variables
  let operations: ValueOperations
  let evaluator: Evaluator
  let printer: ValuePrinter
  private(set) lazy var executor = StatementExecutor(self, evaluator)
  var renderer = DiagnosticRenderer()
  /// A Boolean value that indicates whether diagnostics are printed; if not, errors are only recorded.
  var printsDiagnostics = true {
    didSet { evaluator.suggestsNames = printsDiagnostics }
  }
  private var parts: [AnyObject] = []
  private(set) lazy var settings = SessionSettings(self)

  /// The forbidden commands, by index; empty if all are allowed.
  private var forbidden: [Bool] = []
  private(set) var restriction: String?
  /// The limits when commands were restricted, above which `set` cannot raise them.
  private(set) var ceilings: Limits?
  var reachedLimit: String?
  var lastError: (any Error)?
  var lastFailure: Explanation? { lastError.map { Explanation(of: $0) } }
  var failedCheck = false
  private(set) var usage: UsageRecorder?

  init(_ language: Language, _ host: any CommandHost) {
    identity = Self.newIdentity()
    self.language = language
    self.host = host
    kinds = language.kinds.indices.map { host.objects(ofKind: $0) }
    output = host.output
    budget = Budget(host.output)
    variables = Variables(budget)
    operations = ValueOperations(language, host, kinds, budget)
    evaluator = Evaluator(language, host, operations, variables)
    printer = ValuePrinter(operations, output)
    evaluator.executor = executor
  }

  private static func newIdentity() -> UInt64 { lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns the interpreter to its state after its creation, before it was attached to a host.
  ///
  /// Tests of selections, and expressions that belong to the host, remain valid.
  func reset() {
    if !variables.symbols.isEmpty { identity = Self.newIdentity() }
    budget.reset()
    variables.reset()
    operations.reset()
    evaluator.reset()
    executor.reset()
    settings = SessionSettings(self)
    (lineBegin, lineEnd, onEnd, onDeclarationRead, files, usage, parts) = (nil, nil, nil, nil, nil, nil, [])
    (renderer, printsDiagnostics) = (DiagnosticRenderer(), true)
    (forbidden, restriction, ceilings) = ([], nil, nil)
    (reachedLimit, lastError, failedCheck) = (nil, nil, false)
  }

  /// Forbids commands, in addition to those already forbidden.
  func restrict(in context: String, forbidding isForbidden: [Bool]) {
    restriction = context
    if ceilings == nil { ceilings = limits }
    forbidden = forbidden.isEmpty ? isForbidden : zip(forbidden, isForbidden).map { $0 || $1 }
  }

  func isForbidden(_ command: Int) -> Bool { !forbidden.isEmpty && forbidden[command] }

  /// Returns the object of type `Part` that a library stores in the session, created by `make` on first use.
  public func part<Part: AnyObject>(_ make: () -> Part) -> Part {
    for case let part as Part in parts { return part }
    let part = make()
    parts.append(part)
    return part
  }

  // MARK: Lines

  /// Runs `body` as a command line, or as part of the running command line.
  ///
  /// - Parameter printed: the number of bytes that the output already contains.
  func beginningLine(printed: Int, text: @autoclosure () -> [UInt8] = [], _ body: () throws -> Void) throws {
    if budget.isRunning { return try body() }
    budget.isRunning = true
    budget.begin()
    executor.begin()
    (output.hasDropped, output.fittingExcess) = (false, 0)
    output.end = printed &+ limits.output
    defer {
      budget.isRunning = false
      output.end = .max
      output.hasDropped = false
    }
    lineBegin?(text())
    defer { lineEnd?() }
    try body()
    if output.hasDropped { throw LanguageError.reached(.output(limits.output)) }
  }

  func run(_ command: PreparedLine, printed: Int) -> Outcome {
    if command.resolvedFor == identity { return runResolved(command, printed) }
    if command.resolvedFor == nil { return runResolved(prepare(command), printed) }
    return runResolved(prepare(CommandReader.read(command.text, language.grammar, limits)), printed)
  }

  private func runResolved(_ command: PreparedLine, _ printed: Int) -> Outcome {
    guard command.isSound else {
      report(command.diagnostics, about: command.text)
      return .failed
    }
    do {
      try beginningLine(printed: printed, text: command.title) { try executor.run(command) }
      return .done
    } catch {
      return end(with: error)
    }
  }

  func end(with error: any Error) -> Outcome {
    if !explainsFailures, let error = error as? any CatalogedError {
      lastError = error
      reachedLimit = error.limit ?? reachedLimit
      return .failed
    }
    if error is Quit { return .quit }
    report(failure(of: error))
    return .failed
  }

  // MARK: Reporting

  /// Returns an error as a failure with its location; if there is no location, no line is shown.
  func failure(of error: any Error) -> CommandFailure {
    if let failure = error as? CommandFailure { return failure }
    return CommandFailure(Diagnostic(Explanation(of: error), at: 0..<0), about: [])
  }

  /// A Boolean value that indicates whether the explanations of failures are printed or recorded.
  var explainsFailures: Bool { printsDiagnostics || usage != nil }

  func report(_ failure: CommandFailure) { report([failure.diagnostic], about: failure.text) }

  /// Prints diagnostics, even if the output of the line is full.
  func report(_ diagnostics: [Diagnostic], about text: [UInt8]) {
    lastError = diagnostics.first?.explanation
    if let limit = diagnostics.lazy.compactMap(\.explanation.limit).last { reachedLimit = limit }
    if diagnostics.contains(where: \.explanation.isFailedCheck) { failedCheck = true }
    usage?.note(diagnostics)
    guard printsDiagnostics else { return }
    let (end, hasDropped) = (output.end, output.hasDropped)
    (output.end, output.hasDropped) = (.max, false)
    defer { (output.end, output.hasDropped) = (end, hasDropped) }
    output.write(diagnostics, about: text) { width in
      Array(renderer.fitted(into: width).render(diagnostics, in: text).utf8)
    }
  }

  /// Records that a check of the host failed although the line succeeded, so that no recording accepts the line's
  /// output.
  public func noteFailedCheck() { failedCheck = true }

  /// Prints an error that `evaluate`, `ids` or `run` threw, like the error of a command.
  public func report(_ error: any Error) {
    if error is Quit { return }
    report(failure(of: error))
  }

  /// Returns a value as printed, with control, bidi and line-break characters escaped, within the output limit.
  public func show(_ value: Value) -> String { operations.show(value) }

  /// Returns the name under which the world declares a value; `nil` if there is none.
  public func rootName(of value: Value) -> String? {
    language.roots.first { $0.read(host) == value }?.name
  }

  // MARK: Usage

  func noteUsage() { usage = UsageRecorder() }

  func noteUse(_ program: Program, _ index: Int32, _ node: Node) {
    guard let usage else { return }
    let parameters = language.commands[node.payload].parameters
    var options: [String] = []
    var positionalCount = 0
    for child in program.children(of: index) {
      if program[child].kind == .option {
        options.append(program.text(program[child].nameRange))
      } else {
        positionalCount += 1
      }
    }
    var given: [Int] = []
    for position in parameters.indices {
      if let option = parameters[position].option {
        if options.contains(option) { given.append(position) }
      } else if positionalCount > 0 {
        positionalCount -= 1
        given.append(position)
      }
    }
    usage.use(node.payload, parameters: given)
  }
}
