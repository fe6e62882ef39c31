import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The history of a session: its steps and the present position among them.
final class HistoryService: CommandObserver, SessionService {
  unowned let simulation: Simulation
  private var list: StepList
  private var undone: UndoneSteps?
  /// The trace of deliveries; `nil` unless `trace` is on or the session's events are observed.
  private var trace: DeliveryTrace?
  private var printsTrace = false
  private var observesDeliveries = false
  private(set) var moveCount = 0
  var migrated: Migrated?

  /// The steps of a migration, which cannot be undone.
  struct Migrated {
    /// The store's steps.
    let parts: Range<Int>
    let madeFields: Set<SchemaLineage.Gone>
  }

  /// A closure that returns the origin of a part of a step; `nil` if this session committed the part.
  var origin: (Int) -> String? = { _ in nil }

  private var excesses: [(line: String, excess: StepCosts.Excess)] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    list = StepList(of: simulation.store)
    // The limits apply to whole lines, not to their parts.
    simulation.store.history.limit = HistoryLimit(steps: .max, changes: .max)
    simulation.observeCommands(self)
  }

  func reset() {
    list = StepList(of: simulation.store)
    (undone, trace, moveCount, origin, excesses) = (nil, nil, 0, { _ in nil }, [])
    migrated = nil
    (printsTrace, observesDeliveries) = (false, false)
  }

  func commandEnded() {
    list.record()
    reportDropped()
    if printsTrace { trace?.report() }
    reportExcesses()
  }

  func begin(_ interpreter: Interpreter) {
    list.costs.account = interpreter.budget.memory
    // Unowned, because weak references would slow down each use of the list. The account belongs to the session, which
    // ends first.
    interpreter.budget.memory.makeRoom = { [unowned list] in list.record() }
    list.onExcess = { [unowned self] in excesses.append(($0, $1)) }
    interpreter.onLineBegin = { [list, unowned simulation] line in
      list.begin(line)
      for begin in simulation.onLineBegin { begin() }
    }
    interpreter.onLineEnd = { [list, unowned simulation] in
      simulation.declarations.followAtLineEnd()
      list.finish()
      for end in simulation.onLineEnd { end() }
    }
  }

  var store: DataStore { simulation.store }

  // MARK: Deliveries

  /// Starts or stops printing the deliveries of each command.
  func printTrace(_ isOn: Bool) {
    if isOn != printsTrace { trace?.clear() }
    printsTrace = isOn
    arrangeTrace()
  }

  /// Starts or stops recording the deliveries of each command, for ``takeDelivery()``.
  func observeDeliveries(_ isOn: Bool) {
    observesDeliveries = isOn
    arrangeTrace()
  }

  private func arrangeTrace() {
    trace = printsTrace || observesDeliveries ? trace ?? DeliveryTrace(of: simulation) : nil
    store.tracer = trace
  }

  /// Returns the deliveries since the last call; `nil` if there were none.
  func takeDelivery() -> Delivery? {
    guard observesDeliveries else { return nil }
    return trace?.takeDelivery(isLast: !printsTrace)
  }

  /// The steps, including all commits so far. While a line runs, the last step is its step in progress.
  var steps: StepList {
    list.record()
    return list
  }

  /// A Boolean value that indicates whether all parts of a line must be stored until it has ended.
  var isLineNeeded: Bool { list.isLineNeeded }

  // MARK: Moving

  func undo(_ count: Int) throws {
    try move("undo") {
      // If the position is within a step, the completed part of that step is the first one undone.
      let present = steps.present.step
      let most = present - (steps.kept?.lowerBound ?? present)
      guard most > 0 else {
        throw HistoryError.nothing(toDo: "undo", kept: steps.kept, hasDroppedSteps: present > 0)
      }
      guard count <= most else { throw HistoryError.tooFar(most, toDo: "undone", kept: steps.kept) }
      let target = present - count
      return (steps.point(after: target), "undid \(names(target + 1...present))")
    } claim: { start, end in
      Claim(
        "it undoes the given number of steps, beginning with a partial one", end == start.moved(by: -count))
    }
  }

  func redo(_ count: Int) throws {
    try move("redo") {
      let present = steps.present
      // If the position is within a step, the remainder of that step is the first one redone.
      let done = present.part == nil ? present.step : present.step - 1
      let most = steps.last - done
      guard most > 0 else {
        try check("redo", Claim("it redoes what is undone", !simulation.isInThePast))
        throw HistoryError.nothing(toDo: "redo", kept: steps.kept, hasDroppedSteps: false)
      }
      guard count <= most else { throw HistoryError.tooFar(most, toDo: "redone", kept: steps.kept) }
      return (steps.point(after: done + count), "redid \(names(done + 1...done + count))")
    } claim: { start, end in
      let expected = start.moved(by: start.part == nil ? count : count - 1)
      return Claim(
        "it redoes the given number of steps, beginning with the rest of a partial one", end == expected)
    }
  }

  func go(to position: StepPosition) throws {
    try move("goto") {
      let point = try steps.point(of: position)
      var line = "at step \(position)"
      if position.step == 0 {
        line += ": the beginning"
      } else if let text = position.part == nil ? title(of: position.step) : store.history[point - 1]?.cause {
        line += ": after \(Escaping.escaped(text))"
      }
      return (point, line)
    } claim: { _, end in
      Claim("it leads to the step", isSame(end, as: position))
    }
  }

  /// Moves to a point of the history.
  ///
  /// - Parameters:
  ///   - find: Returns the point and the line to print, or throws why the command is refused.
  ///   - claim: Returns the contract of the command for the positions before and after the move.
  private func move(
    _ command: String, find: () throws -> (point: Int, line: String),
    claim: (_ start: StepPosition, _ end: StepPosition) -> Claim
  ) throws {
    let (wanted, _) = try find()
    guard !simulation.time.isTicking else { throw HistoryError.inTick() }
    if let refusal = simulation.persistence.refusal { throw refusal }
    if let end = migrated?.parts.upperBound, wanted < end {
      let number = steps.number(ofPart: end - 1)
      throw HistoryError.migrated(["\(number)"])
    }
    // Only now, because a refused command must leave the line's step whole. The limits may drop a completed step.
    steps.settle()
    let (point, line) = try find()
    let hold = simulation.output.hold()
    defer { simulation.output.release(hold) }
    simulation.output.writeLine(line)
    moveCount &+= 1
    let position = steps.present
    defer { simulation.finish() }
    let start = simulation.commandStart
    do {
      var excess: (any Error)?
      // Moving there and back is one move, so that no step is dropped in between.
      try steps.moving {
        try store.history.move(to: point, cause: line)
        excess = simulation.memory?.excess(since: start)
        if excess != nil {
          try store.history.move(to: start.point, cause: "taken back")
          simulation.memory?.dropChanges()
        }
      }
      if let excess {
        simulation.output.drop(hold)
        simulation.console.take()
        throw excess
      }
    } catch is StoreError {
      throw HistoryError.busy()
    }
    noteUndone()
    try check(command, claim(position, steps.present))
  }

  /// Reports a claim of a command's contract if it is false.
  private func check(_ command: String, _ claim: Claim) throws {
    try simulation.checkContract(of: command, printedFrom: simulation.output.mark) { _ in [claim] }
  }

  /// Returns a Boolean value that indicates whether two positions are the same. The last part of a step completes it.
  private func isSame(_ present: StepPosition, as position: StepPosition) -> Bool {
    if present.part == nil, let part = position.part {
      return present.step == position.step && part == steps[position.step]?.parts.count
    }
    return present == position
  }

  /// Returns the title of a step: its only command, or the line that had several.
  func title(of number: Int) -> String? { steps[number].map { line(of: $0) ?? commands(of: $0) } }

  /// Returns the line of a step of several parts, or of a single job. Returns `nil` for any other step, whose title is
  /// its only command, and for a step without a line.
  func line(of step: StepList.Step) -> String? {
    if step.line.isEmpty { return nil }
    let cause = store.history[step.parts.lowerBound]?.cause
    return step.parts.count > 1 || cause?.hasPrefix(TimeService.jobCause) == true ? step.text : nil
  }

  /// Returns the commands of a step's parts as a line. A job appears in it as `job 1 at tick 3`, which no line can
  /// repeat.
  func commands(of step: StepList.Step) -> String {
    step.parts.compactMap { store.history[$0]?.cause }.joined(separator: "; ")
  }

  /// Returns the names of steps: `move Docs done (step 4)`, `steps 2-4`.
  private func names(_ numbers: ClosedRange<Int>) -> String {
    guard numbers.count == 1, let title = title(of: numbers.lowerBound) else {
      return "steps \(numbers.lowerBound)-\(numbers.upperBound)"
    }
    return "\(Escaping.escaped(title)) (step \(numbers.lowerBound))"
  }

  /// Reports the lines that cannot be undone because they exceeded the limits of the history.
  private func reportExcesses() {
    if excesses.isEmpty { return }
    simulation.flush()
    for (line, excess) in excesses {
      let name = Quoting.message(TextWidth.truncated(Escaping.escaped(line), to: Self.shownLineColumns))
      let problem =
        switch excess {
        case .changes(let limit):
          "made more than the \(English.count(limit, "change")) that the history keeps"
        case .memory: "needs more memory than the history has left"
        }
      simulation.output.writeLine("warning: \(name) \(problem): there is nothing to undo")
    }
    excesses = []
  }

  private static let shownLineColumns = 60

  // MARK: Undone steps

  /// The undone steps, and the undone parts of the step at the present position.
  private struct UndoneSteps {
    var parts: ClosedRange<Int>?
    var steps: ClosedRange<Int>?
    var step: Int

    /// A text such as `step 4, which was undone, is dropped`.
    var message: String {
      let parts = parts.map { parts in
        let (first, last) = ("\(step).\(parts.lowerBound)", "\(step).\(parts.upperBound)")
        return parts.count == 1 ? "part \(first)" : "parts \(first)-\(last)"
      }
      let steps = steps.map { steps in
        steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound)-\(steps.upperBound)"
      }
      let isOne = (self.parts?.count ?? 0) + (self.steps?.count ?? 0) == 1
      return [parts, steps].compactMap { $0 }.joined(separator: " and ")
        + (isOne ? ", which was undone, is dropped" : ", which were undone, are dropped")
    }
  }

  /// Reports the undone steps that a lower limit has dropped.
  func reportDroppedUndone() {
    let before = undone
    noteUndone()
    guard let before else { return }
    let parts = undone?.parts == nil ? before.parts : nil
    let steps = before.steps.flatMap { steps in
      let first = undone?.steps.map { $0.upperBound + 1 } ?? steps.lowerBound
      return first <= steps.upperBound ? first...steps.upperBound : nil
    }
    if parts == nil, steps == nil { return }
    simulation.output.writeLine(UndoneSteps(parts: parts, steps: steps, step: before.step).message)
  }

  /// Records the undone steps, to report them when a new step drops them.
  func noteUndone() {
    undone = nil
    guard simulation.isInThePast else { return }
    let (steps, present) = (steps, steps.present)
    let undone = UndoneSteps(
      parts: present.part.flatMap { part in steps[present.step].map { part + 1...$0.parts.count } },
      steps: present.step < steps.last ? present.step + 1...steps.last : nil, step: present.step)
    // A step that was dropped because it exceeds the limits is not listed.
    if undone.parts != nil || undone.steps != nil { self.undone = undone }
  }

  private func reportDropped() {
    guard let undone, !simulation.isInThePast else { return }
    self.undone = nil
    simulation.output.writeLine(undone.message)
  }
}

extension Simulation {
  var past: HistoryService { service { HistoryService(of: $0) } }

  /// The number of the last step that is not undone; 0 at the beginning.
  public var step: Int { past.steps.present.step }

  /// The titles of the stored steps, in order, including those that are undone.
  public var stepTitles: [String] {
    guard let kept = past.steps.kept else { return [] }
    return kept.dropFirst().map { past.title(of: $0) ?? "" }
  }

  /// Returns the commands of a step's parts as a line; `nil` if there is no such step.
  public func commands(ofStep number: Int) -> String? {
    let past = past
    return past.steps[number].map { past.commands(of: $0) }
  }

  /// A Boolean value that indicates whether steps are undone. A command that changes something would drop them.
  public var isInThePast: Bool { store.history.present < store.history.steps.upperBound }

  /// A Boolean value that indicates whether a part of the present step is undone.
  public var isWithinStep: Bool { past.steps.present.part != nil }

  /// The last step that is not undone, and the number of its parts.
  public var lastStep: (number: Int, partCount: Int) {
    (step, past.steps[step]?.parts.count ?? 0)
  }
}
