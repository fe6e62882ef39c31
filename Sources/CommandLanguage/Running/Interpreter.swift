import Synchronization

/// Runs prepared commands over a world; a session owns one, and the host's commands may ask it to
/// evaluate or run what they kept.
public final class Interpreter {
  /// The remaining resources of the command line; hosts charge their own loops to it.
  public let budget: Budget
  /// The limits of the command lines to come; `set` changes them, within `Limits.named`.
  public var limits: Limits {
    get { budget.limits }
    set { budget.limits = newValue }
  }

  /// Called when a command line begins, with its text where it was typed, before anything of it runs.
  public var onLineBegin: ((_ text: [UInt8]) -> Void)? {
    get { lineBegin }
    set { lineBegin = newValue }
  }
  /// Called when a command line has ended, whether it failed or not.
  public var onLineEnd: (() -> Void)? {
    get { lineEnd }
    set { lineEnd = newValue }
  }
  /// Called when the session ends, while its world is still there: whoever keeps the interpreter lets go of it.
  public var onEnd: (() -> Void)?

  // Private storage: access from other modules would be checked for exclusivity.
  private var lineBegin: ((_ text: [UInt8]) -> Void)?
  private var lineEnd: (() -> Void)?
  /// A number that no other interpreter of the program has or had: lines may outlive the one that bound their names.
  let identity = lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
  private static let lastIdentity = Atomic<UInt64>(0)
  let language: Language
  unowned let host: any CommandHost
  /// The output that the host prints to as well.
  public let output: OutputBuffer
  let kinds: [BoundKind]
  var files: (any SessionFiles)?
  var renderer = DiagnosticRenderer()
  /// A Boolean value that indicates whether diagnostics are printed; if not, only their subjects are noted.
  var printsDiagnostics = true
  /// Returns the text of `help`, which needs more than the interpreter.
  var helpText: (String?) -> String? = { _ in nil }
  private var parts: [AnyObject] = []
  /// The settings that `set` changed, in that order.
  var changedSettings: [String] = []
  /// The errors that messages may tell of.
  var errors: [any CatalogedError.Type] = []
  var helpNames: () -> [Completions.Candidate] = { [] }

  /// By the command's index: whether it is forbidden, or something of it has not been used yet.
  var marks: [CommandMarks]
  private(set) var hasMarks = false
  /// The place where commands marked as forbidden may not run.
  private(set) var restriction: String?
  /// The limits when commands were restricted: `set` goes no higher from then on.
  private(set) var ceilings: Limits?
  /// The limit that the last command line reached, if it did.
  var reachedLimit: String?
  /// The error of the last command line, if it failed.
  var lastError: (any Error)?
  /// The explanation of the last error.
  var lastFailure: Explanation? { lastError.map { Explanation(of: $0) } }
  /// A Boolean value that indicates whether the last command line could not be read, or used an unknown name.
  var isUnresolved = false
  /// A Boolean value that indicates whether an expectation of the last command line failed.
  var failedCheck = false
  /// Notes what is used; only a session that was asked to has it.
  var usage: UsageTally?

  // What a script can make.
  var symbols = Symbols()
  var globals: [Value?] = []
  /// The values of variables of the session that were captured and are theirs still, by the variables' places.
  var capturedGlobals: [Int: CapturedValue] = [:]
  var definitions: [Definition?] = []
  /// The number of times that a variable or a definition of the session was set.
  var declarationCount = 0
  /// The local variables of all that runs; those from `base` on are visible.
  var stack: [Value?] = []
  var base = 0
  /// The value of the last `return`.
  var returned: Value?
  /// A Boolean value that indicates whether the last `if` outside of blocks took none of its branches; `nil` after
  /// another statement.
  var lastBranch: Bool?

  /// The comment above the text that runs, and its first statement.
  var comment = ""
  var firstStatement: Int32 = -1
  /// One for each command that runs inside another, and the outermost one's.
  var readers: [ArgumentReader] = []
  var firstReader: ArgumentReader?
  var activeReaders = 0
  let boundCalls = BoundCalls()
  /// The number of loops around the statement that runs.
  var loops = 0
  private var cursors: [RowCursor?]
  var row: RowScope?
  /// A Boolean value that indicates whether the evaluated text captured its variables, and reads none of the
  /// session's.
  var isClosed = false
  /// The rows of the selections around the one that runs, the outermost first.
  var enclosingRows: [RowScope] = []

  /// The row that a selection's parts are about.
  final class RowScope {
    let cursor: RowCursor?
    /// The kind's index, or -1 for what is no object.
    let kind: Int
    /// `nil` for a model that a host hands in.
    var element: Value?
    /// The values that are the same for all tested rows.
    var shared: SharedValues?

    init(cursor: RowCursor?, kind: Int, element: Value?, shared: SharedValues?) {
      self.cursor = cursor
      self.kind = kind
      self.element = element
      self.shared = shared
    }
  }

  /// A definition made by `def`.
  struct Definition {
    var name: String
    var parameters: [DefinitionParameter]
    var program: Program
    var node: Int32
    var block: Int32
    var comment: String

    /// The memory of the text that it stands in, with its syntax.
    var memory: MemoryUse {
      var use = MemoryUse(bytes: 128 + comment.utf8.count)
      use.append(program, bytes: program.byteCount)
      return use
    }

