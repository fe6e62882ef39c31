/// The remaining resources of a command line: steps, bytes that it makes, the depth of the stack, and time.
///
/// All work for a line charges it, also the host's own loops: `try interpreter.budget.charge(rows)`. Nothing is
/// returned, and once it is spent each further charge fails, until the next line begins.
public final class Budget {
  /// The limits of the command lines to come.
  public var limits: Limits {
    get { bounds }
    set {
      bounds = newValue
      memory.limitBytes = newValue.memory
    }
  }
  /// The account of the memory that the session keeps from one command to the next.
  public let memory: MemoryAccount
  /// The bytes of stack that the thread has, of which a fraction is spent; half a megabyte is what the
  /// smallest threads have that are in use.
  public var stackBytes: Int {
    get { bounds.stackBytes }
    set { bounds.stackBytes = max(0, newValue) }
  }
  /// Asked from time to time; `true` ends the line with a diagnostic.
  public var isInterrupted: () -> Bool {
    get { asksForInterruption }
    set { asksForInterruption = newValue }
  }

  // Private storage: access from other modules would be checked for exclusivity.
  private var bounds = Limits()
  private var asksForInterruption: () -> Bool = { false }
  private let output: OutputBuffer
  /// Called from time to time while a line runs; `nil` where nobody watches.
  var onPulse: (() -> Void)?
  /// The commands that the line has begun.
  var commands = 0
  /// A Boolean value that indicates whether a command line is running.
  var isRunning = false
  /// Steps until somebody is asked, and those beyond.
  private var fuel = 0
  private var rest = 0
  /// The steps that the line had when it began.
  private var allowance = 0
  /// The reason why the line has to end.
  private var ending: LanguageError?
  /// A Boolean value that indicates whether somebody interrupted the last line.
  var wasInterrupted = false
  private var isOnCredit = false
  private var credit = 0
  private var stackLeft = 0
  private(set) var calls = 0
  /// The bytes that the running statements have made and not yet released.
  var made = 0

  init(_ output: OutputBuffer) {
    self.output = output
    memory = MemoryAccount(limit: bounds.memory)
  }

  /// Begins a command line, unless one runs.
  func beginUnlessRunning() {
    if !isRunning { begin() }
  }

  /// Begins a command line.
  func begin() {
    rest = bounds.steps
    allowance = rest
    fuel = 0
    ending = nil
    credit = 0
    commands = 0
    calls = 0
    made = 0
    stackLeft = bounds.stackForLanguage
  }

  /// The steps between two questions whether somebody interrupts.
  private static let portionSize = 200

  /// The steps that the line has spent.
  var spentSteps: Int { max(0, allowance - rest - max(0, fuel)) }

  /// The most bytes that a line may print.
  var outputMost: Int { bounds.output }

  /// Spends steps: as many as the work that follows has elements or rows.
  public func charge(_ steps: Int = 1) throws {
    fuel &-= max(0, steps)
    if fuel < 0 { try refuel() }
  }

  /// Spends as much as work on so many bytes costs.
  public func charge(bytes: Int) throws { try charge(bytes / 64) }

  private func refuel() throws {
    if let ending { throw ending }
    while fuel < 0 {
      if asksForInterruption() {
        wasInterrupted = true
        try end(with: .interrupted)
      }
      if output.hasDropped { try end(with: .reached(.output(bounds.output))) }
      if rest <= 0 { try borrow() }
      // The first portion is the line's beginning, when there is nothing to be seen.
      if let onPulse, rest < allowance { onPulse() }
      let portion = min(Self.portionSize, rest)
      rest -= portion
      fuel += portion
    }
  }

  private func end(with error: LanguageError) throws {
    ending = error
    fuel = -1
    throw error
  }

  private func borrow() throws {
    guard isOnCredit, credit < bounds.steps else { return try end(with: .reached(.steps(bounds.steps))) }
    credit += 1_000
    rest += 1_000
  }

  /// Runs `body`, which must not end halfway because steps are wanting: what it lacks it owes, up to as much as
  /// a whole line has, and the next charge after it fails.
  func onCredit<R>(_ body: () throws -> R) rethrows -> R {
    let outer = isOnCredit
    isOnCredit = true
    defer {
      isOnCredit = outer
      if credit > 0, !outer { (rest, fuel) = (0, -1) }
    }
    return try body()
  }

  // MARK: Bytes

  /// Notes that a value of so many bytes is made.
  func make(_ bytes: Int) throws {
    made &+= bytes
    if made > bounds.memory { throw LanguageError.reached(.memory(bounds.memory)) }
    try charge(bytes / 64)
  }

  /// Notes that a variable holds other values than before.
  func hold(_ bytes: Int, insteadOf former: Int) throws {
    guard bytes != former else { return }
    let before = memory.present
    memory.addToPresent(bytes - former)
    if let excess = memory.excess(over: before) {
      memory.addToPresent(former - bytes)
      throw excess
    }
    if memory.isExceeded { memory.makeRoom() }
  }

  func release(_ bytes: Int) { memory.addToPresent(-bytes) }

  // MARK: Depth

  /// The most stack bytes for a level of running code: measured, with a margin of a quarter. Debug builds have larger
  /// frames.
  enum Level {
    #if DEBUG
      static let expression = 5_120
      static let block = 5_120
      static let call = 13_312
    #else
      static let expression = 2_048
      static let block = 2_048
      static let call = 4_096
    #endif
  }

  /// Returns a Boolean value that indicates whether there is stack for expressions nested so deep.
  func hasRoom(for levels: Int) -> Bool { stackLeft >= levels &* Level.expression }

  func enter(_ bytes: Int) throws {
    guard stackLeft >= bytes else { throw LanguageError.reached(.frames) }
    stackLeft &-= bytes
  }

  func leave(_ bytes: Int) { stackLeft &+= bytes }

  /// Runs `body` as a call of a definition, a block or a file.
  func calling<R>(_ body: () throws -> R) throws -> R {
    guard calls < bounds.recursion else { throw LanguageError.reached(.recursion(bounds.recursion)) }
    try enter(Level.call)
    calls += 1
    defer {
      calls -= 1
      leave(Level.call)
    }
    return try body()
  }

  // MARK: Comparing

  /// Returns the steps that comparing two values costs; 0 for anything but long texts, which the statement covers.
  static func chargedSteps(toCompare left: Value, _ right: Value) -> Int {
    guard case .text(let a) = left, case .text(let b) = right else { return 0 }
    return min(a.utf8.count, b.utf8.count) / 64
  }
}
