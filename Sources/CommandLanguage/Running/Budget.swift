/// The remaining resources of a command line: steps, allocated bytes, stack depth and time.
///
/// All work for a line is charged, including loops in the host: `try interpreter.budget.charge(rows)`. Steps are never
/// returned. Once they are spent, every further charge fails until the next line begins.
public final class Budget {
  /// The limits of future command lines.
  public var limits: Limits {
    get { bounds }
    set {
      bounds = newValue
      memory.limitBytes = newValue.memory
    }
  }
  /// The account of the memory that the session retains between commands.
  public let memory: MemoryAccount
  /// The size of the thread's stack in bytes, of which the language uses a fraction. The default, half a megabyte, is
  /// the size of the smallest stacks in use.
  public var stackBytes: Int {
    get { bounds.stackBytes }
    set { bounds.stackBytes = max(0, newValue) }
  }
  /// A closure that is called repeatedly while a line runs. If it returns `true`, the line ends with a diagnostic.
  public var isInterrupted: () -> Bool {
    get { asksForInterruption }
    set { asksForInterruption = newValue }
  }

  // The storage is private because access from other modules would need exclusivity checks.
  private var bounds = Limits()
  private var asksForInterruption: () -> Bool = { false }
  private let output: OutputBuffer
  /// A closure that is called repeatedly while a line runs; `nil` if there is no observer.
  var onPulse: (() -> Void)?
  var commands = 0
  var isRunning = false
  /// The steps until the next check for an interruption, and the steps after it.
  private var fuel = 0
  private var rest = 0
  private var allowance = 0
  private var ending: LanguageError?
  var wasInterrupted = false
  private var isOnCredit = false
  private var credit = 0
  private var stackLeft = 0
  private(set) var calls = 0
  /// The bytes that the running statements have allocated and not yet released.
  var made = 0

  init(_ output: OutputBuffer) {
    self.output = output
    memory = MemoryAccount(limit: bounds.memory)
  }

  func reset() {
    (limits, asksForInterruption, onPulse) = (Limits(), { false }, nil)
    (isRunning, wasInterrupted, isOnCredit) = (false, false, false)
    memory.reset()
    begin()
  }

  func beginUnlessRunning() {
    if !isRunning { begin() }
  }

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

  /// The number of steps between checks for an interruption.
  private static let portionSize = 200

  var spentSteps: Int { max(0, allowance - rest - max(0, fuel)) }

  /// Charges steps, as many as the number of elements or rows that the following work processes.
  public func charge(_ steps: Int = 1) throws {
    fuel &-= max(0, steps)
    if fuel < 0 { try refuel() }
  }

  /// Charges the running line for work that cannot fail, such as reading objects. Once the steps are spent,
  /// the next charge that can throw ends the line.
  public func chargeLater(_ steps: Int) {
    if isRunning { try? charge(steps) }
  }

  /// Charges the cost of processing a number of bytes.
  public func charge(bytes: Int) throws { try charge(bytes / 64) }

  /// Charges the cost of reading a text character by character: one step for four bytes.
  func charge(charactersOf text: String) throws { try charge(text.utf8.count / 4) }

  /// Charges the cost of reading a text character by character and joining some characters to a new text: one step per
  /// byte.
  func charge(rewritingOf text: String) throws { try charge(text.utf8.count) }

  private func refuel() throws {
    if let ending, !isOnCredit { throw ending }
    while fuel < 0 {
      if asksForInterruption() {
        wasInterrupted = true
        // Work on credit is completed; the next charge after it fails.
        if isOnCredit { ending = ending ?? .interrupted } else { try end(with: .interrupted) }
      }
      if output.hasDropped, !isOnCredit { try end(with: .reached(.output(bounds.output))) }
      if rest <= 0 { try borrow() }
      // The first portion is charged when the line begins, before there is any progress to observe.
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
    guard isOnCredit, credit < max(bounds.steps, Limits().steps) else {
      return try end(with: .reached(.steps(bounds.steps)))
    }
    credit += 1_000
    rest += 1_000
  }

  /// Runs `body` to completion even if it exceeds the remaining steps or the line is interrupted, because its result is
  /// kept for other lines.
  ///
  /// Each line may borrow as many steps as the limit allows for a line, or the default number if that is greater. If
  /// steps were borrowed or the line was interrupted, the next charge after `body` fails.
  func onCredit<R>(_ body: () throws -> R) rethrows -> R {
    let outer = isOnCredit
    isOnCredit = true
    defer {
      isOnCredit = outer
      if !outer {
        if credit > 0 { rest = 0 }
        if credit > 0 || ending != nil { fuel = -1 }
      }
    }
    return try body()
  }

  /// A Boolean value that indicates whether the running line must end: it was interrupted or has reached a limit.
  public var hasEnded: Bool { ending != nil }

  /// Runs `body` with the default number of steps, without charging the running line, and without interruptions.
  public func uninterrupted<R>(_ body: () throws -> R) rethrows -> R {
    let asks = asksForInterruption
    asksForInterruption = { false }
    defer { asksForInterruption = asks }
    return try apart(body)
  }

  /// Runs `body` with the default number of steps, without charging the running line.
  public func apart<R>(_ body: () throws -> R) rethrows -> R {
    let steps = Limits().steps
    let line = (isRunning, fuel, rest, allowance, ending, isOnCredit, credit)
    let outside = (made, bounds.steps, onPulse)
    (isRunning, fuel, rest, allowance, ending, isOnCredit, credit) = (true, 0, steps, steps, nil, false, 0)
    (made, bounds.steps, onPulse) = (0, steps, nil)
    defer {
      (isRunning, fuel, rest, allowance, ending, isOnCredit, credit) = line
      (made, bounds.steps, onPulse) = outside
    }
    return try body()
  }

  // MARK: Bytes

  /// Charges the allocation of a value of the given size.
  func make(_ bytes: Int) throws {
    made &+= bytes
    if made > bounds.memory { throw LanguageError.reached(.memory(bounds.memory)) }
    try charge(bytes / 64)
  }

  /// Charges the change in size of a variable's value.
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

  /// The maximum stack use of a level of running code in bytes: the measured use plus a quarter.
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

  func enter(_ bytes: Int) throws {
    guard stackLeft >= bytes else { throw LanguageError.reached(.frames) }
    stackLeft &-= bytes
  }

  func leave(_ bytes: Int) { stackLeft &+= bytes }

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

  /// Returns the steps for comparing two values; 0 except for long texts, because the statement's charge covers other
  /// comparisons.
  static func chargedSteps(toCompare left: Value, _ right: Value) -> Int {
    guard case .text(let a) = left, case .text(let b) = right else { return 0 }
    return min(a.utf8.count, b.utf8.count) / 64
  }
}