    /// `grow BOX COUNT`
    var usage: String { ([name] + parameters.map { $0.name.uppercased() }).joined(separator: " ") }
  }

  /// The reasons why a command needs more than a plain run.
  struct CommandMarks: OptionSet {
    let rawValue: UInt8
    static let forbidden = CommandMarks(rawValue: 1)
    /// Something of it has not been used yet.
    static let noted = CommandMarks(rawValue: 2)
  }

  init(_ language: Language, _ host: any CommandHost) {
    self.language = language
    self.host = host
    kinds = language.kinds.indices.map { host.objects(ofKind: $0) }
    output = host.output
    budget = Budget(host.output)
    marks = Array(repeating: [], count: language.commands.count)
    cursors = Array(repeating: nil, count: language.kinds.count)
  }

  /// Marks commands that may not run from now on, besides those that are marked already.
  func restrict(in place: String, forbidding isForbidden: [Bool]) {
    restriction = place
    if ceilings == nil { ceilings = limits }
    for (index, isForbidden) in isForbidden.enumerated() where isForbidden { mark(index, .forbidden) }
  }

  func mark(_ command: Int, _ mark: CommandMarks) {
    var changed = marks
    marks = []
    changed[command].insert(mark)
    marks = changed
    hasMarks = true
  }

  /// Returns the object of a type that a library keeps in the session; makes it when it is first asked for.
  public func part<Part: AnyObject>(_ make: () -> Part) -> Part {
    for case let part as Part in parts { return part }
    let part = make()
    parts.append(part)
    return part
  }

  func cursor(_ kind: Int) -> RowCursor {
    if let cursor = cursors[kind] { return cursor }
    let cursor = kinds[kind].makeCursor()
    cursors[kind] = cursor
    return cursor
  }

  // MARK: Lines

  /// Runs `body` as a command line of its own, unless one is running.
  ///
  /// - Parameter printed: how many bytes the output holds already.
  func beginningLine(printed: Int, text: @autoclosure () -> [UInt8] = [], _ body: () throws -> Void) throws {
    if budget.isRunning { return try body() }
    budget.isRunning = true
    budget.begin()
    activeReaders = 0
    output.hasDropped = false
    output.end = printed &+ budget.outputMost
    defer {
      budget.isRunning = false
      output.end = .max
      output.hasDropped = false
    }
    lineBegin?(text())
    defer { lineEnd?() }
    try body()
    if output.hasDropped { throw outputLimit() }
  }

  /// Runs a command, once its names are bound, and prints what is wrong.
  func run(_ command: PreparedLine, printed: Int) -> Outcome {
    if command.resolvedFor == identity { return runResolved(command, printed) }
    if command.resolvedFor == nil { return runResolved(prepare(command), printed) }
    var lexer = Lexer(language.grammar)
    let read = CommandReader.read(command.text, &lexer, language.grammar, limits)
    return runResolved(prepare(read), printed)
  }

  private func runResolved(_ command: PreparedLine, _ printed: Int) -> Outcome {
    guard command.isSound else {
      isUnresolved = true
      report(command.diagnostics, about: command.text)
      return .failed
    }
    do {
      try beginningLine(printed: printed, text: command.text) { try runStatements(of: command) }
      return .done
    } catch {
      return end(with: error)
    }
  }

  /// Runs the statements of a text that has been resolved, outside of any definition.
  func runStatements(of command: PreparedLine) throws {
    let program = command.program
    let first = program[command.root].first
    firstStatement = command.comment.isEmpty ? -1 : first
    if firstStatement >= 0 { comment = command.comment }
    let outerRow = row
    row = nil
    defer { row = outerRow }
    guard program.frameSize > 0 else { return try runStatements(program, first) }
    let outerBase = base
    base = stack.count
    stack.append(contentsOf: repeatElement(nil, count: program.frameSize))
    defer {
      dropFrame()
      base = outerBase
    }
    try runStatements(program, first)
  }

  private func runStatements(_ program: Program, _ first: Int32) throws {
    let pending = lastBranch
    lastBranch = nil
    _ = try execute(program, from: first, pending: pending)
    noteLastBranch(program, first)
  }

  /// Forgets the visible local variables.
  func dropFrame() {
    var bytes = 0
    for place in base..<stack.count { bytes += stack[place]?.byteCount ?? 0 }
    budget.release(bytes)
    stack.removeSubrange(base...)
  }

  /// Prints the error that ends a command line, and returns the outcome.
  func end(with error: any Error) -> Outcome {
    if !explainsFailures, let error = error as? any CatalogedError {
      lastError = error
      reachedLimit = error.limit ?? reachedLimit
      return .failed
    }
    if error is Quit { return .quit }
    report(failure(of: error))
    isUnresolved = lastFailure?.isUnknownName ?? false
    return .failed
  }

  func outputLimit() -> LanguageError { .reached(.output(limits.output)) }
}

extension Interpreter: KnownNames {
  func isSet(_ variable: Int) -> Bool { variable < globals.count && globals[variable] != nil }

  func parameters(of definition: Int) -> [DefinitionParameter]? {
    definition < definitions.count ? definitions[definition]?.parameters : nil
  }

  var variableNames: [String] {
    symbols.variableNames.indices.filter(isSet).map { symbols.variableNames[$0] }
  }

  var definitionNames: [String] { definitions.compactMap { $0?.name } }
}
